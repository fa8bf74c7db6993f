import { useId, useState } from 'react'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { CompleteProfileForm } from './CompleteProfileForm.tsx'
import { missingOf, type Missing } from './missing.ts'
import { useSession } from '#web/api/session.ts'

interface CompleteProfileDialogProps {
  open: boolean
  title?: string
  /** Of what the profile may lack, that which the purchase needs. */
  needs: readonly Missing[]
  onClose: () => void
  /** The profile has what it lacked: what was interrupted may go on. */
  onDone: () => void
}

/** Asks for what a purchase needs, at the moment it needs it. */
export function CompleteProfileDialog(props: CompleteProfileDialogProps) {
  const { open, title = 'Antes de pagar', needs, onClose, onDone } = props
  const user = useSession()?.user
  const [isBusy, setBusy] = useState(false)
  const formId = useId()
  if (!user) return null
  const missing = missingOf(user).filter((field) => needs.includes(field))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button tone="secondary" onClick={onClose} disabled={isBusy}>
            Ahora no
          </Button>
          <Button type="submit" form={formId} busy={isBusy}>
            Guardar y seguir
          </Button>
        </>
      }
    >
      <CompleteProfileForm id={formId} missing={missing} onBusy={setBusy} onDone={onDone}>
        <p className="text-humo">
          {missing.includes('phone')
            ? 'Necesitamos un teléfono para mandarte las entradas. Tu elección queda guardada.'
            : 'Este evento pide saber tu edad. Tu elección queda guardada.'}
        </p>
      </CompleteProfileForm>
    </Dialog>
  )
}
