import { GripVertical } from 'lucide-react'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { classes } from '#web/ui/base/classes.ts'

interface RowSwitchProps {
  label: string
  isOn: boolean
  disabled: boolean
  /** Ends when the change is read again, or refused; the caller reports a refusal. */
  onToggle: (isOn: boolean) => Promise<unknown>
}

export function RowSwitch({ label, isOn, disabled, onToggle }: RowSwitchProps) {
  const [asked, setAsked] = useState<boolean | null>(null)
  const isShownOn = asked ?? isOn
  async function toggle() {
    setAsked(!isShownOn)
    try {
      await onToggle(!isShownOn)
    } catch {
      // The act has reported it.
    } finally {
      setAsked(null)
    }
  }
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={isShownOn}
      aria-busy={asked !== null || undefined}
      disabled={disabled}
      onClick={() => asked === null && void toggle()}
      className="inline-grid size-11 place-items-center disabled:opacity-55"
    >
      <span
        className={classes(
          'flex h-6 w-10 items-center rounded-full border p-0.5 transition-colors duration-150',
          isShownOn ? 'justify-end border-celeste bg-celeste' : 'justify-start border-borde-campo bg-mesa',
        )}
      >
        <span className={classes('size-4 rounded-full', isShownOn ? 'bg-sobre-celeste' : 'bg-humo')} />
      </span>
    </button>
  )
}

export interface RowOrder<Row> {
  readonly rows: readonly Row[]
  readonly disabled: boolean
  /** Moves a row to a place, counted from 0. */
  readonly move: (row: Row, to: number) => void
}

/**
 * Rows that a person puts in order: shown in the new order at once, and as they were if `save` is refused.
 * `shown` belongs to `ListView`, the rest to the column `order`.
 */
export function useRowOrder<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  {
    save,
    disabled = false,
  }: { save: (row: Row, to: number, order: readonly Row[]) => Promise<unknown>; disabled?: boolean },
): RowOrder<Row> & { readonly shown: (rows: readonly Row[]) => readonly Row[] } {
  const [asked, setAsked] = useState<readonly string[] | null>(null)
  const shown = (all: readonly Row[]) =>
    asked === null ? all : [...all].sort((a, b) => asked.indexOf(rowKey(a)) - asked.indexOf(rowKey(b)))
  const ordered = shown(rows)
  async function move(row: Row, to: number) {
    const place = Math.max(0, Math.min(to, ordered.length - 1))
    if (asked !== null || ordered[place] === row) return
    const next = ordered.filter((each) => each !== row)
    next.splice(place, 0, row)
    setAsked(next.map(rowKey))
    try {
      await save(row, place, next)
    } catch {
      // The act has reported it.
    } finally {
      setAsked(null)
    }
  }
  return { rows: ordered, disabled, move: (row, to) => void move(row, to), shown }
}

/** The handle of one row. React keeps the focus on it when its row moves. */
export function RowHandle<Row>({ order, row, name }: { order: RowOrder<Row>; row: Row; name: string }) {
  const { rows, disabled, move } = order
  const [news, setNews] = useState('')
  /** Where the pointer took it; null while it is not dragged. */
  const [grip, setGrip] = useState<number | null>(null)
  const place = rows.indexOf(row)

  function moveTo(to: number) {
    if (to < 0 || to >= rows.length || to === place) return
    setNews(`${name} pasa al lugar ${to + 1} de ${rows.length}`)
    move(row, to)
  }
  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: rows.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    moveTo(to)
  }
  /** The row follows the pointer; React sets no style of it. */
  function shift(handle: HTMLElement, by: number) {
    const dragged = handle.closest('tr')
    if (dragged) dragged.style.transform = by === 0 ? '' : `translateY(${by}px)`
  }
  function onPointerMove({ currentTarget, clientY }: PointerEvent<HTMLElement>) {
    if (grip !== null) shift(currentTarget, clientY - grip)
  }
  function onPointerUp({ currentTarget, clientY }: PointerEvent<HTMLElement>) {
    if (grip === null) return
    release(currentTarget)
    const shown = [...(currentTarget.closest('tbody')?.querySelectorAll('tr') ?? [])]
    const passed = shown.filter((each, at) => {
      const { top, height } = each.getBoundingClientRect()
      return at !== place && clientY > top + height / 2
    })
    moveTo(passed.length)
  }
  function release(handle: HTMLElement) {
    setGrip(null)
    shift(handle, 0)
  }
  return (
    <span className="inline-flex items-center">
      <button
        type="button"
        aria-label={`Mover ${name}: lugar ${place + 1} de ${rows.length}`}
        title="Con las flechas arriba y abajo, o arrastrando"
        disabled={disabled}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setGrip(event.clientY)
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={({ currentTarget }) => release(currentTarget)}
        className={classes(
          'grid size-11 touch-none place-items-center rounded-full text-humo hover:bg-mesa-2 disabled:opacity-55',
          grip === null ? 'cursor-grab' : 'cursor-grabbing bg-mesa-2 text-papel',
        )}
      >
        <GripVertical className="size-5" />
      </button>
      <span role="status" className="sr-only">
        {news}
      </span>
    </span>
  )
}
