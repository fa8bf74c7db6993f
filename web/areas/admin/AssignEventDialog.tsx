import { useState } from 'react'
import { assignCommercial } from '#contract/events/commercials.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { eventChoices } from '#web/features/events/event-choices.ts'
import { SearchedChoiceField } from '#web/features/lists/SearchedChoiceField.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'

interface AssignEventDialogProps {
  user: { readonly id: string; readonly name: string }
  onClose: () => void
}

interface Holder {
  readonly id: string
  readonly name: string
}

/** Which event a commercial looks after from now on; of one that has another commercial it says who leaves it, and asks again. */
export function AssignEventDialog({ user, onClose }: AssignEventDialogProps) {
  const [eventId, setEventId] = useState('')
  const [holder, setHolder] = useState<Holder | null>(null)
  const assigning = useAct(assignCommercial, {
    input: () => ({ body: { userId: user.id, eventId, ...(holder && { replacesUserId: holder.id }) } }),
    done: `${user.name} se ocupa del evento`,
    onDone: onClose,
    onFail(error) {
      if (!isApiFailure(error, 'event_has_commercial')) return false
      setHolder(error.details as Holder) // what the code says
      return true
    },
    errorMessage: (error) => (isApiFailure(error, 'event_has_commercial') ? '' : failureMessage(error)),
    isProblemShown: true,
  })
  return (
    <ConfirmDialog
      open
      title={`Asignar un evento a ${user.name}`}
      confirmLabel={holder ? `Reemplazar a ${holder.name}` : 'Asignar'}
      tone={holder ? 'danger' : 'primary'}
      busy={assigning.isPending()}
      disabled={eventId === ''}
      onConfirm={() => void assigning.run()}
      onClose={onClose}
    >
      <SearchedChoiceField
        label="Evento"
        hint="Puede editarlo, cambiar sus entradas y cargar sus costos. Se entera por mail, y la organización también."
        source={eventChoices}
        value={eventId}
        onChange={(next) => {
          setEventId(next)
          setHolder(null)
        }}
      />
      {holder && (
        <Notice tone="danger" className="mt-3">
          De este evento se ocupa {holder.name}. Si seguís, lo deja en el momento y recibe un mail.
        </Notice>
      )}
      <Problem message={assigning.problem} className="mt-3" />
    </ConfirmDialog>
  )
}
