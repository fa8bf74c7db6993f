import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getProfile, login } from '#contract/accounts/accounts.ts'
import { changePassword, confirmPasswordReset, requestPasswordReset } from '#contract/accounts/accounts-credentials.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { addSeconds } from '#server/shared/clock.ts'
import { newId } from '#server/shared/ids.ts'
import { hashPassword } from './password.ts'
import { findForReset } from '../contact/queries.ts'

let server: TestApp
const password = 'una-clave-larga'
const newPassword = 'otra-clave-larga'
const PUBLIC_URL = 'https://previa.example'
let passwordHash: string
beforeAll(async () => {
  server = await createTestApp({ config: { publicUrl: PUBLIC_URL } })
  passwordHash = await hashPassword(server.app, password)
})
afterAll(() => server.close())

const mailsTo = (recipient: string) =>
  server.app.db
    .selectFrom('dev_inbox')
    .select(['subject', 'body', 'html'])
    .where('recipient', '=', recipient)
    .orderBy('at')
    .execute()
const ask = (email: string, headers: Record<string, string> = {}) =>
  server.call(requestPasswordReset, { body: { email } }, { headers })
const confirm = (token: string, password = newPassword) =>
  server.call(confirmPasswordReset, { body: { token, newPassword: password } })
const enter = (user: GivenUser, password = newPassword) => server.call(login, { body: { phone: user.phone, password } })

/** Asks for a link and reads it from the mail. */
async function link(user: GivenUser): Promise<string> {
  await ask(user.mail)
  await server.drain()
  const last = (await mailsTo(user.mail)).at(-1)
  const token = /#token=([\w-]{43})/.exec(last?.body ?? '')?.[1]
  if (!token) throw new Error('no link arrived')
  return token
}

test('the link sets a new password, ends every session and notifies the person', async () => {
  const user = await server.given.user({ passwordHash })
  expect(await confirm(await link(user))).toMatchObject({ status: 'success' })
  expect(await server.refusal(server.call(getProfile, undefined, { as: user }))).toBe('session_expired')
  expect((await enter(user)).id).toBe(user.id)
  expect(await server.refusal(enter(user, password))).toBe('wrong_credentials')
  await server.drain()
  expect((await mailsTo(user.mail)).map(({ subject }) => subject)).toEqual([
    'Elegí una contraseña nueva',
    'Cambió la contraseña de tu cuenta',
  ])
  const acts = server.app.db.selectFrom('audit_rows').select('action').where('object_id', '=', user.id)
  expect(await acts.execute()).toEqual([{ action: 'account.reset_password' }])
})

test.each(['paid', 'in_dispute'])(
  'of more accounts with a mail than one message lists, those that paid come first: %s',
  async (state) => {
    const mail = `muchas-cuentas-${state}@previa.example`
    const payer = await server.given.user({ mail, proved: [] })
    const event = await server.given.event()
    await server.app.db
      .insertInto('orders')
      .values({
        id: newId(),
        public_id: `compra-${state}`,
        event_id: event.id,
        company_id: event.companyId,
        buyer_id: payer.id,
        state,
        subtotal_cents: 100_000,
        fee_cents: 0,
        total_cents: 100_000,
        paid_cents: 100_000,
        tickets_count: 1,
        idempotency_key: 'compra-de-antes',
      })
      .execute()
    // The account that paid has the oldest sign-in: sorted by that alone they would not be listed.
    await server.app.db
      .updateTable('sessions')
      .set({ created_at: addSeconds(server.clock.now(), -86_400) })
      .where('user_id', '=', payer.id)
      .execute()
    for (let n = 0; n < 52; n += 1) await server.given.user({ mail, proved: [] })
    const { active } = await findForReset(server.app, mail)
    expect(active).toHaveLength(50)
    expect(active[0]).toBe(payer.id)
  },
)

test('of twenty uses at the same moment one succeeds', async () => {
  const user = await server.given.user({ passwordHash })
  const token = await link(user)
  const uses = await Promise.allSettled(Array.from({ length: 20 }, (_, use) => confirm(token, `clave-numero-${use}`)))
  const winners = uses.flatMap(({ status }, use) => (status === 'fulfilled' ? [use] : []))
  expect(winners).toHaveLength(1)
  expect((await enter(user, `clave-numero-${winners[0]}`)).id).toBe(user.id)
})

