/** The list of what a promoter gave, sold and brought to one event. */
import { getPromoterTickets, type PROMOTER_WAYS } from '#contract/sales/ticket-desk-promoters.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, day, idOf, search } from '#web/features/lists/filters.ts'
import { statusFilters } from '#web/features/tickets/issued-words.ts'

const ways: Readonly<Record<(typeof PROMOTER_WAYS)[number], { many: string }>> = {
  issued: { many: 'Dadas o vendidas' },
  referred: { many: 'Por tu enlace' },
}

export const promoterTickets = defineList(getPromoterTickets, {
  screen: 'promoterTickets',
  rows: ({ tickets }) => tickets,
  fromRoute: ({ id = '' }) => ({ event: id }),

  filters: {
    username: search('buscar', { label: 'Persona', placeholder: 'Buscá por nombre' }),
    how: byState('origen', ways, { label: 'Cómo llegaron', all: 'Todas' }),
    type: idOf('tipo', { label: 'Tipo', all: 'Todos' }),
    status: byState('estado', statusFilters, { kind: 'select', label: 'Estado', all: 'Activas' }),
    date: day('emitida', 'Día'),
  },
  sort: { createdAt: ['emitida', { desc: 'Las últimas' }], name: ['nombre', { asc: 'Por nombre' }] },
})
