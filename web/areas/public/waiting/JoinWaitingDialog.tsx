import { useState } from 'react'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { joinWaitingList } from '#contract/events/waiting-list-join.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { useWhatsapp } from '#web/features/delivery-channels/delivery-channels.ts'
import { CompleteProfileDialog } from '#web/features/profile/CompleteProfileDialog.tsx'
import { ProveContactDialog } from '#web/features/profile/ProveContactDialog.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { Stepper } from '#web/ui/fields/Stepper.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

interface JoinWaitingDialogProps {
  event: Pick<EventPage, 'orderLimit'>
  type: TicketType
  onClose: () => void
}

/** «Avisame si se libera»: for how many, and what happens then. */
export function JoinWaitingDialog({ event, type, onClose }: JoinWaitingDialogProps) {
  const [quantity, setQuantity] = useState(1)
  const isWhatsappOn = useWhatsapp() !== false
  const joining = useEndpointMutation(joinWaitingList, {
    onSuccess: () => {
      showToast('Listo, te avisamos apenas se libere', 'success')
      onClose()
    },
  })
  const join = () => joining.mutate({ params: { typeId: type.id }, body: { quantity } })
  // Asked for here and now; what was asked for goes on by itself.
  const lacking = { open: true, onClose: () => joining.reset(), onDone: join }
  if (isApiFailure(joining.error, 'profile_incomplete')) {
    return <CompleteProfileDialog title="Para poder avisarte" needs={['phone']} {...lacking} />
  }
  if (isApiFailure(joining.error, 'contact_unproved'))
    return <ProveContactDialog {...lacking} why="Para avisarte cuando se libere" />
  return (
    <Dialog
      open
      onClose={onClose}
      title="Te avisamos si se libera"
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Ahora no
          </Button>
          <Button busy={joining.isPending} onClick={join}>
            Anotarme
          </Button>
        </>
      }
    >
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 font-bold wrap-anywhere">{type.name}</p>
        <Stepper
          label={`Entradas ${type.name}`}
          value={quantity}
          min={1}
          max={Math.min(event.orderLimit, type.perPersonLimit ?? event.orderLimit, 10)}
          onChange={setQuantity}
        />
      </div>
      <ul className="mt-4 flex list-disc flex-col gap-2 pl-5 text-14 text-humo">
        <li>
          Cuando se libere lugar te avisamos por {isWhatsappOn ? 'WhatsApp y email' : 'email'}, por orden de llegada, de
          9 a 23.
        </li>
        <li>Te lo guardamos 30 minutos para que compres, al precio de ese momento.</li>
        <li>Si se liberan menos de las que pedís, te ofrecemos las que haya.</li>
        <li>No pagás nada por anotarte. La lista cierra 2 horas antes del evento.</li>
      </ul>
      <Problem message={joining.error && failureMessage(joining.error, 'No pudimos anotarte')} />
    </Dialog>
  )
}
