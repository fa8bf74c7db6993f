import { HandCoins } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay } from '#contract/values/dates.ts'
import { figures } from '#contract/values/figures.ts'
import { paths } from '#contract/api/paths.ts'
import { getSettlement } from '#contract/companies/settlement.ts'
import { useSession } from '#web/api/session.ts'
import { actions, money, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { useFailedRefunds } from '#web/features/refunds/use-failed-refunds.ts'
import { counted } from '#web/lib/numbers.ts'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { eventSettlementPath, ofCompany } from '../settlement/settlement-list.ts'

/** Whatever sold has something to refund. */
export const soldEvents = defineList(getSettlement, {
  screen: 'organizerRefunds',
  params: ofCompany,
  rows: ({ events }) => events,
  sort: {
    date: ['fecha', { desc: 'Últimas fechas' }],
    name: ['nombre', { asc: 'De la A a la Z' }],
    paid: ['pagado', { desc: 'Los que más vendieron' }],
    kept: ['queda'],
  },
})
export const { loader } = soldEvents

const columns: Columns<typeof soldEvents> = [
  twoLines('Evento', ({ name, startDate }) => ({ title: name, detail: startDate && formatDay(startDate) }), {
    sort: 'name',
  }),
  money(figures.paid, ({ paidCents }) => paidCents, { sort: 'paid' }),
  money(figures.refunded, ({ refundedCents }) => Math.abs(refundedCents), { exact: true, look: 'strong' }),
  actions(({ id, name }) => ({
    buttons: [
      { label: 'Ver reembolsos', of: `de ${name}`, to: paths.eventRefunds(id) },
      { label: 'Liquidación', of: `de ${name}`, to: eventSettlementPath(id) },
    ],
  })),
]

/** `/organizador/reembolsos`: what was refunded of each event that sold, and the way to refund more. */
function RefundsScreen() {
  const list = useList(soldEvents, { enabled: useSession() !== null })
  const failed = useFailedRefunds()
  return (
    <>
      <PageHeader eyebrow="Organizador" title="Reembolsos" />
      {failed.count > 0 && (
        <Notice tone="danger" className="mb-4">
          Mercado Pago rechazó {counted(failed.count, 'reembolso', 'reembolsos')}. La plata todavía no volvió:{' '}
          {failed.events.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={paths.eventRefunds(id)} className="link">
                <Breakable>{name}</Breakable>
              </Link>
            </span>
          ))}
          .
        </Notice>
      )}
      <ListView
        list={list}
        noun={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
        empty={{
          icon: HandCoins,
          title: 'Todavía no vendiste entradas',
          children: 'Cuando vendas, desde acá vas a poder devolver la plata de una entrada o de todo un evento.',
        }}
        caption="Eventos que vendieron"
        columns={columns}
      />
    </>
  )
}

export { RefundsScreen as Component }
