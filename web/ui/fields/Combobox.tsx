import { Check, ChevronDown } from 'lucide-react'
import { useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { classes } from '../base/classes.ts'
import { controlStyle, Field, type FieldProps } from './Field.tsx'
import { Spinner } from '../feedback/Spinner.tsx'

export interface Choice {
  readonly value: string
  readonly label: string
}

export interface ComboboxProps extends FieldProps {
  options: readonly Choice[]
  value: string
  onChange: (value: string) => void
  /** Gets the typed text if the caller searches the options; they are then shown unfiltered. */
  onSearch?: (text: string) => void
  isSearching?: boolean
  /** Shown if no option matches. */
  noMatch?: string
  placeholder?: string
  id?: string
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** More would not be read, and a list of thousands is slow to draw. */
const SHOWN = 50

/** One of many, found by typing a part of it, whatever its accents. Nothing is chosen but one of the list. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, error, optional, className, id, options, value, onChange, onSearch, isSearching = false } = props
  const { placeholder, name, onBlur, ref, noMatch = 'Nada con ese nombre' } = props
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current, [])
  const chosen = options.find((option) => option.value === value)
  /** The text being typed; null while the field shows the selected option. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [at, setAt] = useState(0)
  const found = onSearch || !typed ? options : options.filter((option) => fold(option.label).includes(fold(typed)))
  const shown = found.slice(0, SHOWN)
  const active = shown[Math.min(at, shown.length - 1)]

  function open() {
    if (isOpen) return
    setIsOpen(true)
    setAt(Math.max(0, options.indexOf(chosen ?? ({} as Choice))))
  }
  function close() {
    setIsOpen(false)
    setTyped(null)
  }
  function choose(option: Choice) {
    onChange(option.value)
    close()
  }
  function onKeyDown(event: KeyboardEvent) {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: shown.length - 1,
    }
    const to = moves[event.key]
    if (to !== undefined && (isOpen || event.key.startsWith('Arrow'))) {
      event.preventDefault()
      if (!isOpen) open()
      else setAt((to + shown.length) % Math.max(1, shown.length))
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      if (active) choose(active)
    } else if (event.key === 'Escape' && isOpen) {
      // The dialog around it stays.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
  const optionId = (option: Choice) => `${listId}-${options.indexOf(option)}`
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => (
        <div className="relative">
          <div className="relative">
            <input
              {...control}
              ref={input}
              name={name}
              role="combobox"
              aria-expanded={isOpen}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={isOpen && active ? optionId(active) : undefined}
              autoComplete="off"
              placeholder={placeholder}
              value={typed ?? chosen?.label ?? ''}
              onClick={open}
              onChange={({ target }) => {
                setTyped(target.value)
                setIsOpen(true)
                setAt(0)
                onSearch?.(target.value)
                // Emptied, it holds nothing.
                if (target.value === '') onChange('')
              }}
              onKeyDown={onKeyDown}
              onBlur={() => {
                close()
                onBlur?.()
              }}
              className={classes(controlStyle, 'pr-11 text-ellipsis')}
            />
            <span className="pointer-events-none absolute inset-y-0 right-4 flex items-center text-humo">
              {isSearching ? <Spinner label="Buscando" /> : <ChevronDown className="size-5" />}
            </span>
          </div>
          <div
            hidden={!isOpen}
            // A dialog grows with it: what floats out of its scrolling part would not be seen.
            className="absolute inset-x-0 top-full z-30 mt-1 max-h-64 in-[[role$=dialog]]:static overflow-y-auto rounded-card border border-linea bg-tinta p-1 shadow-overlay"
          >
            <div id={listId} role="listbox" aria-label={label}>
              {shown.map((option) => (
                // The keyboard stays in the field, which says what is reached.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={option.value}
                  id={optionId(option)}
                  ref={option === active ? intoSight : null}
                  role="option"
                  aria-selected={option.value === value}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                  className={classes(
                    'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-card px-3 py-2 wrap-anywhere',
                    option === active && 'bg-mesa-2',
                  )}
                >
                  {option.label}
                  {option.value === value && <Check className="size-4 shrink-0 text-celeste" />}
                </div>
              ))}
            </div>
            <p role="status" className="px-3 py-2 text-14 text-humo empty:hidden">
              {isOpen && shown.length === 0 && (isSearching ? 'Buscando…' : noMatch)}
              {isOpen && found.length > SHOWN && `Hay ${found.length - SHOWN} más: escribí una parte del nombre`}
            </p>
          </div>
        </div>
      )}
    </Field>
  )
}

function intoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

/** As it is looked for: «Rosário» finds «rosario». */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
