/** Administrators: made from the command line and by the demo, never from the web (rule R5.12). */
import { mail as mailShape, newPassword, personName } from '#contract/accounts/accounts.ts'
import * as z from 'zod/mini'
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { newId } from '#server/shared/ids.ts'
import { readPhone } from '#server/shared/phone.ts'
import { hashPassword } from '../password/password.ts'
import { takeFromOthers } from '../contact/prove-contact.ts'
import { insertUser } from '../registration/store.ts'
import { setAdministrator } from './store.ts'
import { lockContacts } from '../contact/store.ts'
import { contactConflict } from '../contact/contact-conflict.ts'

const administrator = z.object({
  name: personName,
  mail: mailShape,
  phone: z.string(),
  password: newPassword,
  kind: z.enum(['god', 'legal', 'admin']),
})
export type Administrator = z.infer<typeof administrator>

/** Makes the account and gives its id. Throws `invalid_phone`, `phone_taken`, `mail_taken`, `common_password`, or a schema error. */
export async function createAdministrator(app: App, input: Administrator): Promise<string> {
  const { name, mail, phone: typed, password, kind } = administrator.parse(input)
  const phone = readPhone(typed)
  const passwordHash = await hashPassword(app, password)
  const id = newId()
  try {
    await inTransaction(app, async (app) => {
      await lockContacts(app, [phone, mail])
      for (const [kind, contact] of [
        ['mail', mail],
        ['phone', phone],
      ] as const) {
        await takeFromOthers(app, { userId: id }, kind, contact)
      }
      await insertUser(app, {
        id,
        name,
        mail,
        phone,
        passwordHash,
        gender: 'Prefiero no decir',
        birthDate: null,
        acceptsAdvertising: false,
        profileImageId: null,
        // The operator at the console vouches for them.
        proved: ['mail', 'phone'],
      })
      await setAdministrator(app, id, kind)
      await audit(app, SYSTEM, 'account.create_administrator', ['user', id], { after: { kind } })
    })
  } catch (error) {
    throw contactConflict(error) ?? error
  }
  return id
}
