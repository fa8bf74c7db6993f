import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import {
  deleteCost,
  exportCosts,
  exportCostsSheet,
  listCosts,
  type EventCost,
} from '#contract/events/commercials-costs.ts'
import { getEventMetrics } from '#contract/events/metrics.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { actions, day, money, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { COSTS_ANCHOR } from './AssignedEvent.tsx'
import { assignmentMessage } from './assignment-message.ts'
import { CostDialog } from './CostDialog.tsx'
import { Profit } from '#web/features/costs/Profit.tsx'

export const costs = defineList(listCosts, {
  screen: 'commercialEvent',
  params: ({ eventId = '' }) => ({ id: eventId }),
  rows: ({ eventCosts }) => eventCosts,
  filters: { search: search('costo-buscado', { label: 'Tipo de costo', placeholder: 'Buscá por tipo' }) },
  sort: {
    createdAt: ['cargado', { desc: 'Los últimos', asc: 'Los primeros' }],
    amount: ['importe', { desc: 'Los más altos', asc: 'Los más bajos' }],
    costType: ['tipo', { asc: 'De la A a la Z' }],
  },
  fresh: true,
  file: { endpoint: exportCosts, sheet: exportCostsSheet, name: 'costos' },
})

/** «Costos» of an event, on the screen `commercialEvent`: what it costs, and what it leaves once that is paid. */
export function CostsSection({ eventId }: { eventId: string }) {
  const list = useList(costs)
  const metrics = useQuery(endpointQuery(getEventMetrics, { params: { id: eventId } }, { fresh: true }))
  const [asked, setAsked] = useDialogAddress('costo')
  const { hash } = useLocation()
  useEffect(() => {
    // From another screen it is not there yet when the address is followed.
    if (hash === `#${COSTS_ANCHOR}`) document.getElementById(COSTS_ANCHOR)?.scrollIntoView()
  }, [hash])
  const deleting = useAct(deleteCost, {
    input: ({ id: costId, version }: EventCost) => ({ params: { id: eventId, costId }, query: { version } }),
    title: ({ costType }) => `¿Borrar ${costType}?`,
    description: ({ amount }) => `Los costos bajan ${formatMoney(toCents(amount))}.`,
    confirm: 'Borrar',
    tone: 'danger',
    done: ({ costType }) => `Borraste ${costType}`,
    errorMessage: (error) => assignmentMessage(error, 'Error al borrar el costo'),
  })
  const columns: Columns<typeof costs> = [
    twoLines('De qué es', ({ costType }) => ({ title: costType }), { sort: 'costType' }),
    day('Cargado', ({ createdAt }) => createdAt, { sort: 'createdAt' }),
    money('Importe', ({ amount }) => toCents(amount), { sort: 'amount', look: 'strong' }),
    actions((cost) => ({
      buttons: [
        { label: 'Editar', of: cost.costType, onSelect: () => setAsked(cost.id) },
        { label: 'Borrar', of: cost.costType, onSelect: () => deleting.ask(cost) },
      ],
    })),
  ]
  const opened = list.rows?.find(({ id }) => id === asked) ?? null
  const types = list.answer?.costsByType.map(({ costType }) => costType) ?? []
  return (
    <Section
      title="Costos"
      id={COSTS_ANCHOR}
      // Not at a phone's thumb: there the editor above saves.
      action={
        <Button tone="secondary" size="s" icon={<ReceiptText className="size-5" />} onClick={() => setAsked('nuevo')}>
          Cargar costo
        </Button>
      }
    >
      <ListView
        list={list}
        noun={{ none: 'Ningún costo', one: 'costo', many: 'costos' }}
        empty={{
          icon: ReceiptText,
          title: 'Todavía no hay costos',
          children: 'Cargá el lugar, el sonido y lo demás: acá se ve con cuántas entradas se cubren.',
        }}
        noMatchHint="Probá con otro tipo."
        failure="Error al cargar los costos"
        caption="Costos del evento"
        columns={columns}
      />
      <Loaded read={metrics} label="Cargando lo que queda" skeleton="h-80" errorText="Error al cargar las métricas">
        {({ totals, costsByType, capacity, taken, held }) => (
          <Profit totals={totals} costsByType={costsByType} left={capacity - taken - held} isOwn={false} />
        )}
      </Loaded>
      {asked !== null && (asked === 'nuevo' || opened) && (
        <CostDialog
          key={asked}
          eventId={eventId}
          cost={asked === 'nuevo' ? null : opened}
          types={types}
          onClose={() => setAsked(null)}
        />
      )}
      {deleting.dialog}
    </Section>
  )
}
