/** Openings of promoters' links, counted without anything of who opened them. */
import type { countReferralVisit as endpoint } from '#contract/promoters/promoters-visits.ts'
import { inTransaction, type App } from '#server/context.ts'
import { take } from '#server/db/limits.ts'
import type { Call } from '#server/http/bound.ts'
import { addVisit } from './store.ts'

/**
 * What programs call themselves that open links to show a preview, to index or to watch: no person looks at what they open. The apps of X,
 * Telegram and Pinterest name themselves in the browser inside them, where a person looks; their programs say that they are bots.
 */
const ROBOT =
  /(?<!cu)bot\b|(?<!cu)bot[/;_-]|google(?!app)[\w -]*(?:tool|favicon|read|docs)|phantomjs|linkpresentation|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp\/|embed|monitor|headless|lighthouse|curl|wget|python|java\/|okhttp|axios|node-fetch|go-http/i

/** Whether a person's browser may be behind this user agent. */
export function isPerson(agent: string): boolean {
  return /Mozilla\//.test(agent) && !ROBOT.test(agent)
}

/** Counts one opening a device and day for the code's promoter; an unknown code, an event that is not on and a robot count nowhere. */
export async function countVisit(
  app: App,
  { body, origin }: Pick<Call<typeof endpoint>, 'body' | 'origin'>,
): Promise<void> {
  if (!isPerson(origin.agent ?? '')) return
  await inTransaction(app, async (app) => {
    const subject = `${origin.device} ${body.eventId} ${body.code.toUpperCase()}`
    if (!(await take(app, 'referral visit', subject)).isOver) await addVisit(app, body)
  })
}
