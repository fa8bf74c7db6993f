import { getOrders, ORDER_STATES } from '#contract/sales/checkout.ts'
import { paths } from '#contract/api/paths.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { Card } from '#web/ui/base/Card.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { orderStates } from './past-order.ts'
import { PastOrderCard } from './PastOrderCard.tsx'

/** The address names a state as the server does. */
const states = ORDER_STATES.map((state) => [state, state, orderStates[state].one] as const)

export const purchases = defineList(getOrders, {
  screen: 'clientHistory',
  rows: ({ orders }) => orders,
  rowKey: 'publicId',
  filters: {
    search: search('buscar', { label: 'Buscar por evento o número', placeholder: 'Evento o número de compra' }),
    state: choice('estado', states, { kind: 'select', label: 'Estado', all: 'Todas' }),
  },
  sizes: [10, 20, 50],
})
export const { loader } = purchases

/** What a person bought, with its money and its papers. */
function PurchasesScreen() {
  const list = useList(purchases)
  return (
    <>
      <PageHeader title="Mis compras" />
      <ListView
        list={list}
        noun={{ none: 'Ninguna compra', one: 'compra', many: 'compras' }}
        empty={{
          title: 'Todavía no compraste nada',
          children: 'Acá quedan tus compras, con su pago, su comprobante y sus devoluciones.',
          action: <ScreenButton to={paths.events()}>Ver eventos</ScreenButton>,
        }}
        noMatchHint="Probá con otro nombre o con otro estado."
        failure="No pudimos traer tus compras"
        skeleton={
          <div className="flex flex-col gap-4">
            <Skeleton className="h-60 w-full" />
            <Skeleton className="h-60 w-full" />
          </div>
        }
      >
        {(orders) => (
          <ul className="flex flex-col gap-4">
            {orders.map((order) => (
              <Card asChild key={order.publicId} className="p-5">
                <li>
                  <PastOrderCard order={order} />
                </li>
              </Card>
            ))}
          </ul>
        )}
      </ListView>
    </>
  )
}

export { PurchasesScreen as Component }
