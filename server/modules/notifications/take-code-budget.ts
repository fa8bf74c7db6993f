/**
 * Limits the cost of codes. Each is a paid message to an address that any visitor may type. Without budgets a
 * person who invents accounts and devices could have any number sent to anyone (threat 27).
 */
import type { Core } from '#server/context.ts'
import { mostOf, take, takeOrRefuse, type LimitName } from '#server/db/limits.ts'
import { namesDevice, type RequestOrigin } from '#server/shared/actor.ts'
import { mailboxOf } from '#server/shared/mailbox.ts'
import { phoneCountry } from '#server/shared/phone.ts'
import { sharedAddress } from '#server/shared/trusted-proxies.ts'
import type { Channel } from './send-message.ts'

export interface WantedCode {
  readonly channel: Channel
  /** E.164 or a mail. */
  readonly contact: string
  /** Null before there is an account. */
  readonly userId: string | null
  readonly origin: Pick<RequestOrigin, 'ip' | 'device'>
  /** The account's mail or phone of now; false for one that it says will be, and for who has no account yet. */
  readonly isPresent: boolean
  /** The person verified a contact before, on a device of their own: shared budgets never stop them. */
  readonly isKnown: boolean
}

/** The spent share of a budget at which the operator is warned. */
const WARN_FROM = 0.8
const HOME = 'AR'
const ALL = 'all'

/**
 * Counts one code in the caller's transaction, which enqueues it; false when WhatsApp is spent for strangers, of this country
 * or of all, or by this address: the code then goes by mail. Mails are cheap: theirs is a budget that only raises the alarm.
 * Throws `too_many_requests` with until when for one too many of the contact (strangers' and its own account's are counted
 * apart), the account or the device. Neither depends on
 * whether anybody has the contact.
 */
export async function takeCodeBudget(app: Core, code: WantedCode): Promise<boolean> {
  const { channel, userId, origin, isKnown, isPresent } = code
  const contact = mailboxOf(code.contact)
  // Always in this order, so that two never wait for one another.
  // Strangers are counted apart: anyone may claim another person's phone, and its owner must still be able to verify it.
  if (userId && (isPresent || isKnown)) {
    await takeOrRefuse(app, 'code', `${userId} ${contact}`)
    await takeOrRefuse(app, 'codes to a contact', contact)
  } else if (!(await isOwnShare(app, contact, origin))) {
    await takeOrRefuse(app, 'codes of strangers', contact)
    await takeOrRefuse(app, 'codes of strangers in a day', contact)
  }
  if (userId) await takeOrRefuse(app, 'codes of an account', userId)
  if (namesDevice(origin.device)) await takeOrRefuse(app, 'codes of a device', origin.device)
  const isAddressSpent = (await take(app, 'codes of an address', sharedAddress(origin.ip))).isOver
  if (channel === 'mail') {
    await spend(app, 'codes by mail', ALL)
    return true
  }
  // A message that does not leave costs nothing.
  if (isAddressSpent && !isKnown) return false
  const isSpent = await spendWhatsapp(app, contact)
  return isKnown || !isSpent
}

/** Whether the request is within the device's own share of a contact. Requests without a device have no such share. */
async function isOwnShare(app: Core, contact: string, { ip, device }: WantedCode['origin']): Promise<boolean> {
  if (!namesDevice(device)) return false
  const shares = [
    ['own codes of a device to a contact', `${device} ${contact}`],
    ['own codes of an address to a contact', `${sharedAddress(ip)} ${contact}`],
    ['own codes to a contact', contact],
  ] as const
  for (const [name, subject] of shares) if ((await take(app, name, subject)).isOver) return false
  return true
}

/** Numbers of some countries cost twenty times as much, and no tickets are sold there. */
async function spendWhatsapp(app: Core, phone: string): Promise<boolean> {
  const country = phoneCountry(phone)
  const isCountrySpent = country !== HOME && (await spend(app, 'codes to a country', country))
  // A message that does not leave costs nothing.
  return isCountrySpent || spend(app, 'codes by WhatsApp', ALL)
}

/** Takes one of a budget; raises the alarm once when it is nearly spent, and once when it is. */
async function spend(app: Core, budget: LimitName, of: string): Promise<boolean> {
  const { used, isOver } = await take(app, budget, of)
  const most = mostOf(app, budget)
  if (used === Math.ceil(most * WARN_FROM))
    app.log.warn({ budget, of, used, most }, 'a budget of messages is nearly spent')
  if (used === most + 1) app.log.error({ budget, of, most }, 'a budget of messages is spent')
  return isOver
}
