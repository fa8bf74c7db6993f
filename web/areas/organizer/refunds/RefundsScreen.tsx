import { HandCoins } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay } from '#contract/dates.ts'
import { formatExactCents } from '#contract/exact-money.ts'
import { paths } from '#contract/paths.ts'
import { getSettlement, type SettlementRow } from '#contract/settlement.ts'
import { currentSession, useSession } from '#web/api/session.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { ListView, type ListColumn } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { eventSettlementPath } from '../settlement/settlement-list.ts'

/** Whatever sold has something that can be given back. */
export const soldEvents = defineList(getSettlement, {
  path: paths.organizerRefunds,
  params: () => ({ companyId: currentSession()?.user.companyId ?? '' }),
  sort: {
    names: { date: 'fecha', name: 'nombre', paid: 'pagado', kept: 'queda' },
    first: { sort: 'date', order: 'desc' },
    choices: [
      { sort: 'date', order: 'desc', label: 'Últimas fechas' },
      { sort: 'name', order: 'asc', label: 'De la A a la Z' },
      { sort: 'paid', order: 'desc', label: 'Los que más vendieron' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
})
export const loader: typeof soldEvents.loader = (navigation) =>
  currentSession()?.user.companyId ? soldEvents.loader(navigation) : null

/** `/organizador/reembolsos`: what went back of each event that sold, and the way to give more back. */
function RefundsScreen() {
  const companyId = useSession()?.user.companyId
  const list = useList(soldEvents, { enabled: Boolean(companyId) })
  return (
    <>
      <PageHeader eyebrow="Organizador" title="Reembolsos" />
      {companyId ? (
        <ListView
          list={list}
          rows={({ events }) => events}
          rowKey={({ id }) => id}
          noun={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
          empty={{
            icon: <HandCoins aria-hidden="true" className="size-10" />,
            title: 'Todavía no vendiste entradas',
            children: 'Cuando vendas, desde acá vas a poder devolver la plata de una entrada o de todo un evento.',
          }}
          caption="Eventos que vendieron"
          columns={columns}
        />
      ) : (
        <EmptyState title="Tu cuenta no es de una organización">
          Los reembolsos son de cada organización: entrá con una cuenta de su equipo.
        </EmptyState>
      )}
    </>
  )
}

const columns: ListColumn<typeof getSettlement, SettlementRow>[] = [
  {
    key: 'event',
    header: 'Evento',
    sort: 'name',
    isTitle: true,
    cell: ({ name, startDate }) => (
      <span className="flex flex-col">
        <span className="wrap-anywhere">
          <Breakable>{name}</Breakable>
        </span>
        {startDate && <span className="text-14 font-normal text-humo">{formatDay(startDate)}</span>}
      </span>
    ),
  },
  {
    key: 'paid',
    header: 'Pagado',
    sort: 'paid',
    align: 'right',
    cell: ({ paidCents }) => formatExactCents(paidCents),
  },
  {
    key: 'refunded',
    header: 'Devuelto',
    align: 'right',
    cell: ({ refundedCents }) => <b>{formatExactCents(Math.abs(refundedCents))}</b>,
  },
  {
    key: 'actions',
    stays: true,
    header: 'Acciones',
    align: 'right',
    cell: ({ id, name }) => (
      <span className="flex flex-wrap justify-end gap-x-2 lg:flex-nowrap">
        <LinkButton asChild tone="quiet" size="s">
          <Link to={paths.eventRefunds(id)} aria-label={`Ver reembolsos de ${name}`}>
            Ver reembolsos
          </Link>
        </LinkButton>
        <LinkButton asChild tone="quiet" size="s">
          <Link to={eventSettlementPath(id)} aria-label={`Ver liquidación de ${name}`}>
            Liquidación
          </Link>
        </LinkButton>
      </span>
    ),
  },
]

export { RefundsScreen as Component }
