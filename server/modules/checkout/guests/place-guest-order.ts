/** A purchase without a session (rules R10.17, R10.18). */
import type { createGuestPurchase as endpoint } from '#contract/sales/checkout-guest.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { maskMail } from '#contract/values/phone.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { contactHash } from '#server/modules/accounts/contact/same-person.ts'
import { provedContacts } from '#server/modules/accounts/registration/confirm-guest-code.ts'
import { makeGuest, readGuest } from '#server/modules/accounts/registration/make-guest.ts'
import { guessDiscount } from '#server/modules/discounts/guess-discount.ts'
import { makeOrderToken, orderLink } from '#server/modules/tickets/order-token.ts'
import { namesDevice, type RequestOrigin } from '#server/shared/actor.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import { newToken } from '#server/shared/ids.ts'
import { placeOrder, type Buyer, type Purchase } from '../placing/place-order.ts'
import { refuseSoldOutEarly } from '../placing/refuse-sold-out.ts'
import { findBuyerOfKey } from './queries.ts'

type Buying = Pick<Call<typeof endpoint>, 'actor' | 'body' | 'origin' | 'idempotencyKey' | 'waitFor'>

/**
 * Places the order in the name of the pending account of these contacts on this device, by the rules of every purchase, and gives the
 * token that opens it. Nothing here looks for an account that has the contacts, and no message leaves before the order is paid or free:
 * answer, work and mails are the same for known and unknown ones. Throws what `createGuestPurchase` declares.
 */
export async function placeGuestOrder(app: App, call: Buying): Promise<Answer<typeof endpoint>> {
  const { actor, body, origin, idempotencyKey } = call
  if (actor) throw new Failure('signed_in_already')
  const { buyer, lines, contactProofs: _, ...cart } = body
  const guest = readGuest(app, buyer, deviceKey(app, origin, idempotencyKey))
  const key =
    idempotencyKey === undefined ? undefined : hash(app, 'guest-key', `${guest.key.toString('hex')} ${idempotencyKey}`)
  const place = async () => {
    // A used key makes no account: its order answers, or refuses another request.
    const placedBy = key === undefined ? null : await findBuyerOfKey(app, key)
    if (placedBy === null) refuseSoldOutEarly(app, lines)
    const order = { ...cart, items: lines, call: '/api/v1/checkout' }
    const asPerson = async () => {
      const userId = placedBy ?? (await makeGuest(app, guest))
      return placeOrder(app, buyerOf(app, { userId, guest, key }, call), order, idempotencyKey)
    }
    try {
      return await asPerson()
    } catch (error) {
      // The person was joined to an account since: these contacts on this device are a new one.
      if (!isFailure(error, 'operation_running') || error.cause !== undefined) throw error
      return asPerson()
    }
  }
  const subject = { actor: { userId: null, origin }, waitFor: call.waitFor, eventId: body.eventId }
  return answerOf(app, await (body.discountCode ? guessDiscount(app, subject, place) : place()))
}

/** A device that names itself is told from others; a caller that does not is a new one each time, but for the repetition of a key. */
function deviceKey(app: App, { device }: RequestOrigin, idempotencyKey: string | undefined): Buffer {
  return app.vault.mac('guest-device', namesDevice(device) ? device : `key ${idempotencyKey ?? newToken()}`)
}

function hash(app: App, label: string, text: string): string {
  return app.vault.mac(label, text).toString('hex')
}

interface GuestBuyer {
  readonly userId: string
  readonly guest: ReturnType<typeof readGuest>
  readonly key: string | undefined
}

function buyerOf(app: App, { userId, guest, key }: GuestBuyer, { body, origin }: Buying): Buyer {
  const { name, phone, mail, birthDate } = guest
  return {
    userId,
    roles: ['CLIENT'],
    companyId: null,
    eventRoles: [],
    origin,
    guest: {
      name,
      sentTo: maskMail(mail),
      phone: contactHash(app.vault, phone).toString('hex'),
      mail: contactHash(app.vault, mail).toString('hex'),
      proved: provedContacts(app, guest, body.contactProofs ?? [], origin),
      typed: hash(app, 'guest-typed', JSON.stringify([name, phone, mail, birthDate])),
      key,
    },
  }
}

function answerOf(app: App, { order, paymentUrl, referralInfo }: Purchase): Answer<typeof endpoint> {
  const token = makeOrderToken(app.vault, order.publicId)
  const link = `${app.config.publicUrl}${orderLink(app.vault, order.publicId)}`
  return { order, token, referralInfo, ...(paymentUrl ? { paymentUrl } : { ticketUrl: link }) }
}
