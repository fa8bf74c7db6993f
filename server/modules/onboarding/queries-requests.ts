/** Requests as the team sees them. */
import { sql } from 'kysely'
import type { RequestState } from '#contract/companies/onboarding.ts'
import type { listOrganizerRequests, OrganizerRequest } from '#contract/companies/onboarding-requests.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { kindOf } from './organization.ts'
import { openSent, SENT } from './queries.ts'

type Decision = OrganizerRequest['earlier'][number]

function requests({ db }: Core) {
  return db
    .selectFrom('organizer_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(SENT)
    .select((eb) => [
      eb.selectFrom('users as d').select('d.name').whereRef('d.id', '=', 'r.decided_by').as('decidedBy'),
      sql<Decision[] | null>`(
        select json_agg(json_build_object('state', e.state, 'decidedAt', e.decided_at, 'reason', e.reason, 'decidedBy', d.name)
                        order by e.sent_at desc)
          from organizer_requests e left join users d on d.id = e.decided_by
         where e.user_id = r.user_id and e.sent_at < r.sent_at)`.as('earlier'),
      sql<OrganizerRequest['person']>`json_build_object('id', u.id, 'name', u.name, 'mail', u.mail, 'phone', u.phone,
        'isProved', accounts_has_verified_contact(u.mail_proved_at, u.phone_proved_at))`.as('person'),
      sql<OrganizerRequest['company']>`(
        select json_build_object('id', c.id, 'name', c.name) from companies c where c.id = r.company_id)`.as('company'),
      sql<boolean>`exists (
        select from organizer_request_photos p where p.request_id = r.id and p.erased_at is null)`.as('hasPhotos'),
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof requests>['execute']>>[number]

function toRequest(app: Core, row: Row): OrganizerRequest {
  const { decidedAt, decidedBy, reason, earlier, ...rest } = row
  const state = row.state as RequestState // CHECK on the column
  return {
    ...openSent(app, rest, { isOwn: false }),
    decision: decidedAt === null ? null : { state, decidedAt, decidedBy, reason },
    earlier: earlier ?? [],
  }
}

/** Throws `organizer_request_not_found`. */
export async function getOrganizerRequest(app: Core, id: string): Promise<OrganizerRequest> {
  const row = await requests(app).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('organizer_request_not_found')
  return toRequest(app, row)
}

/** The oldest first, as a queue is taken. */
export function listRequests(
  app: App,
  { query }: Call<typeof listOrganizerRequests>,
): Promise<Answer<typeof listOrganizerRequests>> {
  const { state, organizationType } = query
  const rows = requests(app)
    .$if(state !== undefined, (all) => all.where('r.state', '=', state ?? ''))
    .$if(organizationType !== undefined, (all) => all.where('r.kind', '=', kindOf(organizationType ?? 'Empresa')))
  return pageOf(rows, query, {
    rows: 'requests',
    id: 'r.id',
    sort: { sentAt: 'r.sent_at', name: sql`plain_text(r.full_name)` },
    search: [sql`concat_ws(' ', r.full_name, r.organization_name, r.mail)`],
    map: (row) => toRequest(app, row),
  })
}
