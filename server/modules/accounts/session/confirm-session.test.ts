import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile, login } from '#contract/accounts/accounts.ts'
import { changePassword, confirmContactCode, confirmSession } from '#contract/accounts/accounts-credentials.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { hashPassword } from '../password/password.ts'

let server: TestApp
const password = 'una-clave-larga'
let passwordHash: string
beforeAll(async () => {
  server = await createTestApp()
  passwordHash = await hashPassword(server.app, password)
})
afterAll(() => server.close())

/** A person whose session was opened over 15 minutes ago. */
async function unconfirmed(): Promise<GivenUser> {
  const user = await server.given.user({ passwordHash })
  await server.advance({ minutes: 16 })
  return user
}
/** A call that asks for step-up: a pending mail takes effect. */
const sensitive = async (user: GivenUser, at = server) => {
  await server.app.db
    .updateTable('users')
    .set({ pending_mail: `nuevo-${user.id}@previa.example` })
    .where('id', '=', user.id)
    .execute()
  return at.refusal(at.call(confirmContactCode, { body: { kind: 'mail', code: '123456' } }, { as: user }))
}

test('the right password allows for 15 minutes what asks for it', async () => {
  const user = await unconfirmed()
  expect(await sensitive(user)).toBe('step_up_required')
  await server.call(confirmSession, { body: { password } }, { as: user })
  expect(await sensitive(user)).toBe('code_expired')
  await server.advance({ minutes: 15, seconds: 5 })
  expect(await sensitive(user)).toBe('step_up_required')
})

test('a process that hears nothing of it believes it at once', async () => {
  // Each has a bus of its own.
  const twin = await createTestApp({ sharing: server })
  const user = await server.given.user({ passwordHash })
  await server.app.db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', user.id).execute()
  await twin.call(getProfile, undefined, { as: user })
  expect(await sensitive(user, twin)).toBe('step_up_required')
  await server.call(confirmSession, { body: { password } }, { as: user })
  expect(await sensitive(user, twin)).toBe('code_expired')
  await twin.close()
})

test('a wrong password is reported and the session goes on', async () => {
  const user = await unconfirmed()
  await expect(server.call(confirmSession, { body: { password: 'otra-clave' } }, { as: user })).rejects.toMatchObject({
    status: 401,
    body: { code: 'wrong_password', message: 'Contraseña actual incorrecta' },
  })
  expect(confirmSession.failures).toContain('wrong_password')
  await server.call(confirmSession, { body: { password } }, { as: user })
})

test('after five wrong ones everybody waits, and parallel guesses all count', async () => {
  const user = await unconfirmed()
  const guesses = Array.from({ length: 12 }, (_, index) =>
    server.refusal(server.call(confirmSession, { body: { password: `adivino-${index}` } }, { as: user })),
  )
  const codes = await Promise.all(guesses)
  expect(codes.filter((code) => code === 'wrong_password')).toHaveLength(5)
  await expect(server.call(confirmSession, { body: { password } }, { as: user })).rejects.toMatchObject({
    status: 429,
    retryAfterSeconds: expect.any(Number),
  })
  await server.advance({ minutes: 15, seconds: 5 })
  await server.call(confirmSession, { body: { password } }, { as: user })
})

test('it confirms this session alone', async () => {
  const user = await unconfirmed()
  const other = await server.call(login, { body: { phone: user.phone, password } })
  await server.advance({ minutes: 16 })
  await server.call(confirmSession, { body: { password } }, { as: other })
  expect(await sensitive({ ...user, token: other.token })).toBe('code_expired')
  expect(await sensitive(user)).toBe('step_up_required')
})

test('guesses at the form of the new password count with the others', async () => {
  const user = await unconfirmed()
  const body = { currentPassword: 'no-es-esta', newPassword: 'otra-clave-larga' }
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await server.refusal(server.call(changePassword, { body }, { as: user }))).toBe('wrong_password')
  }
  expect(await server.refusal(server.call(confirmSession, { body: { password } }, { as: user }))).toBe(
    'too_many_requests',
  )
})
