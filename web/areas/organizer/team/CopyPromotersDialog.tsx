import * as z from 'zod/mini'
import type { Answer } from '#contract/api/endpoint.ts'
import { copyEventPromoters } from '#contract/promoters/promoter-desk-promoters.ts'
import { useEventChoices } from '#web/features/events/event-choices.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { counted } from '#web/lib/numbers.ts'
import { ChoiceField } from '#web/ui/fields/ChoiceField.tsx'

const chosen = z.object({ fromEventId: z.string().check(z.minLength(1, 'Elegí el evento')) })

/** Takes over the promoters of another event, with what they may do. */
export function CopyPromotersDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const events = useEventChoices().filter(({ value }) => value !== eventId)
  const form = useSubmit(copyEventPromoters, {
    schema: chosen,
    defaults: { fromEventId: '' },
    failures: { event_not_found: 'fromEventId' },
    toInput: (body) => ({ params: { id: eventId }, body }),
    done: copiedWords,
  })
  return (
    <FormDialog form={form} title="Copiar RRPP de otro evento" submit="Copiar" onClose={onClose}>
      <ChoiceField label="Evento" placeholder="Elegí el evento" options={events} {...form.value('fromEventId')} />
      <p className="text-14 text-humo">
        Se suman con lo que pueden hacer y su comisión, y les avisamos. La hora de cierre se corre con la fecha. A quien
        ya está no le cambia nada.
      </p>
    </FormDialog>
  )
}

function copiedWords({ added, withoutTypes, skipped }: Answer<typeof copyEventPromoters>): string {
  if (added === 0) return skipped === 0 ? 'No había RRPP para sumar' : 'Ninguno de sus RRPP se puede sumar'
  return [
    `Sumaste ${counted(added, 'RRPP', 'RRPP')}.`,
    withoutTypes > 0 && `${withoutTypes} sin cortesías ni venta: acá no están sus entradas.`,
    skipped > 0 && `${skipped} no se ${skipped === 1 ? 'puede' : 'pueden'} sumar.`,
  ]
    .filter(Boolean)
    .join(' ')
}
