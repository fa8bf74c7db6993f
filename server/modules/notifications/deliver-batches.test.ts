/** Deliveries of real tickets through the texts of the tickets module, with vendors that behave as a test says. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Email, EmailMessage } from '#server/adapters/email/port.ts'
import { inTransaction, type App } from '#server/context.ts'
import { composeDelivery } from '#server/modules/tickets/delivery/compose-delivery.ts'
import { readCounts } from '#server/shared/counts.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenTicket } from '#server/testing/given.ts'
import { deliverBatches } from './deliver-batches.ts'
import { queueTicketAgain, queueTicketDeliveries } from './queue-ticket-deliveries.ts'

let server: TestApp
let type: { id: string; eventId: string }
beforeAll(async () => {
  server = await createTestApp()
  type = await server.given.ticketType({ event: await server.given.event() })
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from deliveries`.execute(server.app.db)
  await sql`delete from dev_inbox`.execute(server.app.db)
})

async function queued(count: number, at = server.app): Promise<GivenTicket[]> {
  const holder = await server.given.user({ phone: null })
  const tickets: GivenTicket[] = []
  for (let made = 0; made < count; made += 1) tickets.push(await server.given.ticket({ type, holder }))
  await inTransaction(at, (app) =>
    queueTicketDeliveries(app, [tickets.map(({ id, epoch }) => ({ ticketId: id, epoch }))]),
  )
  return tickets
}

const deliver = (app: App = server.app, stopping?: AbortSignal) =>
  deliverBatches(app, 'mail', composeDelivery, stopping)
const rows = (channel = 'mail') =>
  server.app.db.selectFrom('deliveries').selectAll().where('channel', '=', channel).orderBy('id').execute()
const inbox = () => server.app.db.selectFrom('dev_inbox').selectAll().orderBy('id').execute()

/** The same server with another mail host. */
function withEmail(send: Email['send']): App {
  return { ...server.app, vendors: { ...server.app.vendors, email: { isOn: true, send, async close() {} } } }
}

test('the tickets of an order leave as one mail, and each keeps its own row', async () => {
  const tickets = await queued(3)
  expect(await deliver()).toBe(1)
  const [mail, ...others] = await inbox()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Tus entradas para Fiesta Lunar Rosario')
  expect(mail?.attachments).toMatchObject([{ filename: 'entradas.pdf', contentType: 'application/pdf' }])
  const delivered = await rows()
  expect(delivered.map((row) => row.ticket_id).sort()).toEqual(tickets.map(({ id }) => id).sort())
  expect(delivered.every((row) => row.state === 'sent' && row.sent_at && row.attempts === 1)).toBe(true)
  expect(new Set(delivered.map((row) => row.provider_message_id)).size).toBe(1)
  expect(await deliver()).toBe(0)
})

