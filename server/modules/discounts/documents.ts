/** Files that this module makes of its lists. */
import type { DiscountCodeRow, DiscountState, listDiscountCodes } from '#contract/events/discounts.ts'
import { toPesos } from '#contract/values/money.ts'
import type { CsvTable } from '#server/http/list-export.ts'
import { day, moment } from '#server/shared/csv.ts'

const states: Record<DiscountState, string> = {
  active: 'Activo',
  scheduled: 'Programado',
  ended: 'Vencido',
  used_up: 'Agotado',
  stopped: 'Detenido',
}

export const discountCodesTable: CsvTable<typeof listDiscountCodes, DiscountCodeRow> = {
  name: 'codigos-de-descuento',
  rows: ({ discountCodes }) => discountCodes,
  columns: [
    { header: 'Código', cell: ({ code }) => code },
    { header: 'Estado', cell: ({ state }) => states[state] },
    { header: 'Descuento (%)', cell: ({ percent }) => percent },
    { header: 'Descuento en pesos', cell: ({ amountCents }) => amountCents && toPesos(amountCents), isMoney: true },
    {
      header: 'Entradas',
      cell: ({ ticketTypes }) => ticketTypes?.map(({ name }) => name).join(', ') ?? 'Todas',
    },
    { header: 'Usos', cell: ({ uses }) => uses },
    { header: 'Usos máximos', cell: ({ maxUses }) => maxUses },
    { header: 'Usos por persona', cell: ({ perPersonLimit }) => perPersonLimit },
    { header: 'Desde', cell: ({ startsAt }) => moment(startsAt) },
    { header: 'Hasta', cell: ({ endsAt }) => moment(endsAt) },
    { header: 'Lo creó', cell: ({ madeBy }) => madeBy },
    { header: 'Creado', cell: ({ createdAt }) => day(createdAt) },
    { header: 'Detenido', cell: ({ stoppedAt }) => moment(stoppedAt) },
  ],
}
