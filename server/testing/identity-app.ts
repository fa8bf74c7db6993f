/** Shared by the tests of contact ownership: people who register, squat, give and verify contacts. */
import { expect } from 'vitest'
import { getProfile, login, register } from '#contract/accounts/accounts.ts'
import { confirmContactCode, requestContactCode } from '#contract/accounts/accounts-credentials.ts'
import { getMyTickets, transferTicket } from '#contract/sales/tickets.ts'
import { hashPassword } from '#server/modules/accounts/password/password.ts'
import { resendActivation } from '#server/modules/accounts/registration/activate-account.ts'
import { createTestApp, Refused } from './app.ts'
import type { GivenUser } from './given.ts'
import { codeAt as readCode, linkAt } from './read-inbox.ts'

export const PASSWORD = 'una-clave-larga'
export type IdentityApp = Awaited<ReturnType<typeof createIdentityApp>>

/** A server with an event that lets people hand tickets on; close `server` in `afterAll`. */
export async function createIdentityApp() {
  const server = await createTestApp()
  const event = await server.given.event({ startsInHours: 300 })
  const type = await server.given.ticketType({ event })
  const passwordHash = await hashPassword(server.app, PASSWORD)

  let people = 0
  /** Contacts that no account has given yet. */
  function contacts() {
    people += 1
    const digits = String(1000 + people)
    return { phone: `+549341555${digits}`, mail: `duena-${digits}@previa.example` }
  }
  const messagesTo = (recipient: string) =>
    server.app.db
      .selectFrom('dev_inbox')
      .select(['channel', 'subject', 'body'])
      .where('recipient', '=', recipient)
      .orderBy('at')
      .execute()
  async function deliver() {
    await server.drain()
    await server.app.queue.runJob(server.app, 'notifications.deliver')
  }
  /** The link that came there. To a phone that was sent a ticket alone one leaves once its owner asks. */
  async function activationAt(recipient: string) {
    await deliver()
    const found = await linkAt(server, recipient, 'activation')
    if (found !== undefined) return found
    const waiting = await server.app.db
      .selectFrom('users')
      .select('id')
      .where('phone', '=', recipient)
      .where('state', '=', 'pending')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (waiting) await resendActivation(server.app, waiting.id, { channels: ['whatsapp'] })
    return (await linkAt(server, recipient, 'activation')) ?? ''
  }
  const resetAt = async (recipient: string) => (await linkAt(server, recipient, 'reset')) ?? ''
  const codeAt = async (recipient: string) => (await readCode(server, recipient)) ?? ''

  /** The owner; registering with the phone, or its code, verifies it. */
  async function arrive(own: { phone: string; mail: string }, name = 'Josefina Dueña') {
    const body = { name, ...own, password: PASSWORD, birthDate: '1995-04-12' }
    const headers = { 'x-device-id': `aparato-${own.phone.slice(1)}` }
    const refused = await server.call(register, { body }, { headers }).catch((error: unknown) => error)
    if (!(refused instanceof Refused)) return refused as Awaited<ReturnType<typeof enter>>
    expect(refused.body.code).toBe('phone_code_needed')
    return server.call(register, { body: { ...body, code: await codeAt(own.phone) } }, { headers })
  }
  const enter = (phone: string, password = PASSWORD) => server.call(login, { body: { phone, password } })
  const prove = async (as: { token: string }, kind: 'mail' | 'phone', contact: string) => {
    await server.call(requestContactCode, { body: { kind } }, { as })
    return server.call(confirmContactCode, { body: { kind, code: await codeAt(contact) } }, { as })
  }
  const ticketsOf = async (as: { token: string }) =>
    (await server.call(getMyTickets, { query: {} }, { as })).tickets.map(({ id }) => id)
  const rolesOf = async (as: { token: string }) => (await server.call(getProfile, undefined, { as })).eventRoles
  async function giveTo(body: { toUserId: string } | { name: string; phone: string; mail: string }, giver?: GivenUser) {
    const holder = giver ?? (await server.given.user({ name: 'Bruno Regalón' }))
    const ticket = await server.given.ticket({ type, holder })
    await server.call(transferTicket, { params: { id: ticket.id }, body }, { as: holder })
    return { ...ticket, giver: holder }
  }
  const named = (own: { phone: string; mail: string }) => ({ name: 'Josefina Dueña', ...own })
  const squat = (own: { phone?: string; mail?: string }) =>
    server.given.user({ name: 'Lucas Ocupa', proved: [], passwordHash, ...own })

  /** Control: who a contact would be of if giving it were enough. */
  async function naivelyMeant({ phone, mail }: { phone: string; mail: string }): Promise<string | undefined> {
    const row = await server.app.db
      .selectFrom('users')
      .select('id')
      .where((eb) => eb.or([eb('phone', '=', phone), eb('mail', '=', mail)]))
      .where('state', '=', 'active')
      .executeTakeFirst()
    return row?.id
  }

  return {
    server,
    event,
    type,
    passwordHash,
    contacts,
    messagesTo,
    deliver,
    activationAt,
    resetAt,
    codeAt,
    arrive,
    enter,
    prove,
    ticketsOf,
    rolesOf,
    giveTo,
    named,
    squat,
    naivelyMeant,
  }
}
