/** Files that this module makes: a promoter's money by event, and the receipt of a settlement. */
import type { Proof } from '#contract/api/roles.ts'
import type { getSettlementReceipt as endpoint, listOwnSettlements, OwnPosition } from '#contract/events/commissions.ts'
import { maskName } from '#contract/values/phone.ts'
import { toPesos } from '#contract/values/money.ts'
import type { App } from '#server/context.ts'
import type { Call, FileAnswer } from '#server/http/bound.ts'
import type { CsvTable } from '#server/http/list-export.ts'
import { keepPdf } from '#server/modules/papers/keep-pdf.ts'
import { day, moment, type CsvColumn } from '#server/shared/csv.ts'
import { Failure } from '#server/shared/failure.ts'
import { findSettlement, findSettlementPaper } from './queries-settlements.ts'
import { drawSettlement } from './settlement-pdf.ts'

/** Grows with what `settlement-pdf.ts` draws. */
const LOOK = 1

const money = (header: string, cents: (row: OwnPosition) => number): CsvColumn<OwnPosition> => ({
  header,
  cell: (row) => toPesos(cents(row)),
  isMoney: true,
})

export const ownSettlementsTable: CsvTable<typeof listOwnSettlements, OwnPosition> = {
  name: 'liquidacion-rrpp',
  rows: ({ events }) => events,
  columns: [
    { header: 'Evento', cell: ({ name }) => name },
    { header: 'Organización', cell: ({ companyName }) => companyName },
    { header: 'Fecha', cell: ({ startDate }) => day(startDate) },
    money('Comisión ganada', ({ balance }) => balance.earnedCents),
    money('Comisión confirmada', ({ balance }) => balance.confirmedCents),
    money('Cobrado', ({ balance }) => balance.paidCents),
    money('Te deben', ({ balance }) => balance.owedCents),
    money('Efectivo en mano', ({ balance }) => balance.cashCents),
    { header: 'Se confirma', cell: ({ confirmsAt }) => moment(confirmsAt) },
    { header: 'Liquidaciones', cell: ({ confirmedSettlements }) => confirmedSettlements },
  ],
}

export async function getSettlementReceipt(
  app: App,
  { proof: eventId, params: { rrppId, settlementId }, count }: Call<typeof endpoint>,
): Promise<FileAnswer> {
  const found = await findSettlement(app, settlementId)
  if (found?.eventId !== eventId || found.promoterId !== rrppId) throw new Failure('settlement_not_found')
  return receiptOf(app, settlementId, count)
}

export function getOwnSettlementReceipt(
  app: App,
  id: Proof<'ownPromoterSettlement'>,
  mayDraw: () => Promise<void>,
): Promise<FileAnswer> {
  return receiptOf(app, id, mayDraw)
}

/** The same for both sides: the promoter is called what the event's people call them. Only what was confirmed has one. */
async function receiptOf(app: App, id: string, mayDraw: () => Promise<void>): Promise<FileAnswer> {
  const paper = await findSettlementPaper(app, id)
  if (paper?.state !== 'confirmed') throw new Failure('settlement_not_found')
  const { promoterId, promoterState, name, givenName, eventName, companyName, startsAt, createdAt, endedAt } = paper
  const { commissionCents, handedInCents, countedCents } = paper
  const printed = {
    id,
    // Of a deleted account the name says that alone.
    promoterName: givenName ?? (promoterState === 'deleted' ? name : maskName(name)),
    eventName,
    companyName,
    startsAt,
    createdAt,
    endedAt: endedAt ?? createdAt,
    commissionCents,
    handedInCents,
    countedCents,
  }
  const bytes = await keepPdf(app, {
    kind: 'receipt',
    ownerId: promoterId,
    subjects: [id],
    printed: [LOOK, 'settlement', printed],
    draw: () => drawSettlement(printed),
    mayDraw,
  })
  return { contentType: 'application/pdf', bytes, downloadAs: `liquidacion-${id.slice(-8)}.pdf` }
}
