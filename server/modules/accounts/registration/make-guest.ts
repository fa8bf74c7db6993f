/** The person that an order without a session belongs to until a contact is verified (rule R10.17). */
import { mailSpelling } from '#contract/accounts/accounts.ts'
import { perProcess, type App, type Tx } from '#server/context.ts'
import { auditRows, SYSTEM } from '#server/db/audit.ts'
import { createBatcher, type Batcher } from '#server/shared/batch.ts'
import { newId } from '#server/shared/ids.ts'
import { readPhone } from '#server/shared/phone.ts'
import { checkBirthDate } from '../profile/profile.ts'
import { endLinksOf } from '../password/store.ts'
import { eraseGuests, findGuests, upsertGuests, type Guest } from './store.ts'

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

/** Erases the personal data of pending accounts of buyers without a session. Returns the erased ids. The caller has locked the accounts. */
export async function forgetGuests(app: Tx, ids: readonly string[]): Promise<string[]> {
  const erased = await eraseGuests(app, ids)
  if (erased.length > 0) {
    await endLinksOf(app, erased)
    const rows = erased.map((id) => ({
      action: 'account.forget_guest',
      object: ['user', id] as const,
      before: { state: 'pending' },
      after: { state: 'deleted' },
    }))
    await auditRows(SYSTEM, rows).execute(app.db)
  }
  return erased
}

function openLine(app: App): Batcher<Guest, string> {
  return createBatcher<Guest, string>({
    // A repeated purchase writes nothing.
    async run(guests) {
      const there = await findGuests(app, guests)
      const made = await upsertGuests(
        app,
        guests.filter((guest) => !there.has(guest)),
      )
      return guests.map((guest) => {
        const id = there.get(guest) ?? made.get(guest)
        if (id === undefined) throw new Error('A buyer without a session was not made')
        return id
      })
    },
    maxSize: BATCH_SIZE,
    maxQueue: MAX_WAITING,
    // One statement writes a row once.
    keysOf: ({ phone, mail, key }) => [`${phone} ${mail} ${key.toString('hex')}`],
  })
}
