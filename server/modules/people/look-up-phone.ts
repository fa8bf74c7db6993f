/** Whose a phone is. */
import { maskName, maskPhone } from '#contract/phone.ts'
import type { Role } from '#contract/roles.ts'
import { inTransaction, type App } from '#server/context.ts'
import { giveBack, mostOf, take, takeOrRefuse } from '#server/db/limits.ts'
import { audit } from '#server/db/audit.ts'
import { findPerson, hasProvedContact } from '#server/modules/accounts/queries-contacts.ts'
import { findKnownDevices } from '#server/modules/accounts/queries-devices.ts'
import { namesDevice, type Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { readPhone } from '#server/shared/phone.ts'
import { sharedAddress } from '#server/shared/trusted-proxies.ts'
import { tryAgain } from '#server/shared/try-again.ts'
import type { WaitFor } from '#server/http/bound.ts'
import { noteMiss, noteSearch } from './store.ts'

const CLIENT_SEARCHES = 10
const DAY_SECONDS = 24 * 60 * 60
/** So many misses in a day are somebody trying numbers out (threat 4). */
const SUSPICIOUS_MISSES = 30
/** Of one person, on whatever devices they say they are. */
const MOST_MISSES = 100
const AT_ADDRESS = 'missed-look-up-at-address'
const WORKING: readonly Role[] = ['RRPP', 'COMERCIAL', 'ORGANIZATOR', 'admin', 'godAdmin']

/**
 * Who proved a phone: id and half a name, whole for administrators (permissions.md row 10). The whole number, in any
 * spelling; clients ask ten times a day, and ten phones that nobody has is all that one device may try in a day, whoever is
 * signed in on it (threat 4). A device that nobody ever signed in on may be invented: what it misses counts under its address
 * too, where those beyond the limit wait longer and longer. Accounts that only say that the phone is theirs, blocked and deleted people answer as unknown
 * ones: `person_not_found`. Whoever asks has proved a contact: `contact_proof_needed`. Throws `invalid_phone`,
 * `too_many_requests`. Every call leaves an audit row.
 */
export async function lookUpPhone(
  app: App,
  actor: Actor,
  typed: string,
  waitFor: WaitFor,
): Promise<{ id: string; name: string }> {
  const isWorking = actor.roles.some((role) => WORKING.includes(role))
  const isAdministrator = actor.roles.includes('admin') || actor.roles.includes('godAdmin')
  const phone = readPhone(typed)
  if (!isAdministrator && !(await hasProvedContact(app, actor.userId))) throw new Failure('contact_proof_needed')
  const { device, ip } = actor.origin
  const isKnown = (await findKnownDevices(app.db, [device])).has(device)
  const address = sharedAddress(ip)
  const { found, crowd } = await inTransaction(app, async (app) => {
    const { searches, misses: missedSoFar, waitSeconds } = await noteSearch(app, actor.userId, DAY_SECONDS)
    const isOverOwn = isWorking ? missedSoFar >= MOST_MISSES : searches > CLIENT_SEARCHES
    if (isOverOwn && !isAdministrator) throw tryAgain(app.clock, 'too_many_requests', waitSeconds)
    // Taken before and given back, so that phones asked for at the same moment all count.
    const ofDevice = isWorking ? 'missed-look-up-at-work' : 'missed-look-up'
    if (namesDevice(device)) await takeOrRefuse(app, ofDevice, device, isAdministrator)
    const crowd = isKnown ? null : await take(app, AT_ADDRESS, address)
    const person = await findPerson(app, { phone, mail: null })
    const found = person?.state === 'active' ? person : undefined
    if (namesDevice(device)) await giveBack(app, ofDevice, device, found ? 1 : 0)
    if (crowd) await giveBack(app, AT_ADDRESS, address, found ? 1 : 0)
    const action = { action: 'people.search_by_phone', objectType: 'user', objectId: found?.id ?? 'nobody' }
    await audit(app, actor, { ...action, after: { phone: maskPhone(phone), isFound: found !== undefined } })
    const misses = await noteMiss(app, actor.userId, found ? 0 : 1)
    if (!found && misses % SUSPICIOUS_MISSES === 0)
      app.log.warn({ userId: actor.userId, misses }, 'somebody looks for many phones that nobody has')
    return { found, crowd }
  })
  if (crowd) await waitFor(crowd.used, mostOf(app, AT_ADDRESS))
  if (!found) throw new Failure('person_not_found')
  return { id: found.id, name: isAdministrator ? found.name : maskName(found.name) }
}
