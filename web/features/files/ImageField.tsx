import { ImagePlus } from 'lucide-react'
import { useImperativeHandle, useRef, useState, type ChangeEvent, type Ref } from 'react'
import { pause } from '#web/lib/clock.ts'
import { imageProblem, shrinkImage, type FileRule, type ImageProblem } from '#web/lib/image-file.ts'
import { useObjectUrl } from '#web/lib/object-url.ts'
import { classes } from '#web/ui/base/classes.ts'
import { Field, type FieldProps } from '#web/ui/fields/Field.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { FilePicker } from './FilePicker.tsx'

/** Rule R16.7. */
const SPINNER_MILLISECONDS = 300

/** Pickers go by labels: names too, because some systems label a picture with none of the types. */
function acceptOf({ types }: FileRule): string {
  const names = types.flatMap((type) => (type === 'image/jpeg' ? ['.jpg', '.jpeg'] : [type.replace('image/', '.')]))
  return [...types, ...names].join(',')
}

export interface ImageFieldProps extends FieldProps {
  rule: FileRule
  value: File | null
  onChange: (file: File | null) => void
  /** Called with a file that was refused, to show it larger than the line under the field. */
  onProblem?: (problem: ImageProblem) => void
  /** Address of the picture that is already saved. */
  currentUrl?: string | null
  /** Takes the saved picture away. */
  onRemove?: () => void
  shape?: 'round' | 'wide'
  /** The button's words while there is no picture. */
  emptyLabel?: string
  id?: string
  name?: string
  onBlur?: () => void
  /** To have it focused where it is wrong. */
  ref?: Ref<HTMLInputElement>
}

/** Picks a picture and shows it. A valid one goes to the form after a short spinner; choosing nothing clears it. */
export function ImageField(props: ImageFieldProps) {
  const {
    rule,
    value,
    onChange,
    onProblem,
    currentUrl,
    onRemove,
    shape = 'wide',
    emptyLabel = 'Cargar imagen',
    ...rest
  } = props
  const { name, onBlur, ref, error, ...field } = rest
  const [isReading, setIsReading] = useState(false)
  const [problem, setProblem] = useState<ImageProblem | null>(null)
  const preview = useObjectUrl(value) ?? currentUrl ?? null
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current, [])

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0] ?? null
    setProblem(null)
    if (!file) return onChange(null)
    const found = await imageProblem(file, rule)
    if (found) {
      event.target.value = ''
      setProblem(found)
      onProblem?.(found)
      return
    }
    setIsReading(true)
    const [ready] = await Promise.all([shrinkImage(file), pause(SPINNER_MILLISECONDS)])
    setIsReading(false)
    onChange(ready)
  }

  function clear() {
    if (input.current) input.current.value = ''
    setProblem(null)
    onChange(null)
  }

  return (
    <Field {...field} error={error ?? (problem ? `${problem.title}. ${problem.message}` : undefined)}>
      {(control) => (
        <div className={classes('flex gap-4', shape === 'wide' ? 'flex-col' : 'flex-wrap items-center')}>
          <div
            className={classes(
              'relative grid shrink-0 place-items-center overflow-hidden border border-dashed border-borde-campo bg-mesa text-humo',
              shape === 'wide' ? 'aspect-4/3 w-full max-w-md rounded-card' : 'size-20 rounded-full',
            )}
          >
            {preview && !isReading ? (
              <img
                src={preview}
                alt=""
                className={classes('absolute inset-0 size-full', shape === 'wide' ? 'object-contain' : 'object-cover')}
              />
            ) : isReading ? (
              <Spinner label={shape === 'wide' ? 'Preparando la imagen' : ''} />
            ) : (
              <ImagePlus className="size-7" />
            )}
          </div>
          <div className="flex flex-wrap gap-3">
            <FilePicker
              control={control}
              inputRef={input}
              label={preview ? 'Cambiar imagen' : emptyLabel}
              accept={acceptOf(rule)}
              disabled={isReading}
              name={name}
              onBlur={onBlur}
              onChange={(event) => void choose(event)}
              onClear={value ? clear : currentUrl ? onRemove : undefined}
            />
          </div>
        </div>
      )}
    </Field>
  )
}
