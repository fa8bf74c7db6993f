/** A company's settlement as a list in the address, and the way to it with an event chosen. */
import { getSettlement } from '#contract/companies/settlement.ts'
import { currentSession } from '#web/api/session.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { idOf, period } from '#web/features/lists/filters.ts'

export const ofCompany = () => ({ companyId: currentSession()?.user.companyId ?? '' })

export const settlement = defineList(getSettlement, {
  screen: 'organizerSettlement',
  params: ofCompany,
  rows: ({ events }) => events,
  filters: {
    ...period(['from', 'desde'], ['until', 'hasta'], { more: 'Otras fechas o un evento' }),
    eventId: idOf('evento', { label: 'Evento', all: 'Todos los eventos' }),
  },
  sort: {
    date: ['fecha', { desc: 'Últimas fechas' }],
    kept: ['queda', { desc: 'Los que más te dejan' }],
    name: ['nombre'],
    paid: ['pagado'],
  },
})

/** The settlement of one event. */
export const eventSettlementPath = (eventId: string) => settlement.href({ eventId })
