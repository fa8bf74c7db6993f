import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { eventChoices } from '#web/features/events/event-choices.ts'
import { SearchedChoiceField } from '#web/features/lists/SearchedChoiceField.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'

/** Which event to refund. The event's own screen shows what would be refunded before anything begins. */
export function MassRefundEventDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [eventId, setEventId] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Devolver un evento"
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Volver
          </Button>
          <Button disabled={eventId === ''} onClick={() => void navigate(paths.eventMassRefund(eventId))}>
            Ver qué se devolvería
          </Button>
        </>
      }
    >
      <SearchedChoiceField
        label="Evento"
        hint="Todavía no se devuelve nada."
        source={eventChoices}
        value={eventId}
        onChange={setEventId}
      />
    </Dialog>
  )
}
