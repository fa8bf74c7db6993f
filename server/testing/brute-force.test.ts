/** Guessing (threat 5) and asking around (threat 4): how far a stranger gets, and that the right person still gets in. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProfile, login, register } from '#contract/accounts/accounts.ts'
import { requestContactCode, requestPasswordReset } from '#contract/accounts/accounts-credentials.ts'
import { completeProfile } from '#contract/accounts/accounts-google.ts'
import { updateProfile } from '#contract/accounts/accounts-profile.ts'
import { endpoints } from '#server/app.ts'
import { addRates } from '#server/db/rate-counts.ts'
import { createRateLimits } from '#server/http/rate-limits.ts'
import { createRateWindows } from '#server/http/rate-windows.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { createTestApp, Refused, someAddress, type TestApp } from './app.ts'
import { codeAt } from './read-inbox.ts'
import { nameOf } from './requests.ts'
import { tries } from '#server/testing/tries.ts'

const PASSWORD = 'una-clave-larga'
/** What one address may try in a quarter of an hour: fifty times a device's (rule R4.1). */
const OF_AN_ADDRESS = 60 * 50

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

let people = 0
async function person() {
  people += 1
  const phone = `+5493515${580_000 + people}`
  const device = { 'x-device-id': `telefono-${people}` }
  const body = {
    name: 'Tomás Aguirre',
    password: PASSWORD,
    mail: `tomas-${people}@previa.example`,
    phone,
    birthDate: '1995-04-12',
  }
  const { id } = await server.call(register, { body }, { headers: device })
  await server.app.db.updateTable('users').set({ phone_proved_at: server.clock.now() }).where('id', '=', id).execute()
  return { phone, device }
}

/** The status and code of a guess; another device each time, which costs an attacker nothing. */
async function guess(phone: string, password: string, ip = someAddress()) {
  try {
    await server.call(login, { body: { phone, password } }, { ip })
    return 'in'
  } catch (error) {
    if (error instanceof Refused) return error.body.code
    throw error
  }
}

