import { FileText } from 'lucide-react'
import { useImperativeHandle, useRef, useState, type ChangeEvent, type Ref } from 'react'
import { Field, type FieldProps } from '#web/ui/fields/Field.tsx'
import { FilePicker } from './FilePicker.tsx'

const MEGABYTE = 1024 * 1024

/** Which files a field takes. Browsers name the type of a CSV differently or not at all: its extension counts too. */
export interface DocumentRule {
  readonly types: readonly string[]
  /** With their dot: `.csv`. */
  readonly extensions: readonly string[]
  readonly maxBytes: number
}

export interface FileFieldProps extends FieldProps {
  rule: DocumentRule
  value: File | null
  onChange: (file: File | null) => void
  id?: string
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** Picks a file that is not a picture and shows its name; choosing nothing clears it. */
export function FileField(props: FileFieldProps) {
  const { rule, value, onChange, name, onBlur, ref, error, ...field } = props
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current, [])

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0] ?? null
    const found = file ? fileProblem(file, rule) : undefined
    setProblem(found)
    if (found === undefined) return onChange(file)
    event.target.value = ''
  }

  function clear() {
    if (input.current) input.current.value = ''
    setProblem(undefined)
    onChange(null)
  }

  return (
    <Field {...field} error={error ?? problem}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-3">
          {value && (
            <p className="flex min-w-0 basis-full gap-2 text-14">
              <FileText className="size-5 shrink-0 text-humo" />
              <span className="min-w-0 wrap-anywhere">{value.name}</span>
            </p>
          )}
          <FilePicker
            control={control}
            inputRef={input}
            label={value ? 'Cambiar archivo' : 'Elegir archivo'}
            accept={[...rule.types, ...rule.extensions].join(',')}
            name={name}
            onBlur={onBlur}
            onChange={choose}
            onClear={value ? clear : undefined}
          />
        </div>
      )}
    </Field>
  )
}

function fileProblem({ name, type, size }: File, { types, extensions, maxBytes }: DocumentRule): string | undefined {
  const isAllowed = types.includes(type) || extensions.some((each) => name.toLowerCase().endsWith(each))
  if (!isAllowed) return `Elegí un archivo ${extensions.join(' o ')}`
  if (size > maxBytes) return `El archivo supera el límite de ${maxBytes / MEGABYTE} MB`
  return undefined
}
