import { useState } from 'react'
import { getIssueOptions, type IssuedTickets } from '#contract/sales/box-office.ts'
import { useLive } from '#web/api/live.ts'
import { useEventChoices } from '#web/features/events/event-choices.ts'
import { DialogOfRead } from '#web/features/reads/LoadedDialog.tsx'
import { IssuedDialog } from '#web/features/tickets/IssuedDialog.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { ChoiceField } from '#web/ui/fields/ChoiceField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { GenerateForm } from './GenerateForm.tsx'
import { closedWords } from './issue-words.ts'

const TITLE = 'Generar entradas'

interface GenerateDialogProps {
  /** The event, when it is known where tickets are generated. */
  eventId?: string
  onClose: () => void
}

/** Gives courtesies, or sells in person, to one person: the event where it is not known, then type, quantity and recipient. */
export function GenerateDialog({ eventId, onClose }: GenerateDialogProps) {
  const [chosen, setChosen] = useState(eventId ?? '')
  return chosen === '' ? (
    <ChooseEvent onChoose={setChosen} onClose={onClose} />
  ) : (
    <GenerateOfEvent eventId={chosen} onClose={onClose} />
  )
}

function ChooseEvent({ onChoose, onClose }: { onChoose: (id: string) => void; onClose: () => void }) {
  const events = useEventChoices('open')
  return (
    <Dialog open onClose={onClose} title={TITLE}>
      <ChoiceField label="Evento" placeholder="Elegí el evento" options={events} value="" onChange={onChoose} />
    </Dialog>
  )
}

function GenerateOfEvent({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const [made, setMade] = useState<IssuedTickets | null>(null)
  const read = useLive(getIssueOptions, { params: { id: eventId } })
  if (made) return <IssuedDialog made={made} more="Generar más" onMore={() => setMade(null)} onClose={onClose} />
  return (
    <DialogOfRead read={read} title={TITLE} label="Cargando las entradas" onClose={onClose}>
      {(options) =>
        options.closed !== null || options.ticketTypes.length === 0 ? (
          <Dialog open onClose={onClose} title={TITLE}>
            <Notice>
              {options.closed === null ? 'Agregale entradas al evento para generarlas.' : closedWords[options.closed]}
            </Notice>
          </Dialog>
        ) : (
          <GenerateForm eventId={eventId} options={options} title={TITLE} onMade={setMade} onClose={onClose} />
        )
      }
    </DialogOfRead>
  )
}