describe('threat 5', () => {
  test('of many guesses at one account, from one address or from many, five are judged in a quarter of an hour', async () => {
    const count = tries(300, 10_000)
    const { phone, device } = await person()
    const ip = someAddress()
    const codes: string[] = []
    for (let n = 0; n < count; n += 1) codes.push(await guess(phone, `adivino-${n}`, n % 2 === 0 ? ip : undefined))
    expect(codes.filter((code) => code === 'wrong_credentials')).toHaveLength(5)
    expect(new Set(codes)).toEqual(new Set(['wrong_credentials', 'too_many_requests']))
    // A caller who waits cannot distinguish the right one from the wrong ones.
    expect(await guess(phone, PASSWORD)).toBe('too_many_requests')
    // The phone's owner gets in meanwhile from their known device, and from any other a quarter of an hour later.
    expect((await server.call(login, { body: { phone, password: PASSWORD } }, { headers: device })).phone).toBe(phone)
    expect(await guess(phone, PASSWORD)).toBe('in')
  })

  test('the right password gets in from a new device within a quarter of an hour after the guesses', async () => {
    const { phone } = await person()
    for (let n = 0; n < 12; n += 1) await guess(phone, `adivino-${n}`)
    expect(await guess(phone, PASSWORD)).toBe('too_many_requests')
    await server.advance({ minutes: 15, seconds: 1 })
    expect(await guess(phone, PASSWORD)).toBe('in')
  })

  test('guesses at ten thousand accounts from one address wait more and more, from twice its limit on five seconds each', () => {
    const windows = createRateWindows(server.clock, createProcessCache(server.clock))
    const limit = createRateLimits(server.clock, windows).of(login)
    const ip = someAddress()
    const delays = Array.from({ length: 10_000 }, (_, n) =>
      limit.count({ requestId: '', agent: '', ip, device: `aparato-${n}` }, null),
    )
    expect(delays.slice(0, OF_AN_ADDRESS).every((delay) => delay === 0)).toBe(true)
    const grown = delays.slice(OF_AN_ADDRESS)
    expect(grown[0]).toBeGreaterThan(0)
    expect(grown.every((delay, n) => delay >= (grown[n - 1] ?? 0))).toBe(true)
    expect(grown.slice(OF_AN_ADDRESS).every((delay) => delay === 5000)).toBe(true)
  })

  test('that limit is the server’s: guesses at many accounts from one device end at its own', async () => {
    const headers = { 'x-device-id': `aparato-de-muchos-${people}` }
    const codes = []
    for (let n = 0; n < 70; n += 1) {
      const body = { phone: `+5493515${590_000 + n}`, password: PASSWORD }
      codes.push(await server.refusal(server.call(login, { body }, { headers })))
    }
    expect(codes.filter((code) => code === 'wrong_credentials')).toHaveLength(60)
    expect(codes.slice(60).every((code) => code === 'too_many_requests')).toBe(true)
  })

  test('threat 34: who guesses from an address keeps its owner on their own device neither out nor waiting, nor anybody new out', async () => {
    const { phone, device } = await person()
    const ip = someAddress()
    // As many as make the next wait the longest.
    const key = `address ${login.method} ${login.path} ${ip}`
    await addRates(server.app.db, [{ key, calls: 2 * OF_AN_ADDRESS, endsInMs: 900_000 }])
    await server.shareLimits()
    for (let n = 0; n < 6; n += 1) await guess(phone, `adivino-${n}`, ip)
    expect(await guess(phone, PASSWORD, ip)).toBe('too_many_requests')
    const before = server.waits.length
    expect(server.waits.slice(0, before).filter((milliseconds) => milliseconds === 5000)).toHaveLength(7)
    expect(await server.call(login, { body: { phone, password: PASSWORD } }, { headers: device, ip })).toMatchObject({
      phone,
    })
    expect(server.waits).toHaveLength(before)
    const somebodyNew = await person()
    expect(await guess(somebodyNew.phone, PASSWORD, ip)).toBe('in')
    expect(server.waits).toHaveLength(before + 1)
  })

  test('under more bogus sign-ins than may wait, everybody on a device of theirs gets in, and one account’s guesses block no other account', async () => {
    const honest = await Promise.all(Array.from({ length: 8 }, person))
    const ip = someAddress()
    const crowd = Array.from({ length: 220 }, (_, n) => guess(`+5493515${570_000 + n}`, `adivino-${n}`, ip))
    const ins = honest.map(({ phone, device }) =>
      server.call(login, { body: { phone, password: PASSWORD } }, { headers: device, ip }),
    )
    expect((await Promise.all(ins)).map(({ phone }) => phone)).toEqual(honest.map(({ phone }) => phone))
    const codes = await Promise.all(crowd)
    // So many that a line for all would have been full.
    expect(codes.filter((code) => code === 'busy').length).toBeGreaterThan(50)
  })

  test('every call that takes a password, a code or a token has a limit of its own or counts its tries', () => {
    /** These count tries per account, code or step in the database. */
    const countsItself = ['POST /api/v1/session/confirm', 'POST /api/v1/user/verify-contact/confirm']
    const secret = /password|code|token/i
    const open = endpoints
      .map(({ spec }) => spec)
      .filter(
        ({ body, method }) =>
          body &&
          method !== 'GET' &&
          secret.test(JSON.stringify(Object.keys((body as { shape?: object }).shape ?? {}))),
      )
      .filter((spec) => !spec.rate && !countsItself.includes(nameOf(spec)))
    expect(open.map(nameOf).filter((name) => !name.includes('/scan'))).toEqual([])
  })
})

