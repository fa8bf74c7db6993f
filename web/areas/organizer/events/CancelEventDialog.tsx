import * as z from 'zod/mini'
import { confirmationText } from '#contract/values/confirmation.ts'
import { cancelEvent, type ManagedEvent } from '#contract/events/events-managed.ts'
import { confirmationInput } from './confirmation-input.ts'
import { ConfirmationField } from './ConfirmationField.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { counted } from '#web/lib/numbers.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import type { ActedEvent } from './event-acts.ts'

interface CancelEventDialogProps {
  event: ActedEvent
  onClose: () => void
  onDone: (event: ManagedEvent) => void
}

/** Cancels an event for good: why, which its holders read, and its name. */
export function CancelEventDialog({ event, onClose, onDone }: CancelEventDialogProps) {
  const { id, name, sold } = event
  const confirmation = confirmationText(name, 'CANCELAR')
  const form = useSubmit(cancelEvent, {
    schema: z.object({
      reason: cancelEvent.body.shape.reason,
      confirmation: confirmationInput(confirmation),
    }),
    defaults: { reason: '', confirmation: '' },
    draft: { name: `cancelar:${id}`, without: ['confirmation'] },
    failures: { confirmation_mismatch: 'confirmation' },
    toInput: (body) => ({ params: { id }, body }),
    done: 'Cancelado: ya no se vende. Falta avisar y devolver la plata.',
    onDone,
  })
  return (
    <FormDialog
      form={form}
      title={`Cancelar «${name}»`}
      submit="Cancelar el evento"
      button={{ tone: 'danger' }}
      onClose={onClose}
    >
      <Notice tone="danger" announced="never">
        No hay vuelta atrás. La venta se corta en el momento, también para quienes están pagando, y nadie entra con sus
        entradas.
      </Notice>
      <p className="text-humo">
        {sold === 0
          ? 'Todavía no se vendió ninguna entrada.'
          : `Se ${sold === 1 ? 'vendió' : 'vendieron'} ${counted(sold, 'entrada', 'entradas')}. Después de cancelar vas a poder avisarles a todos y devolver la plata, cada cosa con su botón.`}
      </p>
      <TextArea
        label="Por qué se cancela"
        hint="Lo leen quienes tienen entradas."
        rows={3}
        maxLength={500}
        {...form.field('reason')}
      />
      <ConfirmationField text={confirmation} eventName={name} {...form.field('confirmation')} />
    </FormDialog>
  )
}
