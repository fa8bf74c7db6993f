import { afterAll, beforeAll, expect, test } from 'vitest'
import { brand } from '#contract/platform/brand.ts'
import { sendContact } from '#contract/platform/support.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const body = { name: 'Camila Ferreyra', mail: 'camila@previa.example', message: 'No me llegó la entrada del sábado.' }
const kept = () => server.app.db.selectFrom('contact_messages').selectAll().orderBy('id').execute()
const inbox = () => server.app.db.selectFrom('dev_inbox').selectAll().orderBy('id').execute()

test('it is kept, sent to the support once, and says who was signed in', async () => {
  const person = await server.given.user()
  expect(await server.call(sendContact, { body })).toEqual({ received: true })
  await server.call(sendContact, { body: { ...body, topic: 'tickets' } }, { as: person })
  await server.drain()
  const mails = await inbox()
  expect(mails.map(({ recipient }) => recipient)).toEqual([brand.supportMail, brand.supportMail])
  expect(mails[0]?.body).toContain(body.message)
  expect(mails[0]?.body).toContain('Responder a: camila@previa.example')
  expect(mails[1]?.body).toContain(person.id)
  expect((await kept()).map(({ topic, user_id, sent_at }) => [topic, user_id, sent_at !== null])).toEqual([
    ['other', null, true],
    ['tickets', person.id, true],
  ])
})

test('no text of a stranger enters a header (threat 27)', async () => {
  const poison = 'Bcc: todos@previa.example'
  const before = (await inbox()).length
  await server.call(sendContact, {
    body: {
      name: `Camila ${poison}`,
      mail: body.mail,
      message: `Hola\r\n${poison}\r\n\r\n<script>alert(1)</script>`,
    },
  })
  await server.drain()
  const [mail] = (await inbox()).slice(before)
  expect(mail?.subject).toMatch(/^Previa · Consulta por la web · Otras consultas · [0-9a-f]{6}$/)
  expect(mail?.recipient).toBe(brand.supportMail)
  expect(mail?.html).not.toContain('<script>')
  const wrong = { ...body, mail: `${body.mail}\r\n${poison}` }
  expect(await server.refusal(server.call(sendContact, { body: wrong }))).toBe('invalid_input')
  await server.call(sendContact, { body: { ...body, name: `${body.name}\r\n${poison}` } })
  expect((await kept()).at(-1)?.name).toBe(`${body.name} ${poison}`)
})

test('what fills in the hidden field is answered alike and kept nowhere', async () => {
  const before = (await kept()).length
  expect(await server.call(sendContact, { body: { ...body, website: 'https://compra.example' } })).toEqual({
    received: true,
  })
  expect(await kept()).toHaveLength(before)
})

test('three an hour per device', async () => {
  const device = { headers: { 'x-device-id': 'un-mismo-aparato' } }
  for (let call = 0; call < 3; call += 1) await server.call(sendContact, { body }, device)
  expect(await server.refusal(server.call(sendContact, { body }, device))).toBe('too_many_requests')
  await server.advance({ hours: 1, seconds: 1 })
  expect(await server.call(sendContact, { body }, device)).toEqual({ received: true })
})

test('threat 27: a new device for each message makes only its own address wait', async () => {
  const before = server.waits.length
  const send = (device: string, ip: string) =>
    server.call(sendContact, { body: { ...body, website: 'x' } }, { ip, headers: { 'x-device-id': device } })
  for (let call = 0; call < 150; call += 1) await send(`inventado-${call}`, '198.18.55.1')
  expect(server.waits).toHaveLength(before)
  for (let call = 0; call < 200; call += 1) await send(`inventado-mas-${call}`, '198.18.55.1')
  const waited = server.waits.slice(before)
  expect(waited).toHaveLength(200)
  expect(waited).toEqual(waited.toSorted((a, b) => a - b))
  expect(waited.at(-1)).toBe(5000)
  await send('aparato-nuevo-1', '198.18.55.2')
  expect(server.waits).toHaveLength(before + 200)
})

test('a mail host that is away loses nothing', async () => {
  await server.drain()
  const away = {
    ...server.app,
    vendors: {
      ...server.app.vendors,
      email: { ...server.app.vendors.email, send: () => Promise.reject(new Error('away')) },
    },
  }
  await server.call(sendContact, { body: { ...body, message: 'Escribo mientras el correo no anda.' } })
  const [last] = (await kept()).slice(-1)
  await server.app.queue.drain(away).catch(() => 0)
  expect((await kept()).at(-1)).toMatchObject({ id: last?.id, sent_at: null })
  await server.advance({ minutes: 5 })
  await server.drain()
  expect((await kept()).at(-1)?.sent_at).not.toBeNull()
})
