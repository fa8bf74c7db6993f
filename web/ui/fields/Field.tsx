import { useId, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { classes } from '../base/classes.ts'

/** What every field shares; the typed fields pass the rest to their control. */
export interface FieldProps {
  label: string
  /** A line under the label that helps to fill it. */
  hint?: ReactNode | undefined
  /** What is wrong, in words. */
  error?: string | undefined
  /** Shows «(opcional)» next to the label. */
  optional?: boolean | undefined
  className?: string | undefined
}

/** Spread on the control, it ties it to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Parts the props of a typed field: what its `Field` draws, and what is its control's. */
export function fieldParts<Props extends FieldProps & { id?: string | undefined }>(props: Props) {
  const { label, hint, error, optional, className, id, ...control } = props
  return [{ label, hint, error, optional, className, id }, control] as const
}

interface FieldFrameProps extends FieldProps {
  id?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Label above, control, error under it. The control is drawn by `children`, which receives its ids. */
export function Field({ label, hint, error, optional, className, id, children }: FieldFrameProps) {
  const generated = useId()
  const controlId = id ?? generated
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={controlId} className="text-14 font-semibold text-papel">
        {label}
        {optional && <span className="font-normal text-humo"> (opcional)</span>}
      </label>
      {hint && (
        <p id={hintId} className="text-14 text-humo">
          {hint}
        </p>
      )}
      {children({
        id: controlId,
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldError id={errorId} message={error} />
    </div>
  )
}

/** The line under a field that says what is wrong; nothing when all is well. */
export function FieldError({ id, message }: { id?: string | undefined; message?: string | undefined }) {
  if (!message) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-14 text-rojo">
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      {message}
    </p>
  )
}

const controlFrame =
  'w-full min-h-12 rounded-card border border-borde-campo bg-mesa px-4 py-2.5 text-papel transition-colors ' +
  'duration-150 hover:border-humo aria-invalid:border-rojo disabled:opacity-55'

/** For a short code that is copied figure by figure. */
export const codeControlStyle = `${controlFrame} text-center text-28 font-bold tracking-[0.3em]`

/** The look of every control that is typed in; 16 px text, so that phones do not zoom in. */
export const controlStyle = `${controlFrame} text-16`
