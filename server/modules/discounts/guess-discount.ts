/** Codes are words that people share, so the number of attempts is limited (threat 38). */
import type { App } from '#server/context.ts'
import { findUsedUp, mostOf, refuseUsedUp, take } from '#server/db/limits.ts'
import type { WaitFor } from '#server/http/bound.ts'
import { isProvedDevice } from '#server/modules/accounts/session/queries.ts'
import { namesDevice, type RequestOrigin } from '#server/shared/actor.ts'
import { isFailure } from '#server/shared/failure.ts'
import { sharedAddress } from '#server/shared/trusted-proxies.ts'

interface Guesser {
  readonly userId: string | null
  readonly origin: RequestOrigin
}

const MISSED = 'missed discount'
const AT_ADDRESS = 'missed discount at address'
const OF_EVENT = 'missed discount of event'
const OF_EVENT_AT_ADDRESS = 'missed discount of event at address'

/**
 * Runs `work`. Counts `discount_not_found` for the person and the device, and throws `too_many_requests` before anything is
 * looked up once either is over the limit. A device that may be invented counts under its address and its event too: at the address
 * those beyond the limit wait, and once so many missed at the event each address has a few misses there. A holder who types a right
 * code misses nothing and passes. Without a session (`userId` null) the device is all that is counted. What is right costs two look-ups.
 */
export async function guessDiscount<Answer>(
  app: App,
  { actor, waitFor, eventId }: { readonly actor: Guesser; readonly waitFor: WaitFor; readonly eventId: string },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { device, ip } = actor.origin
  const address = sharedAddress(ip)
  const subjects = [...(actor.userId === null ? [] : [actor.userId]), ...(namesDevice(device) ? [device] : [])]
  await refuseUsedUp(app, MISSED, subjects)
  const isCrowded = (await findUsedUp(app, OF_EVENT, [eventId])) !== null
  if (isCrowded && !(await isProvedDevice(app, device)))
    await refuseUsedUp(app, OF_EVENT_AT_ADDRESS, [`${eventId} ${address}`])
  try {
    return await work()
  } catch (error) {
    if (!isFailure(error, 'discount_not_found')) throw error
    for (const subject of subjects) await take(app, MISSED, subject)
    if (!(await isProvedDevice(app, device))) {
      await take(app, OF_EVENT, eventId)
      await take(app, OF_EVENT_AT_ADDRESS, `${eventId} ${address}`)
      const { used } = await take(app, AT_ADDRESS, address)
      await waitFor(used, mostOf(app, AT_ADDRESS))
    }
    throw error
  }
}
