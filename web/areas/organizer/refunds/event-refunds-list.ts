import { exportRefunds, listRefunds } from '#contract/sales/refunds.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, idOf, search } from '#web/features/lists/filters.ts'
import { refundFilters, refundSources } from '#web/features/refunds/refund-words.ts'

/** The refunds of an event, in their address. */
export const eventRefunds = defineList(listRefunds, {
  screen: 'eventRefunds',
  rows: ({ refunds }) => refunds,
  filters: {
    state: byState('estado', refundFilters, {
      label: 'Estado de los reembolsos',
      all: 'Todos',
      states: ['open', 'completed', 'failed', 'external', 'rejected'],
    }),
    source: byState('motivo', refundSources, { kind: 'select', label: 'Motivo', all: 'Todos los motivos' }),
    massRefundId: idOf('masiva'),
    search: search('buscar', {
      label: 'Persona, entrada o compra',
      placeholder: 'Buscá por persona, entrada o compra',
    }),
  },
  sort: {
    createdAt: ['pedido', { desc: 'Los más nuevos' }],
    amount: ['importe', { desc: 'De mayor importe' }],
    state: ['estado'],
  },
  file: { endpoint: exportRefunds, name: 'reembolsos' },
})
