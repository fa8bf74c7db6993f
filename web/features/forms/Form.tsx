import type { ReactNode } from 'react'
import { BottomBar } from '#web/ui/overlays/BottomBar.tsx'
import { Button, type ButtonProps } from '#web/ui/base/Button.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'
import { AskBeforeLeaving } from './UnsavedQuestion.tsx'
import type { FormState } from './use-submit.ts'

interface FormProps {
  form: FormState
  /** Text of the button; without it the button is elsewhere and names the form's `id`. */
  submit?: string
  button?: Pick<ButtonProps, 'tone' | 'wide' | 'narrow' | 'icon' | 'className' | 'disabled'>
  /** On phones the button stays under the thumb. */
  bar?: boolean
  /** What a file that is on its way is called: «Subiendo tu foto». */
  uploading?: string
  /** Shown next to the button. */
  actions?: ReactNode
  /** Under the button. */
  below?: ReactNode
  /** Does not mention a restored draft: the form is small enough to show it by itself. */
  quiet?: boolean
  /** The caller shows `form.problem`. */
  isProblemElsewhere?: boolean
  /** Addresses of the same form: going there does not ask. */
  staysOn?: (pathname: string) => boolean
  id?: string
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** The fields of a form that `useSubmit` made, what stopped its last try, and its button. */
export function Form({
  form,
  submit,
  button,
  bar = false,
  uploading,
  actions,
  below,
  quiet = false,
  isProblemElsewhere = false,
  staysOn,
  id,
  label,
  className = 'gap-5',
  children,
}: FormProps) {
  const send = submit !== undefined && (
    <Button type="submit" busy={form.isBusy} {...button}>
      {submit}
    </Button>
  )
  return (
    <form id={id} aria-label={label} noValidate onSubmit={form.submit} className={classes('flex flex-col', className)}>
      {form.isRestored && !quiet && <Restored discard={form.discard} />}
      {children}
      {!isProblemElsewhere && <Problem message={form.problem} />}
      {uploading !== undefined && form.sentShare !== null && (
        <ProgressBar label={uploading} value={form.sentShare} max={1} />
      )}
      {bar ? (
        <BottomBar>
          {actions ? (
            // On a phone the main button is the larger one, at the thumb's side.
            <div className="flex flex-row-reverse flex-wrap gap-3 *:first:flex-[1_1_11rem] md:flex-row md:*:first:flex-none">
              {send}
              {actions}
            </div>
          ) : (
            send
          )}
        </BottomBar>
      ) : actions ? (
        <div className="flex flex-col gap-3 sm:flex-row">
          {send}
          {actions}
        </div>
      ) : (
        send
      )}
      {below}
      {form.isUnsaved && <AskBeforeLeaving isUnsaved={form.isUnsaved} isKept={form.isKept} staysOn={staysOn} />}
    </form>
  )
}

function Restored({ discard }: { discard: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-linea bg-tinta p-4"
    >
      <p className="text-14">Acá está lo que habías escrito sin guardar.</p>
      <Button tone="secondary" size="s" onClick={discard}>
        Descartar
      </Button>
    </div>
  )
}
