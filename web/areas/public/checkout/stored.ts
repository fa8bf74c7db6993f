/**
 * What must outlive a sign-in, a closed tab or an expired session during a purchase: for the tab the choice and what it was
 * ordered as, the discount code and the purchase that got no answer; for 7 days the promoter's code (last click wins: rule R12.1).
 */
import { nowMilliseconds } from '#web/lib/clock.ts'
import { storeJson, readJson } from '#web/lib/device/open-storage.ts'
import type { Choice } from './choice.ts'

const REFERRAL_MILLISECONDS = 7 * 24 * 60 * 60 * 1000
const DISCOUNT_CODE = /^[\p{L}\p{N}\p{M} ._-]{1,40}$/u
const CODE = /^[A-Za-z0-9_-]{2,40}$/

const choiceKey = (eventId: string) => `compra:${eventId}`
const orderKey = (eventId: string) => `pedido:${eventId}`
const purchaseKey = (eventId: string) => `intento:${eventId}`
const discountKey = (eventId: string) => `descuento:${eventId}`
const referralKey = (eventId: string) => `rrpp:${eventId}`

/** A kept value, or null when there is none or it is not what was kept. */
function read<Value>(storage: Storage, key: string, isValue: (value: unknown) => value is Value): Value | null {
  const value = readJson(storage, key)
  return isValue(value) ? value : null
}

const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((quantity) => Number.isInteger(quantity) && quantity >= 0 && quantity <= 20)

const isText = (value: unknown): value is string => typeof value === 'string'

export const storedChoice = {
  read: (eventId: string): Choice => read(sessionStorage, choiceKey(eventId), isChoice) ?? {},
  /** What is chosen now was not ordered yet. */
  write(eventId: string, choice: Choice) {
    storeJson(sessionStorage, choiceKey(eventId), choice)
    sessionStorage.removeItem(orderKey(eventId))
  },
  /** Public id of the order that was placed with it. */
  orderOf: (eventId: string): string | null => read(sessionStorage, orderKey(eventId), isText),
  setOrder: (eventId: string, publicId: string) => storeJson(sessionStorage, orderKey(eventId), publicId),
  forget(eventId: string) {
    sessionStorage.removeItem(choiceKey(eventId))
    sessionStorage.removeItem(orderKey(eventId))
  },
}

interface PurchaseIntent {
  /** What was chosen. */
  readonly of: string
  /** Its `Idempotency-Key`. */
  readonly key: string
}

const isPurchase = (value: unknown): value is PurchaseIntent =>
  typeof value === 'object' &&
  value !== null &&
  'of' in value &&
  'key' in value &&
  isText(value.of) &&
  isText(value.key)

/** A purchase whose answer did not come: asked for again, also after a reload, it is the same one. */
export const storedPurchase = {
  read: (eventId: string): PurchaseIntent | null => read(sessionStorage, purchaseKey(eventId), isPurchase),
  write: (eventId: string, intent: PurchaseIntent) => storeJson(sessionStorage, purchaseKey(eventId), intent),
  forget: (eventId: string) => sessionStorage.removeItem(purchaseKey(eventId)),
}

/** A discount code that a link brought or that was typed, for the tab. */
export const storedDiscount = {
  read: (eventId: string): string | null => read(sessionStorage, discountKey(eventId), isText),
  /** Nonsense is not kept. */
  write(eventId: string, code: string) {
    if (DISCOUNT_CODE.test(code)) storeJson(sessionStorage, discountKey(eventId), code)
  },
  forget: (eventId: string) => sessionStorage.removeItem(discountKey(eventId)),
}

const isReferral = (value: unknown): value is { code: string; until: number } =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  'until' in value &&
  isText(value.code) &&
  typeof value.until === 'number'

const visitKey = (eventId: string, code: string) => `visita:${eventId}:${code}`

/** Whether a promoter's link is opened for the first time today on this device; from now on it was. */
export function isFirstVisit(eventId: string, code: string, day: string): boolean {
  if (!CODE.test(code) || readJson(localStorage, visitKey(eventId, code)) === day) return false
  storeJson(localStorage, visitKey(eventId, code), day)
  return true
}

export const storedReferral = {
  read(eventId: string): string | null {
    const kept = read(localStorage, referralKey(eventId), isReferral)
    return kept && kept.until > nowMilliseconds() ? kept.code : null
  },
  /** Keeps the code of a link; nonsense is not kept. */
  write(eventId: string, code: string) {
    if (CODE.test(code))
      storeJson(localStorage, referralKey(eventId), { code, until: nowMilliseconds() + REFERRAL_MILLISECONDS })
  },
}
