/** Limits how often answers reveal whether a phone or mail has an account (threat 4). */
import type { Role } from '#contract/api/roles.ts'
import { inTransaction, type App, type Core } from '#server/context.ts'
import { refundQuota, mostOf, take, takeOrRefuse, type LimitName } from '#server/db/limits.ts'
import type { WaitFor } from '#server/http/bound.ts'
import { isAdministrator, namesDevice, type Actor, type RequestOrigin } from '#server/shared/actor.ts'
import { sharedAddress } from '#server/shared/trusted-proxies.ts'
import { isProvedDevice } from '../session/queries.ts'
import { hasProvedContact } from './queries.ts'

const WORKING: readonly Role[] = ['RRPP', 'COMERCIAL', 'ORGANIZATOR', 'admin', 'godAdmin']
const AT_ADDRESS = 'missed-look-up-at-address'

/** Whether the person works with others' phones, many of which are new. */
export function isWorking({ roles }: Pick<Actor, 'roles'>): boolean {
  return roles.some((role) => WORKING.includes(role))
}

interface Counted<Found> {
  readonly found: Found
  /** Call it after the transaction: it delays the answer at an address with many misses on unknown devices. */
  readonly wait: (waitFor: WaitFor) => Promise<void>
}

/** Under whom a question counts exactly: the person, on whatever devices they say they are, and the device. */
function countsOf({ device }: RequestOrigin, actor: Pick<Actor, 'userId' | 'roles'> | null): [LimitName, string][] {
  const name = actor && isWorking(actor) ? 'missed-look-up-at-work' : 'missed-look-up'
  const subjects = [...(actor ? [actor.userId] : []), ...(namesDevice(device) ? [device] : [])]
  return subjects.map((subject) => [name, subject])
}

/**
 * Counts a form that names a contact as new, and says whether its answer may reveal that it is taken; otherwise the form does
 * what it does for a free contact, and a code sent there decides. It counts whatever it finds, by the quotas of look-ups,
 * and never refuses (rule R6.13). False for a signed-in person who proved no contact. `actor` is null at registration. Call it outside
 * of the transaction, so that a refused one counts.
 */
export async function mayRevealTaken(app: App, origin: RequestOrigin, actor: Actor | null): Promise<boolean> {
  if (actor && !(await hasProvedContact(app, actor.userId))) return false
  return inTransaction(app, async (app) => {
    for (const [name, subject] of countsOf(origin, actor)) if ((await take(app, name, subject)).isOver) return false
    if (await isProvedDevice(app, origin.device)) return true
    return !(await take(app, AT_ADDRESS, sharedAddress(origin.ip))).isOver
  })
}

/**
 * Runs a look-up and counts a miss: to the person, to the device, and of a device that may be invented to its
 * address. Taken before and given back, so that phones
 * asked for at the same moment all count. Call it in the transaction of the act. Throws `too_many_requests`.
 */
export async function takeMissQuota<Found>(
  app: Core,
  actor: Actor,
  lookUp: () => Promise<{ found: Found; isMiss: boolean }>,
): Promise<Counted<Found>> {
  const { device, ip } = actor.origin
  const counts = countsOf(actor.origin, actor)
  for (const [name, subject] of counts) await takeOrRefuse(app, name, subject, isAdministrator(actor))
  const isKnown = await isProvedDevice(app, device)
  const address = sharedAddress(ip)
  const crowd = isKnown ? null : await take(app, AT_ADDRESS, address)
  const { found, isMiss } = await lookUp()
  const back = isMiss ? 0 : 1
  for (const [name, subject] of counts) await refundQuota(app, name, subject, back)
  if (crowd) await refundQuota(app, AT_ADDRESS, address, back)
  return {
    found,
    wait: async (waitFor) => {
      if (crowd) await waitFor(crowd.used, mostOf(app, AT_ADDRESS))
    },
  }
}
