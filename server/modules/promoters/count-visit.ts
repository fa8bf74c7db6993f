/** Openings of promoters' links, counted without anything of who opened them. */
import { sql } from 'kysely'
import { TIME_ZONE } from '#contract/values/dates.ts'
import type { countReferralVisit as endpoint } from '#contract/events/referral-visits.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'

/** What programs call themselves that open links to show a preview, to index or to watch: nobody looks at what they open. */
const ROBOT =
  /bot\b|bot[/;_-]|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp\/|telegram|twitter|embed|monitor|headless|lighthouse|curl|wget|python|java\/|okhttp|axios|node-fetch|go-http/i

/** Whether a person's browser may be behind this user agent. */
export function isPerson(agent: string): boolean {
  return /Mozilla\//.test(agent) && !ROBOT.test(agent)
}

/** Counts one opening for the code's promoter, on the day of the event's country; an unknown code and a robot count nowhere. */
export async function countVisit(
  app: App,
  { body, origin }: Pick<Call<typeof endpoint>, 'body' | 'origin'>,
): Promise<void> {
  if (!isPerson(origin.agent ?? '')) return
  await sql`
    insert into referral_visits as v (promo_id, day)
    select p.id, (app_now() at time zone ${sql.lit(TIME_ZONE)})::date from promos p
     where p.code = upper(${body.code}) and p.event_id = ${body.eventId}
    on conflict (promo_id, day) do update set visits = v.visits + 1`.execute(app.db)
}
