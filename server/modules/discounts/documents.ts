/** Files that this module makes of its lists. */
import { formatMoment, toLocalDate } from '#contract/dates.ts'
import type { DiscountCodeRow, DiscountState, listDiscountCodes } from '#contract/discounts.ts'
import { toPesos } from '#contract/money.ts'
import type { CsvTable } from '#server/http/list-export.ts'

const states: Record<DiscountState, string> = {
  active: 'Activo',
  scheduled: 'Programado',
  ended: 'Vencido',
  used_up: 'Agotado',
  stopped: 'Detenido',
}

const moment = (at: string | null) => at && formatMoment(at)

export const discountCodesTable: CsvTable<typeof listDiscountCodes, DiscountCodeRow> = {
  name: 'codigos-de-descuento',
  rows: ({ discountCodes }) => discountCodes,
  columns: [
    { header: 'Código', cell: ({ code }) => code },
    { header: 'Estado', cell: ({ state }) => states[state] },
    { header: 'Descuento (%)', cell: ({ percent }) => percent },
    { header: 'Descuento en pesos', cell: ({ amountCents }) => amountCents && toPesos(amountCents) },
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
    { header: 'Creado', cell: ({ createdAt }) => toLocalDate(createdAt) },
    { header: 'Detenido', cell: ({ stoppedAt }) => moment(stoppedAt) },
  ],
}
