/** Whether a phone may be claimed without proof. Pure. */

export interface PhoneHolders {
  /** The account that signs in with it. */
  readonly signsIn: { readonly id: string; readonly isPhoneProved: boolean; readonly isMailProved: boolean } | undefined
  /** The last pending account made for it. */
  readonly waiting: { readonly id: string; readonly mail: string | null } | undefined
}

/**
 * `taken` by who proved it; `held` by who signs in with it and proved nothing of it, and gives it up to a proof; something
 * `waiting` for it; else `free`. While nothing leaves by WhatsApp no phone can be proved: a proved mail counts in its place, and
 * what waits for a phone does not keep its owner out (rule R6.1).
 */
export function phoneStatus({ signsIn, waiting }: PhoneHolders, isWhatsappOn: boolean): PhoneStatus {
  if (signsIn) return signsIn.isPhoneProved || (!isWhatsappOn && signsIn.isMailProved) ? 'taken' : 'held'
  return waiting && isWhatsappOn ? 'waiting' : 'free'
}
export type PhoneStatus = 'taken' | 'held' | 'waiting' | 'free'
