/** A link to a ticket that went round: what a hundred who open its PDF take from everybody else. */
import { createVault } from '#server/shared/crypto.ts'
import { makeLinkToken } from '#server/modules/tickets/link-token.ts'
import { noteOf, tryLoad, type Bench } from './bench.ts'
import { assertStatuses } from './load.ts'
import type { Load } from './loads.ts'
import { benchTicket, eventId } from './people.ts'
import { masterKey } from './servers.ts'
import { judged, type Measured } from './table.ts'

const CALLERS = 100
/** Each opens it, and again a second later. */
const CALLS_PER_SECOND = 100
/** The server gives out 30 papers of one ticket a minute and answers 429 to further requests. */
const TOO_MANY = 429
/** What everybody else does meanwhile: a read that asks the database. */
const OTHERS_PER_SECOND = 100
const MOST = 1.2

/** The row about papers. */
export async function papers(bench: Bench): Promise<Measured[]> {
  const { seeded } = await bench.database()
  const { id } = benchTicket(0, seeded.doorNumber)
  const path = `/api/v1/ticket/${id}/pdf?token=${makeLinkToken(createVault(masterKey), id, 1)}`
  const others: Load = {
    name: 'others',
    connections: 20,
    perSecond: OTHERS_PER_SECOND,
    requests: { kind: 'reads', paths: [`/api/v1/event/home/${eventId(3)}`, `/api/v1/event/home/${eventId(4)}`] },
  }
  const callers: Load = {
    name: 'callers',
    connections: CALLERS,
    perSecond: CALLS_PER_SECOND,
    requests: { kind: 'reads', paths: [path] },
  }
  const name = `others' median while ${CALLERS} open one ticket's PDF`
  const alone = (await tryLoad(bench, { name: `${name}: without them`, loads: [others] })).results[0]
  const outcome = await tryLoad(bench, { name, loads: [others, callers] })
  const [busy, opened] = outcome.results
  if (!alone || !busy || !opened) throw new Error('A load without a result')
  assertStatuses(busy, [])
  assertStatuses(opened, [TOO_MANY])
  const medians = `p50 ${alone.p50Ms.toFixed(2)} ms alone, ${busy.p50Ms.toFixed(2)} ms with them`
  const given = `${opened.statuses['200'] ?? 0} PDFs given out, ${opened.statuses[TOO_MANY] ?? 0} refused with 429`
  return [
    judged(
      name,
      busy.p50Ms / alone.p50Ms,
      '× alone',
      { atMost: MOST },
      `${medians}; ${given}; ${noteOf(busy, outcome)}`,
    ),
  ]
}
