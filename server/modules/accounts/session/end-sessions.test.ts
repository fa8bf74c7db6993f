import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProfile, login } from '#contract/accounts/accounts.ts'
import { changePassword, endSession, listSessions } from '#contract/accounts/accounts-credentials.ts'
import { inTransaction } from '#server/context.ts'
import { newId } from '#server/shared/ids.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { endSessions } from './end-sessions.ts'
import { hashPassword } from '../password/password.ts'

/** Two processes that never hear each other's hints: the 5 seconds must hold without them (invariant A4). */
let server: TestApp
let other: TestApp
const password = 'una-clave-larga'
let passwordHash: string
beforeAll(async () => {
  server = await createTestApp()
  other = await createTestApp({ sharing: server })
  passwordHash = await hashPassword(server.app, password)
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const inboxOf = (recipient: string) =>
  server.app.db.selectFrom('dev_inbox').select(['subject', 'body']).where('recipient', '=', recipient).execute()
const enter = (phone: string) => server.call(login, { body: { phone, password } })
const isOpen = async (at: TestApp, token: string) => {
  const code = await at.call(getProfile, undefined, { as: token }).then(
    () => null,
    (error: { body?: { code?: string } }) => error.body?.code,
  )
  return code === null
}

describe('a person sees and ends their own sessions', () => {
  test('the last one first, named by its browser, the present one marked', async () => {
    const user = await server.given.user({ passwordHash })
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'
    const phone = await server.call(
      login,
      { body: { phone: user.phone, password } },
      { headers: { 'user-agent': agent } },
    )
    const { sessions } = await server.call(listSessions, undefined, { as: phone })
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Safari en iPhone', true],
      ['Dispositivo desconocido', false],
    ])
    expect(JSON.stringify(sessions)).not.toContain('token')
  })

  test('an ended one is gone at once here, and within 5 seconds elsewhere', async () => {
    const user = await server.given.user({ passwordHash })
    const lost = await enter(user.phone)
    expect(await isOpen(other, lost.token)).toBe(true)
    const { sessions } = await server.call(listSessions, undefined, { as: lost })
    const id = sessions.find(({ isCurrent }) => isCurrent)?.id ?? ''
    await server.call(endSession, { params: { id } }, { as: user })
    expect(await isOpen(server, lost.token)).toBe(false)
    await server.advance({ seconds: 5 })
    expect(await isOpen(other, lost.token)).toBe(false)
    expect(await isOpen(server, user.token)).toBe(true)
    expect(await server.refusal(server.call(endSession, { params: { id } }, { as: user }))).toBe('not_found')
  })

  test("another person's answers as one that does not exist", async () => {
    const [user, stranger] = [await server.given.user({ passwordHash }), await server.given.user()]
    const { sessions } = await server.call(listSessions, undefined, { as: user })
    const answers = await Promise.all(
      [sessions[0]?.id ?? '', newId()].map((id) =>
        server.call(endSession, { params: { id } }, { as: stranger }).catch((error: { body: unknown }) => error.body),
      ),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(await isOpen(server, user.token)).toBe(true)
  })
})

describe('a new password', () => {
  const newPassword = 'otra-clave-larga'

  test('ends the other sessions on every process, keeps this one, and notifies the person', async () => {
    const user = await server.given.user({ passwordHash })
    const elsewhere = await enter(user.phone)
    expect(await isOpen(other, elsewhere.token)).toBe(true)
    await server.call(changePassword, { body: { currentPassword: password, newPassword } }, { as: user })
    expect(await isOpen(server, elsewhere.token)).toBe(false)
    await server.advance({ seconds: 5 })
    expect(await isOpen(other, elsewhere.token)).toBe(false)
    expect(await isOpen(server, user.token)).toBe(true)
    await server.drain()
    expect((await inboxOf(user.mail)).map(({ subject }) => subject)).toEqual(['Cambió la contraseña de tu cuenta'])
    expect(await server.refusal(enter(user.phone))).toBe('wrong_credentials')
    await server.call(login, { body: { phone: user.phone, password: newPassword } })
  })

  test.each([
    [{ currentPassword: 'no-es-esta', newPassword }, 401, 'wrong_password'],
    [{ currentPassword: password, newPassword: 'Password123' }, 422, 'common_password'],
    [{ currentPassword: password, newPassword: 'corta' }, 400, 'invalid_password_data'],
  ])('%j is refused with %i %s', async (body, status, code) => {
    const user = await server.given.user({ passwordHash })
    await expect(server.call(changePassword, { body }, { as: user })).rejects.toMatchObject({ status, body: { code } })
  })

  test('a session that is opened while the password changes does not outlive it', async () => {
    let open = 0
    for (let round = 0; round < 4; round += 1) {
      const user = await server.given.user({ passwordHash })
      const entering = Array.from({ length: 4 }, () => enter(user.phone).catch(() => null))
      const body = { currentPassword: password, newPassword }
      const changing = server.call(changePassword, { body }, { as: user })
      const [sessions] = await Promise.all([Promise.all(entering), changing])
      await server.advance({ seconds: 5 })
      for (const session of sessions) open += session && (await isOpen(other, session.token)) ? 1 : 0
    }
    expect(open).toBe(0)
  })
})

test('a blocked person is out on every process within 5 seconds', async () => {
  const user = await server.given.user({ passwordHash })
  expect(await isOpen(other, user.token)).toBe(true)
  await server.app.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', user.id).execute()
  await server.advance({ seconds: 5 })
  expect(await isOpen(other, user.token)).toBe(false)
  expect(await isOpen(server, user.token)).toBe(false)
})

test('processes hear of it when it is committed, once, and not of what was taken back', async () => {
  const user = await server.given.user()
  const heard: string[] = []
  const stop = server.app.bus.subscribe('accounts.changed', (userId) => heard.push(userId))
  const end = (fails: boolean) =>
    inTransaction(server.app, async (app) => {
      await endSessions(app, user.id)
      // Another turn of this process, in which it would have been heard.
      await server.app.db.selectFrom('users').select('id').where('id', '=', user.id).execute()
      expect(heard).toEqual([])
      if (fails) throw new Error('of what came after it')
    })
  await expect(end(true)).rejects.toThrow('of what came after it')
  await end(false)
  await expect.poll(() => heard).toEqual([user.id])
  stop()
})
