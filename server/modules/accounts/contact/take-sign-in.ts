import type { Tx } from '#server/context.ts'
import { phoneStanding } from './phone-standing.ts'
import { takeFromOthers, type Prover } from './prove-contact.ts'
import { findPhoneHolders } from './queries.ts'
import { phoneTaken } from './contact-conflict.ts'

/**
 * Takes a phone as the name that its new holder signs in with, from who gave it and proved nothing: for who proved their mail,
 * while nothing leaves by WhatsApp and no phone can be proved. Call it with the phone held. Throws `phone_taken`.
 */
export async function takeSignIn(app: Tx, by: Prover, phone: string): Promise<void> {
  const holders = await findPhoneHolders(app, phone, by.userId)
  if (phoneStanding(holders, app.whatsapp.isOn) === 'taken') throw phoneTaken()
  await takeFromOthers(app, by, 'phone', phone)
}
