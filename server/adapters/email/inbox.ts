import type { KeepInboxMessage } from '#server/shared/inbox.ts'
import { sha256 } from '#server/shared/crypto.ts'
import type { Email } from './port.ts'
import { unsafeReason } from './safe-message.ts'

/** The default that needs nothing: mails are kept by `keep` and read at `/dev/inbox`. */
export function createEmailInbox(keep: KeepInboxMessage): Email {
  return {
    isOn: true,
    async send(message) {
      const reason = unsafeReason(message)
      if (reason) return { refused: reason }
      await keep({
        channel: 'mail',
        recipient: message.to,
        subject: message.subject,
        html: message.html,
        body: message.text,
        attachments: (message.attachments ?? []).map(({ filename, contentType, content, contentId }) => ({
          filename,
          contentType,
          base64: Buffer.from(content).toString('base64'),
          ...(contentId === undefined ? {} : { contentId }),
        })),
      })
      return { messageId: `<${sha256(message.idempotencyKey).toString('hex').slice(0, 40)}@inbox>` }
    },
    async close() {},
  }
}
