/** Phones that nobody has, looked for to learn who has an account (threat 4). */
import type { Role } from '#contract/roles.ts'
import type { Core } from '#server/context.ts'
import { giveBack, mostOf, take, takeOrRefuse, type LimitName } from '#server/db/limits.ts'
import type { WaitFor } from '#server/http/bound.ts'
import { namesDevice, type Actor } from '#server/shared/actor.ts'
import { sharedAddress } from '#server/shared/trusted-proxies.ts'
import { findKnownDevices } from '../session/queries.ts'

const WORKING: readonly Role[] = ['RRPP', 'COMERCIAL', 'ORGANIZATOR', 'admin', 'godAdmin']
const AT_ADDRESS = 'missed-look-up-at-address'

/** Whether the person works with others' phones, many of which are new. */
export function isWorking({ roles }: Pick<Actor, 'roles'>): boolean {
  return roles.some((role) => WORKING.includes(role))
}

export function isAdministrator({ roles }: Pick<Actor, 'roles'>): boolean {
  return roles.includes('admin') || roles.includes('godAdmin')
}

interface Counted<Found> {
  readonly found: Found
  /** Call it after the transaction: at an address that tried many, on devices that nobody signed in on, the answer comes later. */
  readonly wait: (waitFor: WaitFor) => Promise<void>
}

/**
 * Runs a look-up and counts it when it finds nobody: to the device, of who works with people also to the person, on whatever
 * devices they say they are, and of a device that may be invented to its address. Taken before and given back, so that phones
 * asked for at the same moment all count. Call it in the transaction of the act. Throws `too_many_requests`.
 */
export async function takeMissQuota<Found>(
  app: Core,
  actor: Actor,
  lookUp: () => Promise<{ found: Found; isMiss: boolean }>,
): Promise<Counted<Found>> {
  const { device, ip } = actor.origin
  const counts: [LimitName, string][] = []
  if (isWorking(actor)) counts.push(['missed-look-up-at-work', actor.userId])
  if (namesDevice(device)) counts.push([isWorking(actor) ? 'missed-look-up-at-work' : 'missed-look-up', device])
  for (const [name, subject] of counts) await takeOrRefuse(app, name, subject, isAdministrator(actor))
  const isKnown = (await findKnownDevices(app.db, [device])).has(device)
  const address = sharedAddress(ip)
  const crowd = isKnown ? null : await take(app, AT_ADDRESS, address)
  const { found, isMiss } = await lookUp()
  const back = isMiss ? 0 : 1
  for (const [name, subject] of counts) await giveBack(app, name, subject, back)
  if (crowd) await giveBack(app, AT_ADDRESS, address, back)
  return {
    found,
    wait: async (waitFor) => {
      if (crowd) await waitFor(crowd.used, mostOf(app, AT_ADDRESS))
    },
  }
}
