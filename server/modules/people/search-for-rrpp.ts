/** People as promoters find them (rule R12.11). */
import { sql } from 'kysely'
import { mailSpelling } from '#contract/accounts/accounts.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type {
  getRrppPeople as listEndpoint,
  PromoterPerson,
  searchForRrpp as endpoint,
} from '#contract/accounts/people-promoters.ts'
import { maskName } from '#contract/values/phone.ts'
import { textLength } from '#contract/values/text.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { pageOf } from '#server/db/page.ts'
import { wordPatterns } from '#server/db/search.ts'
import type { Call, WaitFor } from '#server/http/bound.ts'
import { halfName, maskContact } from '#server/modules/accounts/contact/mask-contact.ts'
import { findPerson, hasProvedContact } from '#server/modules/accounts/contact/queries.ts'
import { takeMissQuota } from '#server/modules/accounts/contact/take-miss-quota.ts'
import { seenPromos } from '#server/modules/box-office/seen-promos.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { normalisePhone } from '#server/shared/phone.ts'

/** Its audit rows. */
const SEARCH = 'people.search_for_rrpp'
const SEARCH_ROWS = 20
/** A beginning of fewer letters would list everybody. */
const LEAST_LETTERS = 3

interface Person {
  readonly id: string
  readonly name: string
  readonly mail: string | null
  readonly phone: string | null
}

/** Half a name and masked contacts; whole for administrators. */
function personFor(actor: Actor, { id, name, mail, phone }: Person): PromoterPerson {
  const shown = isAdministrator(actor) ? name : maskName(name)
  return maskContact({ id, username: shown, name: shown, mail, phone }, isAdministrator(actor))
}

/** People (alias `u`) to whom tickets went by hand from the promoters whose work the caller sees, one row for each. */
function selectServed(app: App, actor: Actor, asked: Parameters<typeof seenPromos>[1]) {
  // Of each what was known of them the last time.
  const served = sql<Served>`(
    select t.payer_id as id, count(*) filter (where tickets_has_place(t.state))::int as tickets,
           count(*) filter (where t.state = 'used')::int as admitted, max(i.created_at) as last_at,
           (array_agg(i.recipient_name order by i.id desc))[1] as name,
           (array_agg(i.recipient_mail order by i.id desc))[1] as mail,
           (array_agg(i.recipient_phone order by i.id desc))[1] as phone
      from promos p join events e on e.id = p.event_id
      join issuances i on i.promo_id = p.id join tickets t on t.issuance_id = i.id
     where ${seenPromos(actor, asked)} group by t.payer_id)`
  return app.db
    .selectFrom(served.as('w'))
    .innerJoin('users as u', 'u.id', 'w.id')
    .where('u.state', '<>', 'deleted')
    .select((eb) => [eb.fn.coalesce('w.name', 'u.name').as('name'), 'w.mail', 'w.phone'])
    .select(['u.id', 'w.tickets', 'w.admitted', 'w.last_at as lastAt'])
}

interface Served {
  readonly id: string
  readonly tickets: number
  readonly admitted: number
  readonly last_at: string
  readonly name: string | null
  readonly mail: string | null
  readonly phone: string | null
}

/** By half a name, as it is shown. */
const shownName = halfName(sql`coalesce(plain_text(w.name), u.plain_name)`)

/** A page of the people to whom a promoter gave or sold by hand. */
export function listRrppPeople(
  app: App,
  { actor, query }: Call<typeof listEndpoint>,
): Promise<Answer<typeof listEndpoint>> {
  const { search, ...asked } = query
  const people = wordPatterns(search ?? '').reduce(
    (select, pattern) => select.where(sql<boolean>`${shownName} like ${pattern}`),
    selectServed(app, actor, asked),
  )
  return pageOf(people, asked, {
    rows: 'users',
    id: 'u.id',
    sort: { lastAt: 'w.last_at', name: shownName },
    map: ({ tickets, admitted, lastAt, ...row }) => ({ ...personFor(actor, row), tickets, admitted, lastAt }),
  })
}

/**
 * The person of a whole phone or mail, one's own or any who verified it; or up to 20 of one's own by a beginning of the name as it is
 * shown. Every call is recorded; a person who was found may be named by the id for a day. Throws `contact_proof_needed` of a caller
 * who proved no contact and asks for a stranger.
 */
export async function searchForRrpp(
  app: App,
  { actor, proof: eventId, query: { phone, email, name }, waitFor }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  // A promoter's own of every event, an organizer's of this one.
  const own = selectServed(app, actor, actor.roles.includes('RRPP') ? {} : { eventId })
  const byMail = email?.includes('@') ? mailSpelling(email) : null
  const byPhone = byMail !== null || phone === undefined ? null : normalisePhone(phone)
  const isWhole = byMail !== null || byPhone !== null
  const contact = { phone: byPhone, mail: byMail }
  const rows = isWhole
    ? await own.where((eb) => (byMail === null ? eb('w.phone', '=', byPhone) : eb('w.mail', '=', byMail))).execute()
    : await findByName(own, name ?? '')
  if (!isWhole || rows.length > 0) {
    const after = { by: isWhole ? 'own contact' : 'name', found: rows.length }
    await inTransaction(app, (app) => audit(app, actor, SEARCH, ['event', eventId], { after }))
    return { users: rows.map((row) => personFor(actor, isWhole ? { ...row, ...contact } : row)) }
  }
  const found = await lookUp(app, actor, eventId, contact, waitFor)
  // With the contact that was asked for alone: a phone must not turn into a mail.
  return { users: found ? [personFor(actor, { id: found.id, name: found.name, ...contact })] : [] }
}

async function lookUp(
  app: App,
  actor: Actor,
  eventId: string,
  contact: { readonly phone: string | null; readonly mail: string | null },
  waitFor: WaitFor,
) {
  if (!isAdministrator(actor) && !(await hasProvedContact(app, actor.userId))) throw new Failure('contact_proof_needed')
  const { found, wait } = await inTransaction(app, async (app) => {
    const looked = await takeMissQuota(app, actor, async () => {
      const person = await findPerson(app, contact)
      const found = person?.state === 'active' ? person : undefined
      return { found, isMiss: found === undefined }
    })
    const after = { by: contact.mail === null ? 'phone' : 'mail', eventId, isFound: looked.found !== undefined }
    await audit(app, actor, SEARCH, ['user', looked.found?.id ?? 'unknown'], { after })
    return looked
  })
  await wait(waitFor)
  return found
}

async function findByName(own: ReturnType<typeof selectServed>, name: string) {
  const letters = textLength(name.normalize('NFD').replaceAll(/[\p{M}\p{Cf}\s]/gu, ''))
  if (letters < LEAST_LETTERS) return []
  return own
    .where(sql<boolean>`${shownName} like regexp_replace(search_pattern(${name}), '^%', '')`)
    .orderBy(shownName)
    .orderBy('u.id')
    .limit(SEARCH_ROWS)
    .execute()
}
