import { afterAll, beforeAll, expect, test } from 'vitest'
import { resendTicket } from '#contract/sales/tickets.ts'
import type { Proof } from '#contract/api/roles.ts'
import { createTestApp, Refused, type TestApp } from '#server/testing/app.ts'
import type { GivenTicket, GivenUser } from '#server/testing/given.ts'
import { resendTicket as resend } from './resend-ticket.ts'

let server: TestApp
let type: { id: string; eventId: string }
let company: { id: string }
let holder: GivenUser
beforeAll(async () => {
  server = await createTestApp()
  const event = await server.given.event()
  company = { id: event.companyId }
  type = await server.given.ticketType({ event })
  holder = await server.given.user({ phone: '+5493415557788', mail: 'camila@previa.example' })
})
afterAll(() => server.close())

const ask = (ticket: GivenTicket, as: GivenUser, channel?: 'mail' | 'whatsapp') =>
  server.call(resendTicket, { body: { ticketId: ticket.id, ...(channel && { channel }) } }, { as })
const sentTo = async () =>
  (await server.app.db.selectFrom('dev_inbox').select(['channel', 'recipient']).orderBy('id').execute()).map(
    ({ channel, recipient }) => `${channel} ${recipient}`,
  )
const deliver = () => server.app.queue.runJob(server.app, 'notifications.deliver')

test('it goes to the holder’s stored contact for every caller, and says by which channel', async () => {
  const ticket = await server.given.ticket({ type, holder })
  const owner = await server.given.user({ memberOf: company })
  expect(await ask(ticket, owner)).toEqual({ channel: 'whatsapp', to: '+54 9 341 ****-7788' })
  expect(await ask(ticket, holder, 'mail')).toEqual({ channel: 'mail', to: 'c***@previa.example' })
  await deliver()
  expect((await sentTo()).sort()).toEqual(['mail camila@previa.example', 'whatsapp +5493415557788'])
  const audits = await server.app.db.selectFrom('audit_rows').selectAll().where('object_id', '=', ticket.id).execute()
  expect(audits).toMatchObject([
    { action: 'ticket.resend', actor_id: owner.id },
    { action: 'ticket.resend', actor_id: holder.id },
  ])
})

test('support sends it again to its holder, and so does a god admin (rule R11.6)', async () => {
  const ticket = await server.given.ticket({ type, holder })
  for (const as of [await server.given.user({ isAdmin: true }), await server.given.user({ isGodAdmin: true })]) {
    expect(await ask(ticket, as, 'mail')).toEqual({ channel: 'mail', to: 'c***@previa.example' })
  }
})

test('three an hour per ticket, whatever the channel and the process (threat 27)', async () => {
  const ticket = await server.given.ticket({ type, holder })
  const actor = { userId: holder.id } as Parameters<typeof resend>[1] // what it reads of an actor
  const id = ticket.id as Proof<'resendableTicket'>
  const attempts = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => resend(server.app, actor, id, index % 2 === 0 ? 'mail' : 'whatsapp')),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  await expect(resend(server.app, actor, id, 'mail')).rejects.toMatchObject({
    code: 'resend_limit',
    retryAfterSeconds: 3600,
  })
  await server.advance({ hours: 1, seconds: 1 })
  await resend(server.app, actor, id, 'mail')
})

test('the endpoint itself stops the fourth call', async () => {
  const ticket = await server.given.ticket({ type, holder })
  const answers = []
  for (let call = 0; call < 4; call += 1) answers.push(await ask(ticket, holder).catch((error: unknown) => error))
  expect(answers.filter((answer) => answer instanceof Refused)).toMatchObject([{ status: 429 }])
})

test('a stranger neither uses up the holder’s limit nor learns from it that the ticket exists', async () => {
  const ticket = await server.given.ticket({ type, holder })
  const stranger = await server.given.user()
  const asked = async (times: number) => {
    const codes = new Set<string>()
    for (let call = 0; call < times; call += 1) codes.add(await server.refusal(ask(ticket, stranger)))
    return [...codes]
  }
  expect(await asked(5)).toEqual(['ticket_not_found'])
  for (let call = 0; call < 3; call += 1) expect(await ask(ticket, holder)).toMatchObject({ channel: 'whatsapp' })
  expect(await server.refusal(ask(ticket, holder))).toBe('too_many_requests')
  expect(await asked(2)).toEqual(['ticket_not_found'])
})

test('without WhatsApp keys it goes by mail and says so', async () => {
  const other = await createTestApp({ sharing: server, config: { mode: 'production' } })
  try {
    const ticket = await server.given.ticket({ type, holder })
    const answer = await other.call(
      resendTicket,
      { body: { ticketId: ticket.id, channel: 'whatsapp' } },
      { as: holder },
    )
    expect(answer).toEqual({ channel: 'mail', to: 'c***@previa.example' })
  } finally {
    await other.close()
  }
})

test('a holder without a phone gets a mail', async () => {
  const person = await server.given.user({ phone: null, mail: 'sintel@previa.example' })
  const ticket = await server.given.ticket({ type, holder: person })
  expect(await ask(ticket, person, 'whatsapp')).toEqual({ channel: 'mail', to: 's***@previa.example' })
})

test('to a holder who proved no contact nothing is said to be sent, and no resend is used up', async () => {
  const giver = await server.given.user()
  const person = await server.given.user({ mail: 'sin-confirmar@previa.example', proved: [] })
  const ticket = await server.given.ticket({ type, holder: person })
  await server.app.db.updateTable('tickets').set({ payer_id: giver.id }).where('id', '=', ticket.id).execute()
  const actor = { userId: person.id } as Parameters<typeof resend>[1] // what it reads of an actor
  const tryAgain = () => resend(server.app, actor, ticket.id as Proof<'resendableTicket'>, 'mail')
  for (let time = 0; time < 4; time += 1) await expect(tryAgain()).rejects.toMatchObject({ code: 'resend_no_contact' })
  await server.app.db
    .updateTable('users')
    .set({ mail_proved_at: '2026-01-01T00:00:00Z' })
    .where('id', '=', person.id)
    .execute()
  expect(await tryAgain()).toEqual({ channel: 'mail', to: 's***@previa.example' })
})

test('another person’s ticket does not exist, and a used or refunded one is not sent', async () => {
  const strangers = [
    await server.given.user(),
    await server.given.user({ memberOf: await server.given.company() }),
    await server.given.user({ staffOf: { id: type.eventId }, staffKind: 'RRPP' }),
  ]
  for (const stranger of strangers) {
    const ticket = await server.given.ticket({ type, holder })
    expect(await server.refusal(ask(ticket, stranger))).toBe('ticket_not_found')
  }
  const finance = await server.given.user({ memberOf: company, companyRole: 'finance' })
  expect(await server.refusal(ask(await server.given.ticket({ type, holder }), finance))).toBe(
    'company_role_not_allowed',
  )
  expect(await ask(await server.given.ticket({ type, holder: finance }), finance)).toMatchObject({
    channel: 'whatsapp',
  })
  for (const state of ['used', 'refunded', 'cancelled', 'expired'] as const) {
    expect(await server.refusal(ask(await server.given.ticket({ type, holder, state }), holder))).toBe(
      'ticket_not_valid',
    )
  }
})
