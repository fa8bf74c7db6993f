/** Which mailbox a mail ends in, for counts a recipient. */

/** Domains whose mailboxes leave dots out, and are one. */
const DOTLESS = ['gmail.com', 'googlemail.com']

/**
 * The mailbox of a mail in lower case: without its tag (`sol+1@…`), and at Gmail without dots, since one person has any number of such
 * spellings. Only to count by, never to send to. A phone stays as it is.
 */
export function mailboxOf(contact: string): string {
  const at = contact.lastIndexOf('@')
  if (at < 1) return contact
  const [untagged] = contact.slice(0, at).split('+', 1)
  const name = untagged || contact.slice(0, at)
  const domain = contact.slice(at + 1)
  return DOTLESS.includes(domain) ? `${name.replaceAll('.', '') || name}@${DOTLESS[0]}` : `${name}@${domain}`
}