describe('threat 4', () => {
  test('registering reveals five times an hour at most that a phone is taken, and an address fifty times that', async () => {
    const { phone } = await person()
    const headers = { 'x-device-id': 'aparato-que-pregunta' }
    const ask = (n: number) =>
      server.refusal(
        server.call(
          register,
          {
            body: {
              name: 'Nadie Más',
              password: PASSWORD,
              mail: `n${n}@previa.example`,
              phone,
              birthDate: '1995-04-12',
            },
          },
          { headers },
        ),
      )
    const codes = []
    for (let n = 0; n < 7; n += 1) codes.push(await ask(n))
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'phone_taken'), 'too_many_requests', 'too_many_requests'])
  })

  describe('asked at every door, with throwaway accounts and invented devices', () => {
    let asked = 0
    const ip = '198.18.90.1'
    /** Another device each time, which costs an attacker nothing. */
    const invented = (at = ip) => ({ ip: at, headers: { 'x-device-id': `inventado-${(asked += 1)}` } })
    const strangersPhone = () => `+5493515${570_000 + (asked += 1)}`
    /** The code of a refusal; null for a call that was answered. */
    const codeOf = async (call: Promise<unknown>) => {
      try {
        await call
        return null
      } catch (error) {
        if (error instanceof Refused) return error.body.code
        throw error
      }
    }
    const profileOf = (as: { token: string }, body: object, at?: string) =>
      codeOf(server.call(updateProfile, { body: { name: 'Quien Pregunta', ...body } }, { as, ...invented(at) }))
    const registering = (contacts: object, at?: string) => {
      const body = {
        name: 'Quien Pregunta',
        password: PASSWORD,
        birthDate: '1995-04-12',
        mail: `pregunta-${(asked += 1)}@previa.example`,
        phone: strangersPhone(),
        ...contacts,
      }
      return server.call(register, { body }, invented(at))
    }
    const isRight = (code: string | null) => code === 'phone_taken' || code === 'mail_taken'
    const usedAtAddress = (used: number) =>
      server.app.db.updateTable('limits_taken').set({ used }).where('name', '=', 'missed-look-up-at-address').execute()

    test('the profile reveals none to an unverified account, and pending contacts there block no one', async () => {
      const victims = await Promise.all(Array.from({ length: 5 }, () => server.given.user()))
      const answers: (string | null)[] = []
      for (let n = 0; n < 8; n += 1) {
        const throwaway = await registering({})
        for (const { phone, mail } of victims)
          answers.push(await profileOf(throwaway, { phone }), await profileOf(throwaway, { email: mail }))
        const waiting = await server.call(getProfile, undefined, { as: throwaway })
        expect(waiting).toMatchObject({ pendingPhone: victims.at(-1)?.phone, pendingMail: victims.at(-1)?.mail })
        const noPhone = await server.given.user({ phone: null, proved: [] })
        for (const phone of [...victims.map((victim) => victim.phone), strangersPhone()]) {
          const body = { phone }
          answers.push(await codeOf(server.call(completeProfile, { body }, { as: noPhone, ...invented() })))
          expect(await server.call(getProfile, undefined, { as: noPhone })).toMatchObject({
            phone: null,
            pendingPhone: phone,
          })
        }
      }
      expect(answers).toHaveLength(8 * 16)
      expect(answers.filter((code) => code !== null)).toEqual([])
      // The owners keep their contacts, and a pending phone is still free to register with.
      const kept = server.app.db
        .selectFrom('users')
        .select('id')
        .where('phone', '=', victims[0]?.phone ?? '')
      expect((await kept.execute()).map(({ id }) => id)).toEqual([victims[0]?.id])
      const phone = strangersPhone()
      expect(await profileOf(await registering({}), { phone })).toBeNull()
      expect(await registering({ phone }, someAddress())).toMatchObject({ phone })
    })

    test('a verified account learns ten a day, on whatever devices it claims', async () => {
      const victim = await server.given.user()
      const asker = await server.given.user()
      const answers: (string | null)[] = []
      for (let n = 0; n < 20; n += 1) {
        // Ten new contacts an hour pass; the day's count goes on.
        if (n === 10) await server.advance({ minutes: 61 })
        const wanted = n % 2 ? { phone: victim.phone } : { email: victim.mail }
        answers.push(await profileOf(asker, wanted, someAddress()))
      }
      expect(answers.filter(isRight)).toHaveLength(10)
      expect(answers.slice(10)).toEqual(Array.from({ length: 10 }, () => null))
    })

    test('one device learns ten, with any account signed in on it', async () => {
      const victim = await server.given.user()
      const headers = { 'x-device-id': 'aparato-de-muchas-cuentas' }
      const answers: (string | null)[] = []
      for (let n = 0; n < 15; n += 1) {
        const as = await server.given.user()
        const body = { name: 'Quien Pregunta', phone: victim.phone }
        answers.push(await codeOf(server.call(updateProfile, { body }, { as, headers })))
      }
      expect(answers.filter(isRight)).toHaveLength(10)
    })

    test('registering reveals a limited number per address, then asks for the code first there and refuses no one', async () => {
      const victim = await server.given.user()
      await registering({})
      await usedAtAddress(499)
      const refused = (contacts: object, at?: string) => codeOf(registering(contacts, at))
      expect(await refused({ phone: victim.phone })).toBe('phone_taken')
      const answers = []
      for (let n = 0; n < 4; n += 1) {
        answers.push(await refused({ phone: victim.phone }), await refused({ mail: victim.mail }), await refused({}))
      }
      expect(answers).toEqual(Array.from({ length: 12 }, () => 'phone_code_needed'))
      // Nor does an account that was made to have the device known change that.
      const device = invented()
      const throwaway = { ...device, ip: someAddress() }
      const body = { name: 'Quien Sea', password: PASSWORD, birthDate: '1995-04-12', mail: 'sea@previa.example' }
      await server.call(register, { body: { ...body, phone: strangersPhone() } }, throwaway)
      const again = server.call(register, { body: { ...body, phone: victim.phone } }, device)
      expect(await server.refusal(again)).toBe('phone_code_needed')
      // Another address still gets the answer, and a caller with the code gets in.
      expect(await refused({ phone: victim.phone }, someAddress())).toBe('phone_taken')
      const mine = { ...body, mail: 'mia@previa.example', phone: strangersPhone() }
      const own = invented()
      expect(await server.refusal(server.call(register, { body: mine }, own))).toBe('phone_code_needed')
      const code = (await codeAt(server, mine.phone)) ?? ''
      expect(await server.call(register, { body: { ...mine, code } }, own)).toMatchObject({ isPhoneProved: true })
    })

    test('a caller with the code of a phone of theirs may ask for ten mails a day', async () => {
      const victim = await server.given.user()
      await codeOf(registering({}))
      await usedAtAddress(500)
      const own = invented()
      const body = {
        name: 'Quien Pregunta',
        password: PASSWORD,
        birthDate: '1995-04-12',
        phone: strangersPhone(),
        mail: victim.mail,
      }
      const answers: (string | null)[] = []
      for (let n = 0; n < 3; n += 1) {
        expect(await codeOf(server.call(register, { body }, own))).toBe('phone_code_needed')
        const code = (await codeAt(server, body.phone)) ?? ''
        for (let turn = 0; turn < 5; turn += 1) {
          answers.push(await codeOf(server.call(register, { body: { ...body, code } }, own)))
        }
      }
      expect(answers.filter(isRight)).toHaveLength(10)
      expect(answers.slice(10)).toEqual(Array.from({ length: 5 }, () => 'too_many_requests'))
    })

    test('completing a Google sign-up reveals ten a day to a verified account as well', async () => {
      const victim = await server.given.user()
      const asker = await server.given.user({ phone: null })
      const fill = (phone: string) =>
        codeOf(server.call(completeProfile, { body: { phone } }, { as: asker, ...invented(someAddress()) }))
      const answers: (string | null)[] = []
      for (let n = 0; n < 14; n += 1) answers.push(await fill(victim.phone))
      expect(answers.filter(isRight)).toHaveLength(10)
      // An unknown phone waits alike.
      const free = strangersPhone()
      expect([...answers.slice(10), await fill(free)]).toEqual([null, null, null, null, null])
      const profile = await server.call(getProfile, undefined, { as: asker })
      expect(profile).toMatchObject({ phone: null, pendingPhone: free })
    })

    test('threat 27: whose contact throwaway accounts have waiting gets no more codes than strangers may ask for', async () => {
      const victim = await server.given.user()
      const answers: (string | null)[] = []
      for (let n = 0; n < 12; n += 1) {
        const throwaway = await server.given.user({ proved: [] })
        expect(await profileOf(throwaway, { phone: victim.phone })).toBeNull()
        const ask = server.call(requestContactCode, { body: { kind: 'phone' } }, { as: throwaway, ...invented() })
        answers.push(await codeOf(ask))
      }
      await server.drain()
      const sent = server.app.db.selectFrom('dev_inbox').select('id').where('recipient', '=', victim.phone)
      // Six of an address, and three of strangers together in an hour.
      expect(await sent.execute()).toHaveLength(9)
      expect(answers.slice(9)).toEqual(['too_many_requests', 'too_many_requests', 'too_many_requests'])
    })
  })

  test('of the links that many ask for one account, three leave in an hour', async () => {
    const { phone } = await person()
    const { mail } = await server.app.db
      .selectFrom('users')
      .select('mail')
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow()
    for (let n = 0; n < 12; n += 1) await server.call(requestPasswordReset, { body: { email: mail ?? '' } })
    await server.drain()
    const sent = await server.app.db
      .selectFrom('dev_inbox')
      .select('id')
      .where('recipient', '=', mail)
      .where('body', 'like', '%#token=%')
      .execute()
    expect(sent).toHaveLength(3)
  })
})
