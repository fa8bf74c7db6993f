import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button, type ButtonProps } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'
import { Form } from './Form.tsx'
import { UnsavedQuestion } from './UnsavedQuestion.tsx'
import type { FormState } from './use-submit.ts'

interface FormDialogProps {
  form: FormState
  title: string
  /** Text of the button. */
  submit: string
  button?: Pick<ButtonProps, 'tone' | 'disabled'>
  /** Leads back to the step before, by a button of its own. */
  onBack?: () => void
  /** What a file that is on its way is called: «Subiendo la foto». */
  uploading?: string
  /** It is not over once it was sent: another may follow. */
  staysOpen?: boolean
  /** Does not mention a restored draft: the form is small enough to show it by itself. */
  quiet?: boolean
  /** Asked for by the person, and called once it was sent unless they closed it before. */
  onClose: () => void
  /** Between the fields. */
  className?: string
  children: ReactNode
}

/** A form in a dialog. The button stays under the thumb, with why it was refused, however long the form is. */
export function FormDialog(props: FormDialogProps) {
  const { form, title, submit, button, onBack, uploading, staysOpen = false, quiet = false } = props
  const { onClose, className, children } = props
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  // Once closed, it must not close the dialog that was opened after it.
  const closeIfShown = () => {
    if (isShown.current && !staysOpen) onClose()
  }
  return (
    <Dialog
      open
      onClose={() => (form.isUnsaved?.() ? setAsking(true) : onClose())}
      title={title}
      actions={
        <div className="flex w-full flex-col gap-3">
          <Problem message={form.problem} />
          {uploading !== undefined && form.sentShare !== null && (
            <ProgressBar label={uploading} value={form.sentShare} max={1} />
          )}
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            {onBack && (
              <Button tone="secondary" disabled={form.isBusy} onClick={onBack}>
                Volver
              </Button>
            )}
            <Button type="submit" form={id} busy={form.isBusy} wide={!onBack} {...button}>
              {submit}
            </Button>
          </div>
        </div>
      }
    >
      <Form
        id={id}
        form={{ ...form, submit: (event) => form.submit(event, closeIfShown) }}
        isProblemElsewhere
        quiet={quiet}
        className={className}
      >
        {children}
      </Form>
      <UnsavedQuestion isAsking={isAsking} isKept={form.isKept} onLeave={onClose} onStay={() => setAsking(false)} />
    </Dialog>
  )
}
