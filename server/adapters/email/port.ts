/** Mail in our own words. */

export interface EmailAttachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Uint8Array
  /** Shown inside the HTML as `cid:<contentId>` instead of in the list of attachments. */
  readonly contentId?: string
}

export interface EmailMessage {
  /** One bare address. */
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly replyTo?: string
  readonly attachments?: readonly EmailAttachment[]
  /** Further headers, such as `List-Unsubscribe`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The same key gives the same Message-ID, by which mailboxes recognise a mail sent twice. */
  readonly idempotencyKey: string
}

/** `refused` is for good (no such mailbox, unsafe header, mail switched off) and holds no personal data. */
export type EmailOutcome = { readonly messageId: string } | { readonly refused: string }

export interface Email {
  /** Whether mail really leaves; false when it is switched off. */
  readonly isOn: boolean
  /** Hands one mail over. Throws when the call itself failed and may be tried again. */
  send(message: EmailMessage): Promise<EmailOutcome>
  close(): Promise<void>
}
