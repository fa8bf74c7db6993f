/** Threat 27: messages cost money, and a stranger says where they go. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requestContactCode } from '#contract/accounts/accounts-credentials.ts'
import { inTransaction } from '#server/context.ts'
import { quotas, readBudgets } from '#server/db/limits.ts'
import { addSeconds } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { createTestApp, Refused, someAddress, type TestApp } from '#server/testing/app.ts'
import { takeCodeBudget, type WantedCode } from './take-code-budget.ts'

let server: TestApp
beforeEach(async () => {
  server = await createTestApp({ config: { codesPerDay: { whatsapp: 20, abroad: 3, mail: 10 } } })
})
afterEach(() => server.close())

let strangers = 0
/** An account made a minute ago, for a phone that a visitor typed. */
const stranger = () => {
  strangers += 1
  return server.given.user({ phone: `+549351${5_630_000 + strangers}`, proved: [] })
}
const ask = async (as: { token: string }, device: string, kind: 'phone' | 'mail' = 'phone', ip = someAddress()) =>
  server.call(requestContactCode, { body: { kind } }, { as, ip, headers: { 'x-device-id': device } })
const sent = async (channel: 'mail' | 'whatsapp') => {
  await server.drain()
  return server.app.db.selectFrom('dev_inbox').select('recipient').where('channel', '=', channel).execute()
}
const take = (code: Partial<WantedCode>) =>
  inTransaction(server.app, (app) =>
    takeCodeBudget(app, {
      channel: 'whatsapp',
      contact: `+549351${5_640_000 + (strangers += 1)}`,
      userId: null,
      origin: { ip: someAddress(), device: `aparato-inventado-${strangers}` },
      isKnown: false,
      isPresent: false,
      ...code,
    }),
  )

test('one device that asks 80 codes for 80 strangers is stopped after a few', async () => {
  const codes: string[] = []
  for (let n = 0; n < 80; n += 1) {
    const asked = ask(await stranger(), 'un-solo-aparato')
    codes.push(
      await asked.then(() => 'asked').catch((error: unknown) => (error instanceof Refused ? error.body.code : '?')),
    )
  }
  const asked = quotas['codes of a device'].most
  expect(codes.slice(0, asked).every((code) => code === 'asked')).toBe(true)
  expect(codes.slice(asked).every((code) => code === 'too_many_requests')).toBe(true)
  expect(await sent('whatsapp')).toHaveLength(asked)
})

test('when WhatsApp is spent for strangers, their codes go by mail and say so; known people still get codes', async () => {
  const known = await server.given.user({ proved: ['mail'] })
  await server.app.db
    .updateTable('sessions')
    .set({ device: 'aparato-de-siempre' })
    .where('user_id', '=', known.id)
    .execute()
  await server.advance({ hours: 1 })
  for (let n = 0; n < 20; n += 1) expect(await take({})).toBe(true)
  expect(await take({})).toBe(false)

  const person = await stranger()
  const answer = await ask(person, 'aparato-nuevo')
  expect(answer).toMatchObject({ kind: 'mail' })
  expect(await sent('whatsapp')).toEqual([])
  expect(await sent('mail')).toEqual([{ recipient: person.mail }])
  expect(await take({ isKnown: true, userId: known.id })).toBe(true)
  // A day later there is a new budget.
  await server.advance({ hours: 24 })
  expect(await take({})).toBe(true)
})

test('a country abroad has a budget of its own, and takes nothing of everybody’s once it is spent', async () => {
  const abroad = () => take({ contact: `+4479111234${String((strangers += 1) % 90).padStart(2, '0')}` })
  const allowed = []
  for (let n = 0; n < 30; n += 1) allowed.push(await abroad())
  expect(allowed.filter(Boolean)).toHaveLength(3)
  for (let n = 0; n < 17; n += 1) expect(await take({})).toBe(true)
  expect(await take({})).toBe(false)
})

test('invented devices at one address use up the address’s budget, and others there still get a mail', async () => {
  const [ip, elsewhere] = [someAddress(), someAddress()]
  await inTransaction(server.app, async ({ db, vault }) => {
    const subject = vault.mac('limit codes of an address', ip)
    const ends_at = addSeconds(server.clock.now(), 3600)
    await db
      .insertInto('limits_taken')
      .values({ name: 'codes of an address', subject, used: quotas['codes of an address'].most, ends_at })
      .execute()
  })
  const fresh = () => ({ device: `aparato-inventado-${(strangers += 1)}` })
  expect(await take({ origin: { ip, ...fresh() } })).toBe(false)
  expect(await take({ origin: { ip: elsewhere, ...fresh() } })).toBe(true)
  expect(await ask(await stranger(), 'aparato-vecino', 'phone', ip)).toMatchObject({ kind: 'mail' })
})

test('mails only raise the alarm, once when nearly spent and once when spent; /metrics shows the share spent', async () => {
  const lines: string[] = []
  const log = {
    ...server.app.log,
    warn: (_: object, text: string) => void lines.push(text),
    error: (_: object, text: string) => void lines.push(text),
  }
  const app = { ...server.app, log: log as unknown as typeof server.app.log } // all that is used
  for (let n = 0; n < 14; n += 1) {
    const code: WantedCode = {
      channel: 'mail',
      contact: `alguien-${n}@previa.example`,
      userId: null,
      origin: { ip: someAddress(), device: `aparato-de-mail-${n}` },
      isKnown: false,
      isPresent: false,
    }
    expect(await inTransaction(app, (app) => takeCodeBudget(app, code))).toBe(true)
  }
  expect(lines).toEqual(['a budget of messages is nearly spent', 'a budget of messages is spent'])
  expect(await readBudgets(server.app)).toContainEqual({ name: 'codes by mail', used: 14, most: 10 })
})

const outcomeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'asked',
    (error: unknown) => (error instanceof Failure ? error.code : '?'),
  )

test.each([1, 10])(
  'a contact without an account still gets a code though %s devices of strangers spend codes on it',
  async (devices) => {
    const contact = '+5493515640777'
    const strangers = Array.from({ length: devices }, (_, n) => ({ ip: someAddress(), device: `aparato-ajeno-${n}` }))
    const outcomes: string[] = []
    for (let turn = 0; turn < 12; turn += 1) {
      for (const origin of strangers) outcomes.push(await outcomeOf(take({ contact, origin })))
    }
    expect(outcomes).toContain('too_many_requests')
    const own = { ip: someAddress(), device: 'aparato-de-la-duena' }
    expect(await outcomeOf(take({ contact, origin: own }))).toBe('asked')
    // Also when the first one is lost.
    expect(await outcomeOf(take({ contact, origin: own }))).toBe('asked')
    expect(await outcomeOf(take({ contact, origin: own }))).toBe('too_many_requests')
  },
)

test('devices that one address invents spend their own share of a contact, and cannot fill a phone', async () => {
  const contact = '+5493515640778'
  const invented = (ip: string) => take({ contact, origin: { ip, device: `aparato-inventado-${(strangers += 1)}` } })
  const ip = someAddress()
  const here = []
  for (let n = 0; n < 40; n += 1) here.push(await outcomeOf(invented(ip)))
  expect(here.filter((code) => code === 'asked')).toHaveLength(6 + quotas['codes of strangers'].most)
  expect(await outcomeOf(invented(someAddress()))).toBe('asked')
  for (let n = 0; n < 40; n += 1) here.push(await outcomeOf(invented(someAddress())))
  // In a day, with what is asked for again after some hours.
  for (let hour = 0; hour < 5; hour += 1) {
    await server.advance({ hours: 2 })
    for (let n = 0; n < 10; n += 1) here.push(await outcomeOf(invented(someAddress())))
  }
  expect(here.filter((code) => code === 'asked').length + 1).toBe(30)
})

test('strangers who ask for codes to a contact use up nothing of the account that has it', async () => {
  const owner = await stranger()
  const outcomes: string[] = []
  const ip = someAddress()
  const invented = () => ({ ip, device: `aparato-inventado-${(strangers += 1)}` })
  for (let n = 0; n < 20; n += 1) outcomes.push(await outcomeOf(take({ contact: owner.phone, origin: invented() })))
  expect(outcomes.filter((code) => code === 'asked')).toHaveLength(
    quotas['own codes of an address to a contact'].most + quotas['codes of strangers'].most,
  )
  for (let n = 0; n < 5; n += 1) expect(await ask(owner, 'aparato-propio')).toMatchObject({ kind: 'phone' })
  expect(await server.refusal(ask(owner, 'aparato-propio'))).toBe('too_many_requests')
  // An account that only says that the phone will be its own is a stranger.
  const pretender = await stranger()
  await server.app.db.updateTable('users').set({ pending_phone: owner.phone }).where('id', '=', pretender.id).execute()
  expect(await server.refusal(ask(pretender, 'aparato-ajeno', 'phone', ip))).toBe('too_many_requests')
})

test('a code that does not leave by WhatsApp, because the address is spent, costs nothing of its budget', async () => {
  const ip = someAddress()
  await inTransaction(server.app, async ({ db, vault }) => {
    const subject = vault.mac('limit codes of an address', ip)
    const ends_at = addSeconds(server.clock.now(), 3600)
    const used = quotas['codes of an address'].most
    await db.insertInto('limits_taken').values({ name: 'codes of an address', subject, used, ends_at }).execute()
  })
  for (let n = 0; n < 5; n += 1) {
    expect(await take({ origin: { ip, device: `aparato-inventado-${(strangers += 1)}` } })).toBe(false)
  }
  expect(await readBudgets(server.app)).toContainEqual({ name: 'codes by WhatsApp', used: 0, most: 20 })
})

test('an account asks ten codes a day, to whatever contacts, on whatever devices; another goes on', async () => {
  const [one, other] = [await stranger(), await stranger()]
  const outcomes: string[] = []
  for (let n = 0; n < 14; n += 1) outcomes.push(await outcomeOf(take({ userId: one.id })))
  expect(outcomes.filter((code) => code === 'asked')).toHaveLength(quotas['codes of an account'].most)
  expect(outcomes.at(-1)).toBe('too_many_requests')
  expect(await outcomeOf(take({ userId: other.id }))).toBe('asked')
})

test('codes that give up on WhatsApp and codes by mail, of accounts with one mail, never wait in a circle', async () => {
  for (let n = 0; n < 20; n += 1) await take({})
  const ip = someAddress()
  const mail = 'compartido@previa.example'
  const person = async () => server.given.user({ mail, proved: [] })
  const pairs = await Promise.all(Array.from({ length: 4 }, async () => [await person(), await person()] as const))
  const asked = await Promise.all(
    pairs.flatMap(([one, other], n) => [
      ask(one, `aparato-uno-${n}`, 'phone', ip),
      ask(other, `aparato-otro-${n}`, 'mail', ip),
    ]),
  )
  expect(asked.map(({ kind }) => kind)).toEqual(asked.map(() => 'mail'))
})

test('a code that is taken back with its transaction costs nothing of any budget', async () => {
  await expect(
    inTransaction(server.app, async (app) => {
      await takeCodeBudget(app, {
        channel: 'whatsapp',
        contact: '+5493515640000',
        userId: null,
        origin: { ip: someAddress(), device: 'aparato-sin-suerte' },
        isKnown: false,
        isPresent: false,
      })
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect((await readBudgets(server.app)).every(({ used }) => used === 0)).toBe(true)
})
