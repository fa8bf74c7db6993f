import type { AddressInfo } from 'node:net'
import PostalMime, { type Email as ReceivedEmail } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { InboxMessage } from '#server/shared/inbox.ts'
import { createEmailOff } from './email-off.ts'
import { createEmailInbox } from './inbox.ts'
import type { Email, EmailMessage } from './port.ts'
import { createSmtpEmail } from './smtp.ts'

const message: EmailMessage = {
  to: 'camila@correo.example',
  subject: 'Tus entradas para Fiesta Lunar 🌙',
  html: '<p>Hola <b>Camila</b> <img src="cid:qr-1"></p>',
  text: 'Hola Camila',
  replyTo: 'ayuda@previa.example',
  headers: { 'List-Unsubscribe': '<https://previa.example/baja>' },
  attachments: [
    { filename: 'entrada.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7 entrada') },
    { filename: 'qr.png', contentType: 'image/png', content: Buffer.from('png'), contentId: 'qr-1' },
  ],
  idempotencyKey: 'delivery-1',
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

/** A real SMTP server on loopback; what it takes is parsed into `received` with its envelope. */
async function smtp(options: SMTPServerOptions = {}, atPort = 0) {
  const received: (ReceivedEmail & { envelope: string[] })[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 1,
    onData(stream, session, done) {
      void (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        const envelope = session.envelope.rcptTo.map((recipient) => recipient.address)
        received.push({ ...(await PostalMime.parse(Buffer.concat(chunks))), envelope })
        done()
      })()
    },
    ...options,
  })
  await new Promise<void>((resolve) => {
    server.listen(atPort, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  const email = createSmtpEmail({ url: `smtp://127.0.0.1:${port}`, from: 'Previa <entradas@previa.example>' })
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  closing.push(() => email.close(), stop)
  return { email, received, port, stop }
}

const refusing = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

test('a mail arrives as it was written, with its PDF and inline picture', async () => {
  const { email, received } = await smtp()
  expect(await email.send(message)).toEqual({ messageId: expect.stringMatching(/^<[0-9a-f]{40}@previa\.example>$/) })
  expect(received).toHaveLength(1)
  const [mail] = received
  expect(mail).toMatchObject({
    envelope: ['camila@correo.example'],
    from: { name: 'Previa', address: 'entradas@previa.example' },
    to: [{ address: 'camila@correo.example' }],
    replyTo: [{ address: 'ayuda@previa.example' }],
    subject: message.subject,
  })
  expect(mail?.text?.trim()).toBe('Hola Camila')
  expect(mail?.html).toContain('<b>Camila</b>')
  expect(mail?.headers.find((header) => header.key === 'list-unsubscribe')?.value).toBe('<https://previa.example/baja>')
  const pdf = mail?.attachments.find((file) => file.filename === 'entrada.pdf')
  const picture = mail?.attachments.find((file) => file.filename === 'qr.png')
  expect(pdf).toMatchObject({ mimeType: 'application/pdf', disposition: 'attachment' })
  expect(Buffer.from(pdf?.content as ArrayBuffer).toString()).toBe('%PDF-1.7 entrada')
  expect(picture).toMatchObject({ contentId: '<qr-1>', disposition: 'inline' })
})

test('the same key is the same Message-ID, another key another', async () => {
  const { email, received } = await smtp()
  const first = await email.send(message)
  expect(await email.send(message)).toEqual(first)
  expect(await email.send({ ...message, idempotencyKey: 'delivery-2' })).not.toEqual(first)
  expect(new Set(received.map((mail) => mail.messageId)).size).toBe(2)
})

test.each([
  ['an unknown mailbox', { onRcptTo: (_, __, done) => done(refusing(550)) }, 'smtp_550'],
  [
    'a mailbox that is refused with the code of a content',
    { onRcptTo: (_, __, done) => done(refusing(554)) },
    'smtp_554',
  ],
  [
    'a message that is refused',
    { onData: (stream, _, done) => stream.resume().on('end', () => done(refusing(554))) },
    'smtp_content_554',
  ],
] satisfies [string, SMTPServerOptions, string][])('%s is refused for good', async (_, options, refused) => {
  const { email } = await smtp(options)
  expect(await email.send(message)).toEqual({ refused })
})

test.each([
  ['a full mailbox', { onRcptTo: (_, __, done) => done(refusing(452)) }],
  ['a busy server', { onConnect: (_, done) => done(refusing(421)) }],
  ['a sender that the server does not take', { onMailFrom: (_, __, done) => done(refusing(550)) }],
] satisfies [string, SMTPServerOptions][])('%s may be tried again', async (_, options) => {
  const { email } = await smtp(options)
  await expect(email.send(message)).rejects.toThrow()
})

test('while the server is gone a mail may be tried again, and leaves once it is back', async () => {
  const { email, port, stop } = await smtp()
  await email.send(message)
  await stop()
  await expect(email.send(message)).rejects.toThrow()
  const { received } = await smtp({}, port)
  expect(await email.send(message)).toHaveProperty('messageId')
  expect(received).toHaveLength(1)
})

test('a password is not sent without TLS', async () => {
  const { port } = await smtp({
    disabledCommands: [],
    onAuth: (_, __, done) => done(null, { user: 'u' }),
    hideSTARTTLS: true,
  })
  const email = createSmtpEmail({ url: `smtp://user:pass@127.0.0.1:${port}`, from: 'a@b.example' })
  closing.push(() => email.close())
  await expect(email.send(message)).rejects.toThrow()
})

const crlf = 'x\r\nBcc: victima@correo.example'
const hostile: [string, Partial<EmailMessage>][] = [
  ['subject', { subject: crlf }],
  ['subject, bare line feed', { subject: 'x\nBcc: a@b.example' }],
  ['subject, bare carriage return', { subject: 'x\rBcc: a@b.example' }],
  ['subject, line separator', { subject: 'x\u2028Bcc: a@b.example' }],
  ['recipient', { to: `camila@correo.example\r\nBcc: a@b.example` }],
  ['two recipients', { to: 'camila@correo.example, otra@correo.example' }],
  ['recipient with a name', { to: 'Camila <camila@correo.example>' }],
  ['recipient group', { to: 'grupo:a@b.example;' }],
  ['recipient without domain', { to: 'camila' }],
  ['answer address', { replyTo: crlf }],
  ['header value', { headers: { 'X-Evento': crlf } }],
  ['header name', { headers: { 'X-Evento: 1\r\nBcc': 'a@b.example' } }],
  ['file name', { attachments: [{ filename: crlf, contentType: 'text/plain', content: Buffer.alloc(0) }] }],
  ['file type', { attachments: [{ filename: 'a', contentType: crlf, content: Buffer.alloc(0) }] }],
  [
    'file id',
    { attachments: [{ filename: 'a', contentType: 'text/plain', contentId: crlf, content: Buffer.alloc(0) }] },
  ],
]

test.each(hostile)('threat 27: a header cannot be smuggled in through the %s', async (_, change) => {
  const { email, received } = await smtp()
  const kept: InboxMessage[] = []
  const inbox = createEmailInbox(async (mail) => void kept.push(mail))
  for (const adapter of [email, inbox]) {
    expect(await adapter.send({ ...message, ...change })).toEqual({
      refused: expect.stringMatching(/^unsafe_(address|header)$/),
    })
  }
  expect(received).toEqual([])
  expect(kept).toEqual([])
})

test('the inbox keeps what would have left', async () => {
  const kept: InboxMessage[] = []
  const inbox: Email = createEmailInbox(async (mail) => void kept.push(mail))
  expect(inbox.isOn).toBe(true)
  expect(await inbox.send(message)).toHaveProperty('messageId')
  expect(kept).toMatchObject([
    { channel: 'mail', recipient: message.to, subject: message.subject, html: message.html, body: message.text },
  ])
  expect(kept[0]?.attachments[1]).toEqual({
    filename: 'qr.png',
    contentType: 'image/png',
    base64: 'cG5n',
    contentId: 'qr-1',
  })
})

test('switched off, it says so', async () => {
  const email = createEmailOff()
  expect(email.isOn).toBe(false)
  expect(await email.send(message)).toEqual({ refused: 'mail_off' })
})
