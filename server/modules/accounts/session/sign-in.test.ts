import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile, login, logout, register } from '#contract/accounts/accounts.ts'
import { createTestApp, Refused, type TestApp } from '#server/testing/app.ts'

let server: TestApp
const password = 'una-clave-larga'
const birthDate = '1995-04-12'
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

let people = 0
async function person() {
  people += 1
  const phone = `+549351555${1000 + people}`
  const body = { name: 'Tomás Aguirre', password, mail: `tomas-${people}@previa.example`, phone, birthDate }
  const device = { 'x-device-id': `telefono-${people}` }
  await server.call(register, { body }, { headers: device })
  return { phone, device }
}

test('the right phone and password open a session of two hours', async () => {
  const { phone } = await person()
  const session = await server.call(login, { body: { phone, password } })
  expect(session.phone).toBe(phone)
  await server.call(getProfile, undefined, { as: session })
  await server.advance({ hours: 2, seconds: 5 })
  await expect(server.call(getProfile, undefined, { as: session })).rejects.toMatchObject({
    status: 401,
    body: { code: 'session_expired' },
  })
})

test('without a token the answer says so', async () => {
  expect(await server.refusal(server.call(getProfile))).toBe('missing_token')
})

test('signing out ends the session on the server at once', async () => {
  const { phone } = await person()
  const session = await server.call(login, { body: { phone, password } })
  await server.call(logout, undefined, { as: session })
  expect(await server.refusal(server.call(getProfile, undefined, { as: session }))).toBe('session_expired')
})

test('an unknown phone, a wrong password and nonsense answer alike', async () => {
  const { phone } = await person()
  const refusals = await Promise.all(
    [
      { phone, password: 'otra-clave-larga' },
      { phone: '+5493515550000', password },
      { phone: 'cualquier cosa', password },
    ].map((body) => server.call(login, { body }).catch((error: unknown) => error)),
  )
  for (const refused of refusals) {
    expect(refused).toBeInstanceOf(Refused)
    expect(refused).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials', message: 'Credenciales incorrectas' },
    })
  }
})

test('after five failures a stranger waits, and a known device still gets in', async () => {
  const { phone, device } = await person()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const wrong = server.call(login, { body: { phone, password: `adivino-${attempt}` } })
    expect(await server.refusal(wrong)).toBe('wrong_credentials')
  }
  const stranger = server.call(login, { body: { phone, password } }, { headers: { 'x-device-id': 'desconocido' } })
  await expect(stranger).rejects.toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) })
  const session = await server.call(login, { body: { phone, password } }, { headers: device })
  expect(session.phone).toBe(phone)
})

test('the wait ends after fifteen minutes', async () => {
  const { phone } = await person()
  const wrong = () => server.call(login, { body: { phone, password: 'adivino-otra-vez' } })
  for (let attempt = 0; attempt < 5; attempt += 1) await server.refusal(wrong())
  expect(await server.refusal(wrong())).toBe('too_many_requests')
  await server.advance({ minutes: 15, seconds: 5 })
  expect((await server.call(login, { body: { phone, password } })).phone).toBe(phone)
})

test('parallel guesses all count', async () => {
  const { phone } = await person()
  const guesses = Array.from({ length: 12 }, (_, index) =>
    server.refusal(server.call(login, { body: { phone, password: `adivino-${index}` } })),
  )
  const codes = await Promise.all(guesses)
  expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(5)
})

test('the admin entrance answers everybody else as a wrong password', async () => {
  const { phone } = await person()
  const body = { phone, password, entrance: 'admin' as const }
  expect(await server.refusal(server.call(login, { body }))).toBe('wrong_credentials')
})
