import { createTransport, type NodemailerError } from 'nodemailer'
import { sha256 } from '#server/shared/crypto.ts'
import type { Email, EmailMessage } from './port.ts'
import { unsafeReason } from './safe-message.ts'

export interface SmtpOptions {
  /** `smtps://user:password@host:465`, or `smtp://…` which turns to TLS by STARTTLS and insists on it before a password. */
  readonly url: string
  /** `Previa <entradas@previa.example>`. */
  readonly from: string
  /** Connections kept open to the server; 4 when absent. */
  readonly connections?: number
}

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** Mail through an SMTP server. What the server refuses for good is returned; an outage or a temporary refusal throws. */
export function createSmtpEmail({ url, from, connections = 4 }: SmtpOptions): Email {
  const { hostname, port, protocol, username, password } = new URL(url)
  const isImplicitTls = protocol === 'smtps:'
  const transport = createTransport({
    pool: true,
    host: hostname,
    port: port ? Number(port) : isImplicitTls ? 465 : 587,
    secure: isImplicitTls,
    ...(username
      ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) }, requireTLS: !isImplicitTls }
      : {}),
    maxConnections: connections,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Attachments are bytes of ours; nothing in a message may name a file or an address to fetch (threat 24).
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? hostname

  return {
    isOn: true,
    async send(message) {
      const reason = unsafeReason(message)
      if (reason) return { refused: reason }
      const messageId = messageIdOf(message, domain)
      try {
        await transport.sendMail({
          from,
          // As an object: a text would be parsed, and could hold several recipients.
          to: { name: '', address: message.to },
          ...(message.replyTo === undefined ? {} : { replyTo: { name: '', address: message.replyTo } }),
          subject: message.subject,
          text: message.text,
          html: message.html,
          headers: { ...message.headers },
          attachments: (message.attachments ?? []).map((file) => ({
            filename: file.filename,
            contentType: file.contentType,
            content: Buffer.from(file.content),
            ...(file.contentId === undefined ? {} : { cid: file.contentId, contentDisposition: 'inline' as const }),
          })),
          messageId,
        })
        return { messageId }
      } catch (error) {
        const refused = permanentRefusal(error)
        if (refused === null) throw error
        return { refused }
      }
    },
    async close() {
      transport.close()
    },
  }
}

function messageIdOf({ idempotencyKey }: EmailMessage, domain: string): string {
  return `<${sha256(idempotencyKey).toString('hex').slice(0, 40)}@${domain}>`
}

/**
 * `smtp_550` and the like when the server refused this recipient for good, `smtp_content_554` when it refused the message once
 * it had read it, else null. A refused sender or
 * sign-in concerns every mail: that is an outage of ours, to be tried again once it is mended.
 */
function permanentRefusal(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, responseCode = 0, command = '' } = error as NodemailerError
  const isAboutThisMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && !command.startsWith('MAIL FROM'))
  if (!isAboutThisMail || responseCode < 500) return null
  return code === 'EMESSAGE' ? `smtp_content_${responseCode}` : `smtp_${responseCode}`
}
