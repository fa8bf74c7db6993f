/** The file of an event's promoters. */
import type { EventPromoter, listEventPromoters } from '#contract/promoters/promoter-desk-promoters.ts'
import { toPesos } from '#contract/values/money.ts'
import type { CsvTable } from '#server/http/list-export.ts'

const accounts = { active: 'Activo', pending: 'Sin activar su cuenta', blocked: 'Cuenta bloqueada' } as const

function stateOf({ isOnTeam, state, promo }: EventPromoter): string {
  if (!isOnTeam) return 'Ya no está'
  return state === 'active' && !promo.isActive ? 'Pausado' : accounts[state]
}

export const promotersTable: CsvTable<typeof listEventPromoters, EventPromoter> = {
  name: 'rrpp',
  rows: ({ promoters }) => promoters,
  columns: [
    { header: 'RRPP', cell: ({ name }) => name },
    { header: 'Código', cell: ({ code }) => code },
    { header: 'Estado', cell: stateOf },
    { header: 'Cortesías dadas', cell: ({ usedCourtesies }) => usedCourtesies },
    { header: 'Cortesías que puede dar', cell: ({ promo }) => promo.maxUses },
    { header: 'Compras', cell: ({ sales }) => sales },
    { header: 'Entradas', cell: ({ tickets }) => tickets },
    { header: 'Ingresaron', cell: ({ arrived }) => arrived },
    { header: 'Comisión ganada', cell: ({ commissionCents }) => toPesos(commissionCents), isMoney: true },
    { header: 'Comisión sin pagar', cell: ({ unpaidCents }) => toPesos(unpaidCents), isMoney: true },
    { header: 'Efectivo en mano', cell: ({ cashInHandCents }) => toPesos(cashInHandCents), isMoney: true },
  ],
}