test('what is queued twice leaves once, and what is rolled back never', async () => {
  const tickets = await queued(2)
  const batch = tickets.map(({ id, epoch }) => ({ ticketId: id, epoch }))
  await queueTicketDeliveries(server.app, [batch])
  const undone = inTransaction(server.app, async (app) => {
    const ticket = await server.given.ticket({ type })
    await queueTicketDeliveries(app, [[{ ticketId: ticket.id, epoch: 1 }]])
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await deliver()
  expect(await inbox()).toHaveLength(1)
})

test('a mail host that is away is tried eight times at growing distances, then the row failed', async () => {
  await queued(1)
  let attempts = 0
  const down = withEmail(async () => {
    attempts += 1
    throw Object.assign(new Error('connect ECONNREFUSED camila@previa.example'), { code: 'ECONNREFUSED' })
  })
  const seen: string[] = []
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    expect(await deliver(down)).toBe(1)
    expect(await deliver(down)).toBe(0)
    const [row] = await rows()
    seen.push(`${row?.state} ${row?.attempts} ${row?.last_error}`)
    await server.advance({ hours: 6, seconds: 1 })
  }
  expect(attempts).toBe(8)
  expect(seen.slice(0, 7).every((line, index) => line === `queued ${index + 1} Error ECONNREFUSED`)).toBe(true)
  expect(seen[7]).toBe('failed 8 Error ECONNREFUSED')
  expect(await deliver(down)).toBe(0)
})

test('a refusal is for good', async () => {
  await queued(1)
  await deliver(withEmail(async () => ({ refused: 'mailbox_unknown' })))
  expect(await rows()).toMatchObject([{ state: 'failed', last_error: 'mailbox_unknown', attempts: 1 }])
})

/** The same, and what is logged as an error. */
function withLog(app: App): { app: App; errors: string[] } {
  const errors: string[] = []
  const log = { ...app.log, warn: () => {}, error: (_facts: unknown, message: string) => void errors.push(message) }
  return { app: { ...app, log: log as unknown as App['log'] }, errors } // what is called of it here
}
const messagesCounted = (result: string) =>
  readCounts().find(
    ({ name, labels }) => name === 'messages' && labels['channel'] === 'mail' && labels['result'] === result,
  )?.value ?? 0

test.each(['unsafe_header', 'smtp_content_554'])(
  'threat 36: a mail that cannot leave for its own content (%s) alarms and is not tried again; the others of its batch leave',
  async (refused) => {
    const [bad] = await queued(1)
    await queued(1)
    await queued(1)
    const before = messagesCounted('unsendable')
    const sent: string[] = []
    const choosy = withLog(
      withEmail(async ({ text }) => {
        if (text.includes(bad?.number.slice(0, 4) ?? '')) return { refused }
        sent.push(text)
        return { messageId: `m-${sent.length}` }
      }),
    )
    expect(await deliver(choosy.app)).toBe(3)
    expect(sent).toHaveLength(2)
    expect((await rows()).map(({ state, last_error: error }) => `${state} ${error}`).sort()).toEqual([
      `failed ${refused}`,
      'sent null',
      'sent null',
    ])
    expect(choosy.errors).toEqual(['a message cannot be sent for its own content'])
    expect(messagesCounted('unsendable')).toBe(before + 1)
    await server.advance({ hours: 7 })
    expect(await deliver(choosy.app)).toBe(0)
  },
)

test('threat 36: a name that got around the rule stops no mail', async () => {
  const event = await server.given.event({ name: 'Fiesta\tLunar\r\nBcc: a@b.example\u2028\u0007' })
  const strange = await server.given.ticketType({ event })
  const ticket = await server.given.ticket({ type: strange, holder: await server.given.user() })
  await queueTicketDeliveries(server.app, [[{ ticketId: ticket.id, epoch: 1 }]])
  await deliver()
  expect(await inbox()).toMatchObject([{ subject: 'Tu entrada para Fiesta Lunar Bcc: a@b.example' }])
  expect(await rows()).toMatchObject([{ state: 'sent' }])
})

test('a worker that dies between send and mark repeats at most one mail, under the same key (S3)', async () => {
  await queued(2)
  const sent: EmailMessage[] = []
  const stopping = new AbortController()
  const dying = await new Promise<void>((resolve) => {
    // It handed the mail over and then was killed: its promise never settles, the row stays claimed.
    const killed = withEmail((message) => {
      sent.push(message)
      stopping.abort()
      resolve()
      return new Promise(() => {})
    })
    void deliver(killed, stopping.signal)
  })
  expect(dying).toBeUndefined()
  const living = withEmail(async (message) => {
    sent.push(message)
    return { messageId: 'm-2' }
  })
  expect(await deliver(living)).toBe(0)
  await server.advance({ seconds: 31 })
  expect(await deliver(living)).toBe(1)
  expect(sent).toHaveLength(2)
  expect(sent[0]?.idempotencyKey).toBe(sent[1]?.idempotencyKey)
  expect((await rows()).map((row) => row.state)).toEqual(['sent', 'sent'])
  await server.advance({ hours: 1 })
  expect(await deliver(living)).toBe(0)
})

test('workers that deliver at the same time send each batch once', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => queued(2)))
  const counts = await Promise.all([deliver(), deliver(), deliver()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(made.length)
  expect(await inbox()).toHaveLength(12)
})

test('a mail host that never answers holds up neither WhatsApp nor a new sale', async () => {
  const holder = await server.given.user({ phone: '+5493415550000' })
  const ticket = await server.given.ticket({ type, holder })
  const hand = [[{ ticketId: ticket.id, epoch: 1 }]]
  await queueTicketDeliveries(server.app, hand)
  const stopping = new AbortController()
  const stuck = withEmail(() => {
    stopping.abort()
    return new Promise(() => {})
  })
  void deliver(stuck, stopping.signal)
  await deliverBatches(stuck, 'whatsapp', composeDelivery)
  expect(await inbox()).toMatchObject([
    { channel: 'whatsapp', recipient: '+5493415550000', subject: 'entradas_listas' },
  ])
  // It would not come back while the other one waits.
  await queued(1)
})

