/** What would have left by mail or WhatsApp, as the inboxes of the adapters hand it to be kept (table `dev_inbox`). */
export interface InboxMessage {
  readonly channel: 'mail' | 'whatsapp'
  readonly recipient: string
  readonly subject: string
  readonly html: string | null
  readonly body: string
  readonly attachments: readonly InboxAttachment[]
}

export type KeepInboxMessage = (message: InboxMessage) => Promise<void>

export interface InboxAttachment {
  readonly filename: string
  readonly contentType: string
  readonly base64: string
  /** The HTML shows it as `cid:<contentId>`. */
  readonly contentId?: string
}
