/** The person that an order without a session belongs to until a contact is verified (rule R10.17). */
import { mailSpelling } from '#contract/accounts/accounts.ts'
import { perProcess, type App } from '#server/context.ts'
import { createBatcher, type Batcher } from '#server/shared/batch.ts'
import { newId } from '#server/shared/ids.ts'
import { readPhone } from '#server/shared/phone.ts'
import { checkBirthDate } from '../profile/profile.ts'
import { upsertGuests, type Guest } from './store.ts'

export interface TypedBuyer {
  readonly name: string
  /** As typed. */
  readonly phone: string
  readonly mail: string
  readonly birthDate?: string | undefined
}

const BATCH_SIZE = 100
const MAX_WAITING = 2000

/** What was typed, as it is kept; `key` is what tells this device from others (`users.guest_key`). Throws `invalid_phone`, `invalid_input`. */
export function readGuest(app: App, buyer: TypedBuyer, key: Buffer): Omit<Guest, 'id'> {
  const { name, birthDate = null } = buyer
  if (birthDate !== null) checkBirthDate(app, birthDate, 'invalid_input')
  return { name, phone: readPhone(buyer.phone), mail: mailSpelling(buyer.mail), birthDate, key }
}

/**
 * The pending account of exactly these contacts on this device, made if need be and named as typed now. No other account is looked
 * at, and no message leaves: both would tell who has the contacts. Joined or activated like any pending account.
 */
export function makeGuest(app: App, guest: Omit<Guest, 'id'>): Promise<string> {
  return perProcess(app, 'accounts.guests', () => openLine(app)).add({ id: newId(), ...guest })
}

function openLine(app: App): Batcher<Guest, string> {
  return createBatcher<Guest, string>({
    run: (guests) => upsertGuests(app, guests),
    maxSize: BATCH_SIZE,
    maxQueue: MAX_WAITING,
    // One statement writes a row once.
    keysOf: ({ phone, mail, key }) => [`${phone} ${mail} ${key.toString('hex')}`],
  })
}
