/** WhatsApp messages in our own words. A business may open a conversation only with a template that the vendor approved. */

export interface WhatsappDocument {
  readonly filename: string
  readonly contentType: string
  readonly content: Uint8Array
}

export interface WhatsappMessage {
  /** E.164 with its plus sign. */
  readonly to: string
  /** Name of the approved template. */
  readonly template: string
  /** Values of its body's `{{1}}`, `{{2}}`, … in order. */
  readonly params: readonly string[]
  /** Its document header, such as the ticket's PDF. */
  readonly document?: WhatsappDocument
  /** What follows the fixed address of its first button. */
  readonly buttonSuffix?: string
  /** Comes back with each status of the message. The vendor does not refuse repeats by it. */
  readonly idempotencyKey: string
}

/** `refused` is for good (no such number, template not approved, WhatsApp switched off) and holds no personal data. */
export type WhatsappOutcome = { readonly messageId: string } | { readonly refused: string }

export interface WhatsappStatus {
  readonly messageId: string
  readonly status: 'sent' | 'delivered' | 'read' | 'failed'
  readonly at: string
  readonly idempotencyKey: string | null
  /** Why it failed, as the vendor's code; null for the other statuses. */
  readonly failure: string | null
}

export interface Whatsapp {
  /** Whether messages really leave; false sends callers to mail (rule R11.3). */
  readonly isOn: boolean
  /** Sends one template message. Throws `WhatsappUnavailable` when the call itself failed and may be tried again. */
  sendTemplate(message: WhatsappMessage): Promise<WhatsappOutcome>
  /** What to echo to the vendor's subscription check, or null when it is not ours to confirm. */
  answerSubscription(query: Readonly<Record<string, string | undefined>>): string | null
  /** The statuses of a notification, oldest first; null when its signature over the raw body does not hold. */
  readStatuses(rawBody: Uint8Array, signature: string | undefined): WhatsappStatus[] | null
}

/** The vendor could not be reached, is overloaded or does not let us in; trying again later may help. */
export class WhatsappUnavailable extends Error {
  override readonly name = 'WhatsappUnavailable'
  readonly reason: 'unreachable' | 'rate_limited' | 'provider_error' | 'unauthorized' | 'bad_answer'

  constructor(reason: WhatsappUnavailable['reason'], detail: string, cause?: unknown) {
    super(`WhatsApp: ${reason} (${detail})`, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}
