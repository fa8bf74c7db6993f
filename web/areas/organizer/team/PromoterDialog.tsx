import { useState } from 'react'
import { getPromo, updateEventPromoter, updateEventPromoters } from '#contract/promoters/promoter-desk-promoters.ts'
import type { EventPromoter } from '#contract/promoters/promoter-desk-promoters.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import type { Promo } from '#contract/promoters/promos.ts'
import { endpointQuery } from '#web/api/query.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { LoadedDialog } from '#web/features/reads/LoadedDialog.tsx'
import { counted } from '#web/lib/numbers.ts'
import { CheckboxGroup } from '#web/ui/fields/CheckboxGroup.tsx'
import { changeOf, differenceOf, inputOf, PARTS, promoInput, type Part } from './promo-form.ts'
import { PromoFields } from './PromoFields.tsx'

interface PromoterDialogProps {
  event: ManagedEvent
  promoter: { readonly id: string; readonly name: string }
  onClose: () => void
}

/** What one promoter may do and earns, as it is now. */
export function PromoterDialog({ event, promoter, onClose }: PromoterDialogProps) {
  const title = `¿Qué puede hacer ${promoter.name}?`
  const query = endpointQuery(getPromo, { query: { eventId: event.id, rrppId: promoter.id } }, { fresh: true })
  return (
    <LoadedDialog title={title} query={query} label="Cargando lo que puede hacer" skeleton="h-96" onClose={onClose}>
      {({ promo }) => <OneForm title={title} event={event} promoter={promoter} promo={promo} onClose={onClose} />}
    </LoadedDialog>
  )
}

function OneForm({ title, event, promoter, promo, onClose }: PromoterDialogProps & { title: string; promo: Promo }) {
  // Read again meanwhile, it would count as a change of this form.
  const [before] = useState(() => inputOf(promo, PARTS))
  const form = useSubmit(updateEventPromoter, {
    schema: promoInput,
    defaults: before,
    leaveGuard: true,
    failures: { ticket_type_not_found: 'ticketTypeIds' },
    unchanged: (typed) => Object.keys(differenceOf(typed, before)).length === 0 && 'Ya está así.',
    toInput: (typed) => ({ params: { id: event.id, rrppId: promoter.id }, body: differenceOf(typed, before) }),
    done: ({ name }) => `Guardaste lo que puede hacer ${name}`,
  })
  return (
    <FormDialog form={form} title={title} submit="Guardar" onClose={onClose}>
      <PromoFields form={form} types={event.ticketTypes} />
    </FormDialog>
  )
}

const parts: readonly { value: Part; label: string }[] = [
  { value: 'active', label: 'Si da y vende' },
  { value: 'uses', label: 'Cuántas cortesías' },
  { value: 'types', label: 'De qué entradas' },
  { value: 'closes', label: 'Hasta cuándo' },
  { value: 'selling', label: 'Si vende en persona' },
  { value: 'commission', label: 'Su comisión' },
]

interface PromotersDialogProps {
  event: ManagedEvent
  promoters: readonly [EventPromoter, ...EventPromoter[]]
  onDone: () => void
  onClose: () => void
}

/** The same of several: only what is ticked changes, the same way for all. */
export function PromotersDialog({ event, promoters, onDone, onClose }: PromotersDialogProps) {
  const [first] = promoters
  const who = counted(promoters.length, 'RRPP', 'RRPP')
  const form = useSubmit(updateEventPromoters, {
    schema: promoInput,
    defaults: inputOf(first.promo, []),
    leaveGuard: true,
    failures: { ticket_type_not_found: 'ticketTypeIds' },
    toInput: (typed) => ({
      params: { id: event.id },
      body: { promoterIds: promoters.map(({ id }) => id), ...changeOf(typed) },
    }),
    done: `Guardaste lo que pueden hacer ${who}`,
    onDone,
  })
  return (
    <FormDialog form={form} title={`¿Qué pueden hacer ${who}?`} submit={`Guardar para ${who}`} onClose={onClose}>
      <CheckboxGroup label="Qué cambia" hint="Lo demás queda como está." options={parts} {...form.value('parts')} />
      <PromoFields form={form} types={event.ticketTypes} />
    </FormDialog>
  )
}
