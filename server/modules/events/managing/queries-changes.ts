/** What commercials changed of an event: the audit's rows of their acts. */
import { sql } from 'kysely'
import type { Answer } from '#contract/api/endpoint.ts'
import {
  CHANGE_ACTS,
  type CommercialChange,
  type getCommercialChanges as endpoint,
} from '#contract/events/event-changes.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { toInstant } from '#server/shared/clock.ts'
import { changeState, readDifference, type ChangeRow } from './event-difference.ts'
import { getManaged } from './queries-manage.ts'

/** What the audit row of a commercial's act has in `after`: the role that it was done in, which the person may lose. */
export const BY_COMMERCIAL = { by: 'COMERCIAL' } as const

function selectChanges(app: Core) {
  return app.db
    .selectFrom('audit_rows as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .select(['a.id', 'a.at', 'a.object_id as eventId', 'u.name as userName'])
    .select(sql<CommercialChange['act']>`substr(a.action, 7)`.as('act'))
    .select(sql<ChangeRow['before']>`a.before`.as('before'))
    .select(sql<ChangeRow['after']>`a.after`.as('after'))
    .where('a.object_type', '=', 'event')
    .where(
      'a.action',
      'in',
      CHANGE_ACTS.map((act) => `event.${act}`),
    )
    .where(
      sql<boolean>`a.after @> ${JSON.stringify(BY_COMMERCIAL)}::jsonb and a.after <> ${JSON.stringify(BY_COMMERCIAL)}::jsonb`,
    )
}
type Row = Awaited<ReturnType<ReturnType<typeof selectChanges>['execute']>>[number]

/** The latest first; each says whether it can be undone. */
export async function listCommercialChanges(
  app: App,
  { proof: id, query }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  // Before the rows: what is saved in between shows in them, and undoing them is then refused.
  const event = await getManaged(app, id)
  const map = ({ userName, at, act, ...row }: Row): CommercialChange => {
    const difference = readDifference(row)
    return {
      id: row.id,
      act,
      changedAt: toInstant(at),
      userName: userName ?? 'Cuenta eliminada',
      ...difference,
      state: changeState(difference, event),
    }
  }
  return pageOf(selectChanges(app).where('a.object_id', '=', id), query, {
    rows: 'changes',
    id: 'a.id',
    sort: { changedAt: 'a.at' },
    map,
    more: async () => ({ version: event.version }),
  })
}

export async function getChangeInstant(app: Core, changeId: number): Promise<string> {
  const { at } = await selectChanges(app).where('a.id', '=', changeId).executeTakeFirstOrThrow()
  return toInstant(at)
}

/** More than that is only counted. */
const MAILED_CHANGES = 10

/** What commercials changed of an event from one instant until another, the first changes in full; undefined when none did. */
export async function findCommercialChanges(
  app: Core,
  { eventId, from, until }: { eventId: string; from: string; until: string },
) {
  const rows = await selectChanges(app)
    .innerJoin('events as e', (join) => join.on(sql<boolean>`e.id::text = a.object_id`))
    .select(['e.name as eventName', sql<number>`(count(*) over ())::int`.as('total')])
    .where('a.object_id', '=', eventId)
    .where('a.at', '>=', from)
    .where('a.at', '<', until)
    .orderBy('a.id')
    .limit(MAILED_CHANGES)
    .execute()
  const [first] = rows
  if (!first) return undefined
  return {
    eventName: first.eventName,
    changes: rows.map((row) => ({ ...row, ...readDifference(row) })),
    more: first.total - rows.length,
  }
}
