/** Finds the person with a phone. */
import { maskName, maskPhone } from '#contract/values/phone.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { isWorking, takeMissQuota } from '#server/modules/accounts/contact/take-miss-quota.ts'
import { findPerson, hasProvedContact } from '#server/modules/accounts/contact/queries.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { readPhone } from '#server/shared/phone.ts'
import { tryAgain } from '#server/shared/try-again.ts'
import type { WaitFor } from '#server/http/bound.ts'
import { recordMiss, recordSearch } from './store.ts'

const CLIENT_SEARCHES = 10
const DAY_SECONDS = 24 * 60 * 60
/** So many misses in a day mean that numbers are being tried out (threat 4). */
const SUSPICIOUS_MISSES = 30

/**
 * Gives the person who proved a phone: id and half a name, whole for administrators (rule R6.10). The whole number, in any
 * spelling; clients ask ten times a day, and one device may try ten unknown phones a day, with any person
 * signed in on it (threat 4). A device without a sign-in of a person who proved a contact may be invented: what it misses counts
 * under its address too, where those beyond the limit wait longer and longer. Accounts that only say that the phone is theirs,
 * blocked and deleted people answer as unknown ones: `person_not_found`. The caller has proved a contact:
 * `contact_proof_needed`. Throws `invalid_phone`, `too_many_requests`. Every call leaves an audit row.
 */
export async function lookUpPhone(
  app: App,
  actor: Actor,
  typed: string,
  waitFor: WaitFor,
): Promise<{ id: string; name: string }> {
  const seesAll = isAdministrator(actor)
  const phone = readPhone(typed)
  if (!seesAll && !(await hasProvedContact(app, actor.userId))) throw new Failure('contact_proof_needed')
  const { found, wait } = await inTransaction(app, async (app) => {
    const { searches, waitSeconds } = await recordSearch(app, actor.userId, DAY_SECONDS)
    if (!isWorking(actor) && searches > CLIENT_SEARCHES) throw tryAgain(app.clock, 'too_many_requests', waitSeconds)
    const { found, wait } = await takeMissQuota(app, actor, async () => {
      const person = await findPerson(app, { phone, mail: null })
      const found = person?.state === 'active' ? person : undefined
      return { found, isMiss: found === undefined }
    })
    const after = { phone: maskPhone(phone), isFound: found !== undefined }
    await audit(app, actor, 'people.search_by_phone', ['user', found?.id ?? 'unknown'], { after })
    const misses = await recordMiss(app, actor.userId, found ? 0 : 1)
    if (!found && misses % SUSPICIOUS_MISSES === 0)
      app.log.warn({ userId: actor.userId, misses }, 'a person looks for many phones without an account')
    return { found, wait }
  })
  await wait(waitFor)
  if (!found) throw new Failure('person_not_found')
  return { id: found.id, name: seesAll ? found.name : maskName(found.name) }
}
