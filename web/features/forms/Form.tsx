import type { ReactNode } from 'react'
import { BottomBar } from '#web/ui/BottomBar.tsx'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import type { FormState } from './use-submit.ts'

interface FormProps {
  form: FormState
  /** Words of the button; without it the button stands elsewhere and names the form's `id`. */
  submit?: string
  button?: Pick<ButtonProps, 'tone' | 'wide' | 'icon' | 'className' | 'disabled'>
  /** On phones the button stays under the thumb. */
  bar?: boolean
  /** What a file that is on its way is called: «Subiendo tu foto». */
  uploading?: string
  /** Beside the button. */
  actions?: ReactNode
  /** Under the button. */
  below?: ReactNode
  /** Says nothing of what was typed before: the form is small enough to show it by itself. */
  quiet?: boolean
  /** What failed is said where more than this form is sent. */
  isProblemElsewhere?: boolean
  /** Addresses of the same form: nobody is asked before they go there. */
  staysOn?: (pathname: string) => boolean
  id?: string
  label?: string
  className?: string
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
        <BottomBar>{send}</BottomBar>
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

interface AskBeforeLeavingProps {
  isUnsaved: () => boolean
  isKept: boolean
  staysOn: FormProps['staysOn']
}

function AskBeforeLeaving({ isUnsaved, isKept, staysOn }: AskBeforeLeavingProps) {
  const guard = useLeaveGuard(isUnsaved, staysOn)
  return (
    <ConfirmDialog
      open={guard.isAsking}
      title="Tenés cambios sin guardar"
      confirmLabel="Salir sin guardar"
      onConfirm={guard.leave}
      onClose={guard.stay}
    >
      <p className="text-humo">
        {isKept
          ? 'Lo que escribiste se conserva en esta pestaña: si volvés, lo vas a encontrar.'
          : 'Si salís, se pierde lo que escribiste.'}
      </p>
    </ConfirmDialog>
  )
}
