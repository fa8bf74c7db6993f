import type { SessionUser } from '#contract/accounts/accounts.ts'
import { useSession } from '#web/api/session.ts'
import { useWhatsapp } from './delivery-channels.ts'

type Contacts = Pick<SessionUser, 'mail' | 'phone' | 'isMailProved' | 'isPhoneProved'>

/** A mail that its owner knows again, and that says little to who looks over their shoulder. */
export function shortMail(mail: string): string {
  return `${mail.slice(0, mail.lastIndexOf('@'))}@…`
}

/**
 * Where what a person bought was sent: `a sol@… y a tu WhatsApp`; null where nothing reaches them. As `accounts_is_reached.sql`: once a contact is
 * verified, only to those that are.
 */
export function sentTo({ mail, phone, isMailProved, isPhoneProved }: Contacts, isWhatsappOn: boolean): string | null {
  const hasProved = isMailProved || isPhoneProved
  const ways = [
    mail !== null && (isMailProved || !hasProved) && `a ${shortMail(mail)}`,
    phone !== null && isWhatsappOn && (isPhoneProved || !hasProved) && 'a tu WhatsApp',
  ].filter(Boolean)
  return ways.length > 0 ? ways.join(' y ') : null
}

/** Of who is signed in. Mail alone until it is known whether WhatsApp works here. */
export function useSentTo(): string | null {
  const user = useSession()?.user
  const isWhatsappOn = useWhatsapp() === true
  return user ? sentTo(user, isWhatsappOn) : null
}
