/** Files that this module makes of its lists. */
import type { listRefunds, RefundRow, RefundSource, RefundState } from '#contract/sales/refunds.ts'
import type { CsvTable } from '#server/http/list-export.ts'
import { moment } from '#server/shared/csv.ts'

export const stateNames: Record<RefundState, string> = {
  requested: 'Espera su turno',
  approved: 'En marcha',
  processing: 'En marcha',
  completed: 'Devuelta',
  failed: 'No se pudo',
  rejected: 'No hizo falta',
  external: 'Hecha por fuera',
}

export const sourceNames: Record<RefundSource, string> = {
  buyer_regret: 'Arrepentimiento',
  organizer: 'La organización',
  event_cancelled: 'Evento cancelado',
  rescheduled: 'Cambio de fecha o lugar',
  god_mass: 'Devolución de todo el evento',
  late_payment: 'Pago fuera de tiempo',
  wrong_payment: 'Pago que no correspondía',
  chargeback: 'Contracargo',
}

export const refundsTable: CsvTable<typeof listRefunds, RefundRow> = {
  name: 'devoluciones',
  rows: ({ refunds }) => refunds,
  columns: [
    { header: 'Devolución', cell: ({ id }) => id },
    { header: 'Pedida', cell: ({ createdAt }) => moment(createdAt) },
    { header: 'Hecha', cell: ({ completedAt }) => moment(completedAt) },
    { header: 'Estado', cell: ({ state }) => stateNames[state] },
    { header: 'Origen', cell: ({ source }) => sourceNames[source] },
    { header: 'Importe', cell: ({ amount }) => amount },
    { header: 'Entrada', cell: ({ ticket }) => ticket?.number },
    { header: 'Tipo', cell: ({ ticket }) => ticket?.type },
    { header: 'Compra', cell: ({ orderNumber }) => orderNumber },
    { header: 'Quién pagó', cell: ({ payer }) => payer.name },
    { header: 'Email', cell: ({ payer }) => payer.mail },
    { header: 'Teléfono', cell: ({ payer }) => payer.phone },
    { header: 'Quién la pidió', cell: ({ requestedBy }) => requestedBy },
    { header: 'Motivo', cell: ({ reason }) => reason },
  ],
}
