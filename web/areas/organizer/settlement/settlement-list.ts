/** A company's settlement as a list in the address, and the way to it with an event chosen. */
import { paths } from '#contract/paths.ts'
import { getSettlement } from '#contract/settlement.ts'
import { currentSession } from '#web/api/session.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { day, idOf } from '#web/features/lists/filters.ts'

/** Sales move: asked afresh each time. */
export const settlement = defineList(getSettlement, {
  path: paths.organizerSettlement,
  params: () => ({ companyId: currentSession()?.user.companyId ?? '' }),
  filters: { from: day('desde'), until: day('hasta'), eventId: idOf('evento') },
  sort: {
    names: { date: 'fecha', name: 'nombre', paid: 'pagado', kept: 'queda' },
    first: { sort: 'date', order: 'desc' },
    choices: [
      { sort: 'date', order: 'desc', label: 'Últimas fechas' },
      { sort: 'kept', order: 'desc', label: 'Los que más te dejan' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
})

/** The settlement of one event. */
export const eventSettlementPath = (eventId: string) => settlement.href({ eventId })