describe('a link dies', () => {
  const dead = {
    status: 400,
    body: {
      code: 'reset_link_invalid',
      message: 'Token inválido o expirado. Solicita un nuevo enlace de restablecimiento',
    },
  }

  test('when it was used', async () => {
    const token = await link(await server.given.user({ passwordHash }))
    await confirm(token)
    await expect(confirm(token)).rejects.toMatchObject(dead)
  })

  test('after 30 minutes', async () => {
    const token = await link(await server.given.user({ passwordHash }))
    await server.advance({ minutes: 30, seconds: 1 })
    await expect(confirm(token)).rejects.toMatchObject(dead)
  })

  test('when another takes its place', async () => {
    const user = await server.given.user({ passwordHash })
    const [first, second] = [await link(user), await link(user)]
    await expect(confirm(first)).rejects.toMatchObject(dead)
    await confirm(second)
  })

  test('when the password is changed', async () => {
    const user = await server.given.user({ passwordHash })
    const token = await link(user)
    const body = { currentPassword: password, newPassword: 'una-tercera-clave' }
    await server.call(changePassword, { body }, { as: user })
    await expect(confirm(token)).rejects.toMatchObject(dead)
  })

  test.each(['blocked', 'deleted'])('when its owner is %s', async (state) => {
    const user = await server.given.user({ passwordHash })
    const token = await link(user)
    await server.app.db.updateTable('users').set({ state }).where('id', '=', user.id).execute()
    await expect(confirm(token)).rejects.toMatchObject(dead)
  })

  test('when the mail that it went to is not theirs any more', async () => {
    const user = await server.given.user({ passwordHash })
    const token = await link(user)
    const mail = `otra-${user.id}@previa.example`
    await server.app.db.updateTable('users').set({ mail }).where('id', '=', user.id).execute()
    await expect(confirm(token)).rejects.toMatchObject(dead)
  })
})

test.each(['x', 'A'.repeat(43), 'á🎟', "' or 1=1 --"])('a token that never was (%s) is not found', async (token) => {
  await expect(confirm(token)).rejects.toMatchObject({
    status: 404,
    body: { message: 'Token no encontrado. Solicita un nuevo enlace de restablecimiento' },
  })
})

test.each([
  ['Password123', 'common_password'],
  ['Corvette', 'common_password'],
  ['corta', 'invalid_input'],
])('a password that is refused (%s) leaves the link alive', async (refused, code) => {
  const token = await link(await server.given.user({ passwordHash }))
  expect(await server.refusal(confirm(token, refused))).toBe(code)
  await confirm(token)
})

test('who failed to sign in five times before gets in at once', async () => {
  const user = await server.given.user({ passwordHash })
  for (let guess = 0; guess < 6; guess += 1) await server.refusal(enter(user, `adivino-${guess}`))
  await confirm(await link(user))
  expect((await enter(user)).id).toBe(user.id)
})

test('three links an hour, and then silence', async () => {
  const user = await server.given.user({ passwordHash })
  const answers = []
  for (let request = 0; request < 5; request += 1) answers.push(await ask(user.mail))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  await server.drain()
  expect(await mailsTo(user.mail)).toHaveLength(3)
  await server.advance({ hours: 1, seconds: 1 })
  await ask(user.mail)
  await server.drain()
  expect(await mailsTo(user.mail)).toHaveLength(4)
})

test('a pending account gets its activation link instead, a blocked one nothing', async () => {
  const [pending, blocked] = [
    await server.given.user({ state: 'pending' }),
    await server.given.user({ state: 'blocked', passwordHash }),
  ]
  await ask(pending.mail)
  await ask(blocked.mail)
  await server.drain()
  expect((await mailsTo(pending.mail)).map(({ subject }) => subject)).toEqual(['Activá tu cuenta de Previa'])
  expect(await mailsTo(blocked.mail)).toEqual([])
})

test('the link begins with the configured address, whatever host the request names', async () => {
  const user = await server.given.user({ passwordHash })
  const host = 'robo.example'
  await ask(user.mail, {
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': 'http',
    forwarded: `host=${host}`,
    origin: `https://${host}`,
    referer: `https://${host}/forgot-password`,
  })
  await server.drain()
  const [mail] = await mailsTo(user.mail)
  expect(mail?.body).toContain(`${PUBLIC_URL}/reset-password#token=`)
  expect(`${mail?.body} ${mail?.html}`).not.toContain(host)
})

test('no token stays in the queue, the database or the log', async () => {
  let logged = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    logged += String(text)
    return true
  })
  const talkative = await createTestApp({ sharing: server, config: { publicUrl: PUBLIC_URL, logLevel: 'debug' } })
  const user = await server.given.user({ passwordHash })
  await talkative.call(requestPasswordReset, { body: { email: user.mail } })
  await talkative.drain()
  const token = /#token=([\w-]{43})/.exec((await mailsTo(user.mail)).at(-1)?.body ?? '')?.[1] ?? ''
  const body = { token, newPassword }
  await talkative.call(confirmPasswordReset, { body })
  await talkative.refusal(talkative.call(confirmPasswordReset, { body }))
  await talkative.drain()
  await talkative.close()
  // Log lines are written a little after the event.
  await vi.waitFor(() => expect(logged).toContain('accounts.send-link'), 10_000)
  await vi.waitFor(() => expect(logged.match(/confirm-password-reset/g)?.length).toBeGreaterThan(1), 10_000)
  write.mockRestore()
  expect(token).toHaveLength(43)
  expect(logged).toContain('confirm-password-reset')
  expect(logged).toContain('accounts.send-link')
  expect(logged).not.toContain(token)
  const { rows } = await sql`
    select l.token_hash::text as kept from account_links l union all select j.data::text from pgboss.job j`.execute(
    server.app.db,
  )
  expect(JSON.stringify(rows)).toContain(user.id)
  expect(JSON.stringify(rows)).not.toContain(token)
})