test('a mail that its host is slow to take holds up none of the others', async () => {
  const slow = Promise.withResolvers<{ messageId: string }>()
  let sent = 0
  const at = withEmail(() => {
    sent += 1
    return sent === 1 ? slow.promise : Promise.resolve({ messageId: `m-${sent}` })
  })
  for (let n = 0; n < 12; n += 1) await queued(1)
  const all = deliver(at)
  const states = async () => (await rows()).map(({ state }) => state).sort()
  await expect.poll(states, { timeout: 20_000 }).toEqual(['queued', ...Array.from({ length: 11 }, () => 'sent')])
  slow.resolve({ messageId: 'm-1' })
  expect(await all).toBe(12)
})

test('a batch queued again while it is under way is not settled by the worker that had it before', async () => {
  const [ticket] = await queued(1)
  const first = Promise.withResolvers<{ messageId: string }>()
  const begun = Promise.withResolvers<undefined>()
  const stuck = deliver(
    withEmail(() => {
      begun.resolve(undefined)
      return first.promise
    }),
  )
  await begun.promise
  await queueTicketAgain(server.app, { ticketId: ticket?.id ?? '', epoch: 1 }, 'mail')
  const again = deliver(
    withEmail(async () => {
      first.resolve({ messageId: 'm-1' })
      await stuck
      expect(await rows()).toMatchObject([{ state: 'queued', provider_message_id: null }])
      return { messageId: 'm-2' }
    }),
  )
  expect(await again).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'sent', provider_message_id: 'm-2' }])
})

test('a ticket refunded in between is left out, and its row says so', async () => {
  const [kept, refunded] = await queued(2)
  await sql`update tickets set state = 'refunded' where id = ${refunded?.id}`.execute(server.app.db)
  await deliver()
  const [mail] = await inbox()
  expect(mail?.body).toContain(kept?.number.slice(0, 4))
  expect(mail?.body).not.toContain(`${refunded?.number.slice(0, 4)} ${refunded?.number.slice(4)}`)
  const byTicket = new Map((await rows()).map((row) => [row.ticket_id, row]))
  expect(byTicket.get(kept?.id ?? '')).toMatchObject({ state: 'sent' })
  expect(byTicket.get(refunded?.id ?? '')).toMatchObject({
    state: 'failed',
    last_error: 'ticket_changed',
    sent_at: null,
  })
})

test('one that changed hands since is not sent to the old holder', async () => {
  const [ticket] = await queued(1)
  await sql`update tickets set epoch = 2 where id = ${ticket?.id}`.execute(server.app.db)
  await deliver()
  expect(await inbox()).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'failed', last_error: 'ticket_changed' }])
})

test('a holder without that contact fails that channel alone', async () => {
  await queued(1)
  await deliver()
  await deliverBatches(server.app, 'whatsapp', composeDelivery)
  expect(await rows()).toMatchObject([{ state: 'sent' }])
  expect(await rows('whatsapp')).toMatchObject([{ state: 'failed', last_error: 'no_phone' }])
})

test('a resend during a send is not swallowed by it', async () => {
  const [ticket] = await queued(1)
  const hand = { ticketId: ticket?.id ?? '', epoch: 1 }
  const keys: string[] = []
  const asked = withEmail(async ({ idempotencyKey }) => {
    keys.push(idempotencyKey)
    if (keys.length === 1) await queueTicketAgain(server.app, hand, 'mail')
    return { messageId: `m-${keys.length}` }
  })
  expect(await deliver(asked)).toBe(2)
  expect(new Set(keys).size).toBe(2)
  expect(await rows()).toMatchObject([{ state: 'sent', resends: 1, provider_message_id: 'm-2' }])
})

test('without WhatsApp keys only mails are queued', async () => {
  const off: App = {
    ...server.app,
    vendors: { ...server.app.vendors, whatsapp: { ...server.app.vendors.whatsapp, isOn: false } },
  }
  await queued(1, off)
  expect(await rows('whatsapp')).toEqual([])
  expect(await rows()).toHaveLength(1)
})
