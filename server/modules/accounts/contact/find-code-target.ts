/** What a code that a person asks for would be good for, and where it goes. */
import type { App } from '#server/context.ts'
import type { Channel } from '#server/modules/notifications/send-message.ts'
import { Failure } from '#server/shared/failure.ts'
import type { CodeKind } from './contact-code.ts'
import { findContacts } from '../queries.ts'
import { findProvedMail } from './queries.ts'
import type { ContactKind } from './store.ts'

export interface CodeTarget {
  readonly kind: CodeKind
  /** What the code is bound to: another contact, or another mailbox, makes it worthless. */
  readonly contact: string
  /** The phone or mail that becomes the person's by it. */
  readonly wanted: string
  readonly channel: Channel
  readonly to: string
  /** `wanted` is a new one. */
  readonly isNew: boolean
}

/**
 * The contact that waits to be proved, else the present one. While nothing leaves by WhatsApp the code of a new phone goes to
 * the mail that the account proved. Throws `contact_missing`, `whatsapp_off` for the present phone, which cannot be proved
 * then, `mail_proof_needed`.
 */
export async function findCodeTarget(app: App, userId: string, kind: ContactKind): Promise<CodeTarget> {
  const { present, pending } = await findContacts(app, userId, kind)
  const wanted = pending ?? present
  if (!wanted) throw new Failure('contact_missing')
  const isNew = pending !== null
  if (kind === 'mail') return { kind, contact: wanted, wanted, channel: 'mail', to: wanted, isNew }
  if (app.whatsapp.isOn) return { kind, contact: wanted, wanted, channel: 'whatsapp', to: wanted, isNew }
  if (!isNew) throw new Failure('whatsapp_off')
  const mail = await findProvedMail(app, userId)
  if (!mail) throw new Failure('mail_proof_needed')
  return { kind: 'phone by mail', contact: `${wanted} ${mail}`, wanted, channel: 'mail', to: mail, isNew }
}
