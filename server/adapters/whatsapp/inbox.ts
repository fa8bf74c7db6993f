import type { KeepInboxMessage } from '#server/shared/inbox.ts'
import { newId } from '#server/shared/ids.ts'
import type { Whatsapp } from './port.ts'

/** The default that needs nothing: messages are kept by `keep` and read at `/dev/inbox`. Their delivery is not reported. */
export function createWhatsappInbox(keep: KeepInboxMessage): Whatsapp {
  return {
    isOn: true,
    async sendTemplate({ to, template, params, document, buttonSuffix }) {
      await keep({
        channel: 'whatsapp',
        recipient: to,
        subject: template,
        html: null,
        body: [...params, ...(buttonSuffix === undefined ? [] : [buttonSuffix])].join('\n'),
        attachments: document
          ? [
              {
                filename: document.filename,
                contentType: document.contentType,
                base64: Buffer.from(document.content).toString('base64'),
              },
            ]
          : [],
      })
      return { messageId: `inbox.${newId()}` }
    },
    answerSubscription: () => null,
    readStatuses: () => null,
  }
}
