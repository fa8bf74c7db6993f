import { Camera, Check } from 'lucide-react'
import { useId, useImperativeHandle, useRef, useState, type ChangeEvent, type Ref } from 'react'
import type { PhotoSide } from '#contract/companies/onboarding.ts'
import { useObjectUrl } from '#web/lib/object-url.ts'
import { classes } from '#web/ui/base/classes.ts'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { FieldError } from '#web/ui/fields/Field.tsx'
import { prepareIdPhoto } from './id-photo.ts'

const MEGABYTE = 1024 * 1024
const ACCEPT = 'image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp'

interface IdPhotoFieldProps {
  label: string
  side: PhotoSide
  value: File | null
  error?: string | undefined
  onChange: (file: File | null) => void
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** One side of an ID, by the camera or from a file. It waits in memory alone. */
export function IdPhotoField({ label, side, value, error, onChange, name, onBlur, ref }: IdPhotoFieldProps) {
  const id = useId()
  const [isReading, setIsReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const preview = useObjectUrl(value)
  const camera = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => camera.current, [])
  const wrong = problem ?? error

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    setIsReading(true)
    const ready = await prepareIdPhoto(side, file)
    setIsReading(false)
    // The same file may be chosen again after it was mended.
    target.value = ''
    if (typeof ready === 'string') return setProblem(ready)
    setProblem(undefined)
    onChange(ready)
  }

  const picker = {
    type: 'file',
    accept: ACCEPT,
    disabled: isReading,
    onBlur,
    onChange: (event: ChangeEvent<HTMLInputElement>) => void choose(event),
    'aria-describedby': wrong ? `${id}-error` : undefined,
    'aria-invalid': wrong ? (true as const) : undefined,
    className: 'absolute inset-0 size-full cursor-pointer opacity-0',
  } as const
  const focusRing = 'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-celeste'
  return (
    <section aria-label={label} className="flex flex-col gap-3 rounded-card border border-linea bg-tinta p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-16 font-bold">{label}</h2>
        {value && !isReading && error === undefined && (
          <p role="status" className="flex items-center gap-1.5 text-14 font-semibold text-yerba">
            <Check className="size-4" /> Lista
          </p>
        )}
      </div>
      <div
        className={classes(
          'relative grid aspect-[1.6] w-full place-items-center overflow-hidden rounded-card',
          preview ? 'bg-mesa' : 'border-2 border-dashed border-celeste',
          focusRing,
        )}
      >
        <Picture label={label} source={preview} isReading={isReading} />
        {!preview && (
          <input {...picker} ref={camera} name={name} capture="environment" aria-label={`Sacar la foto: ${label}`} />
        )}
      </div>
      <div className="flex min-h-11 items-center justify-between gap-3 text-14">
        <span className="text-humo">{value ? sizeOf(value) : ''}</span>
        <span className={classes('relative inline-flex min-h-11 items-center rounded-full px-2', focusRing)}>
          <span aria-hidden="true" className="font-semibold text-celeste">
            {value ? 'Cambiar la foto' : 'o elegir un archivo'}
          </span>
          <input
            {...picker}
            {...(preview && { ref: camera })}
            aria-label={`${value ? 'Cambiar la foto' : 'Elegir un archivo'}: ${label}`}
          />
        </span>
      </div>
      <FieldError id={`${id}-error`} message={wrong} />
    </section>
  )
}

/** The chosen photo, or what to do to choose one. */
function Picture({ label, source, isReading }: { label: string; source: string | null; isReading: boolean }) {
  if (isReading) return <Spinner label="Preparando la foto" />
  if (source) {
    return <img src={source} alt={`${label} de tu DNI`} className="absolute inset-0 size-full object-contain" />
  }
  return (
    <span className="flex flex-col items-center gap-1 px-4 text-center">
      <Camera className="size-8 text-celeste" />
      <span className="font-bold text-celeste md:hidden">Sacar la foto</span>
      <span className="font-bold text-celeste max-md:hidden">Elegir la foto</span>
      <span className="text-14 text-humo">JPG, PNG o WebP hasta 5 MB</span>
    </span>
  )
}

function sizeOf({ size }: File): string {
  if (size < MEGABYTE / 10) return `${Math.ceil(size / 1024)} KB`
  return `${(size / MEGABYTE).toLocaleString('es-AR', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`
}
