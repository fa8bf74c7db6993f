/** Effects of a verified mail or phone (rules R6.3, R6.6). */
import { sql } from 'kysely'
import { maskMail, maskPhone } from '#contract/values/phone.ts'
import type { Core, Tx } from '#server/context.ts'
import { audit, type AuditOrigin } from '#server/db/audit.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import { openChannels } from '#server/modules/notifications/send-message.ts'
import { dropPdfsOf } from '#server/modules/papers/store.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { endLinksOf, endLinksTo } from '../password/store.ts'
import { findContacts } from '../queries.ts'
import { mailLost, notifyChange } from '../notify-change.ts'
import { redactPerson } from '../redact-person.ts'
import { mailTaken, phoneTaken } from './contact-conflict.ts'
import { phoneStatus } from './phone-status.ts'
import { findPhoneHolders, isProvedByOthers } from './queries.ts'
import { detachPendingAccounts, endCodesFor, freeContact, markProved, takePending, type ContactKind } from './store.ts'
import { takeNoticeQuotaOf } from './take-notice-quota.ts'

/** Whose proof it is; the account may be made in the same transaction. */
export type Prover = AuditOrigin & { readonly userId: string }

/**
 * The code of a signed-in person came back. Call it in the transaction that used the code up, with the contact held
 * (`lockContacts`). Marks the present contact as proved; a pending one replaces it, and the previous one is notified.
 * Throws `code_expired` for any other contact, `phone_taken` and `mail_taken` when another account proved it.
 */
export async function proveContact(app: Tx, actor: Actor, kind: ContactKind, contact: string): Promise<void> {
  const { userId } = actor
  const { present, pending } = await findContacts(app, userId, kind)
  const isNew = pending === contact
  if (!isNew && present !== contact) throw new Failure('code_expired')
  await takeFromOthers(app, actor, kind, contact)
  if (isNew) {
    if (!(await takePending(app, userId, kind, contact))) throw new Failure('code_expired')
    // Links that went to the contact before it.
    await endLinksOf(app, userId)
  } else {
    await markProved(app, userId, kind)
  }
  await mergePendingAccounts(app, actor, kind, contact)
  await audit(app, actor, 'account.prove_contact', ['user', userId], {
    ...(isNew && { before: redactPerson({ [kind]: present }) }),
    after: isNew ? { ...redactPerson({ [kind]: contact }), proved: kind } : { proved: kind },
  })
  if (!isNew) return
  await notifyChange(app, userId, { what: kind, from: present, to: contact }, { atOldPhone: true })
}

/**
 * Takes a contact from the person who gave it and did not prove it: they are notified at another contact, with a link that
 * lets them in where it was the phone that they sign in with, and keep what they hold. Call it in the transaction of the
 * proof, with the contact held, before the prover has it. Throws `phone_taken`, `mail_taken` when another account proved it.
 */
export async function takeFromOthers(app: Tx, by: Prover, kind: ContactKind, contact: string): Promise<void> {
  if (await isProvedByOthers(app, kind, contact, by.userId)) {
    throw kind === 'phone' ? phoneTaken() : mailTaken()
  }
  for (const holder of await freeContact(app, kind, { contact, takerId: by.userId })) {
    const holderId = holder.id
    await endLinksTo(app, holderId, contact)
    await endCodesFor(app, holderId, kind)
    await audit(app, by, 'account.lose_contact', ['user', holderId], {
      before: redactPerson({ [kind]: contact }),
      after: { [kind]: null },
    })
    const [noticeTo, isProved] =
      kind === 'phone' ? [holder.mail, holder.isMailProved] : [holder.phone, holder.isPhoneProved]
    if (!noticeTo || !(isProved || (await takeNoticeQuotaOf(app, noticeTo)))) continue
    if (kind === 'phone') {
      const takenPhone = maskPhone(contact)
      const link = { userId: holderId, kind: 'reset', channel: 'mail', takenPhone } as const
      await app.queue.enqueue(app, 'accounts.send-link', link)
    } else if (openChannels(app).includes('whatsapp')) {
      await notify(app, mailLost, { userId: holderId, mail: maskMail(contact) })
    }
  }
}

/**
 * Joins what was sent to a contact and waits for it: what the accounts that others made have becomes the prover's, in this same
 * transaction, as each module declares it (`merge`). Tickets keep their code: a printed QR must still open the door.
 */
export async function mergePendingAccounts(app: Tx, by: Prover, kind: ContactKind, contact: string): Promise<void> {
  const { userId } = by
  for (const { id, hadBoth } of await detachPendingAccounts(app, kind, contact, userId)) {
    const moved = await mergePeople(app, id, userId)
    await endLinksOf(app, id)
    await dropPdfsOf(app, id)
    await audit(app, by, 'account.join_pending', ['user', id], {
      before: { state: 'pending' },
      after: { joinedTo: userId, proved: kind, ...moved },
    })
    if (hadBoth) await notifyGivers(app, { waitedId: id, holderId: userId, proved: kind })
  }
}

async function mergePeople({ db, modules }: Tx, from: string, to: string): Promise<Record<string, number>> {
  const move = async (part: 'mergeFirst' | 'merge') => {
    const moves = modules.flatMap(({ person }) => Object.entries(person?.[part] ?? {}))
    const each = moves.map(([name, move]) => sql`${sql.id(move)}(${from}::uuid, ${to}::uuid) as ${sql.id(name)}`)
    const { rows } = await sql<Record<string, number>>`select ${sql.join(each)}`.execute(db)
    return rows[0] ?? {}
  }
  return { ...(await move('mergeFirst')), ...(await move('merge')) }
}

/** A phone and a mail were given together. The first that is proved takes what waits, and the giver is notified which one it was. */
export async function notifyGivers(
  app: Core,
  taken: { waitedId: string; holderId: string; proved: ContactKind },
): Promise<void> {
  await app.queue.enqueue(app, 'tickets.look-for-givers', taken)
  await app.queue.enqueue(app, 'events.look-for-inviters', taken)
  await app.queue.enqueue(app, 'companies.look-for-inviter', taken)
}

/**
 * Takes a phone as the name that its new holder signs in with, from who gave it and proved nothing: for who proved their mail,
 * while nothing leaves by WhatsApp and no phone can be proved. Call it with the phone held. Throws `phone_taken`.
 */
export async function takeSignIn(app: Tx, by: Prover, phone: string): Promise<void> {
  const holders = await findPhoneHolders(app, phone, by.userId)
  if (phoneStatus(holders, app.vendors.whatsapp.isOn) === 'taken') throw phoneTaken()
  await takeFromOthers(app, by, 'phone', phone)
}
