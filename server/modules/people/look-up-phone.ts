/** Whose a phone is. */
import { maskName, maskPhone } from '#contract/phone.ts'
import type { Role } from '#contract/roles.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { readPhone } from '#server/shared/phone.ts'
import { tryAgain } from '#server/shared/try-again.ts'
import { findByPhone } from './queries.ts'
import { noteMiss, noteSearch } from './store.ts'

const CLIENT_SEARCHES = 10
const DAY_SECONDS = 24 * 60 * 60
/** So many misses in a day are somebody trying numbers out (threat 4). */
const SUSPICIOUS_MISSES = 30
const WORKING: readonly Role[] = ['RRPP', 'COMERCIAL', 'ORGANIZATOR', 'admin', 'godAdmin']

/**
 * The person of a phone: id and half a name, whole for administrators (permissions.md row 10). The whole
 * number, in any spelling; clients ask ten times a day. Blocked and deleted people answer as
 * unknown ones: `person_not_found`. Throws `invalid_phone`, `too_many_requests`. Every call leaves an audit row.
 */
export async function lookUpPhone(app: App, actor: Actor, typed: string): Promise<{ id: string; name: string }> {
  const isWorking = actor.roles.some((role) => WORKING.includes(role))
  const phone = readPhone(typed)
  const found = await inTransaction(app, async (app) => {
    const { searches, waitSeconds } = await noteSearch(app, actor.userId, DAY_SECONDS)
    if (!isWorking && searches > CLIENT_SEARCHES) throw tryAgain(app.clock, 'too_many_requests', waitSeconds)
    const found = await findByPhone(app, phone)
    const action = { action: 'people.search_by_phone', objectType: 'user', objectId: found?.id ?? 'nobody' }
    await audit(app, actor, { ...action, after: { phone: maskPhone(phone), isFound: found !== undefined } })
    const misses = await noteMiss(app, actor.userId, found ? 0 : 1)
    if (!found && misses % SUSPICIOUS_MISSES === 0)
      app.log.warn({ userId: actor.userId, misses }, 'somebody looks for many phones that nobody has')
    return found
  })
  if (!found) throw new Failure('person_not_found')
  const seesNames = actor.roles.includes('admin') || actor.roles.includes('godAdmin')
  return { id: found.id, name: seesNames ? found.name : maskName(found.name) }
}
