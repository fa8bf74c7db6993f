import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile, register } from '#contract/accounts/accounts.ts'
import { mediaPath } from '#contract/api/files.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const camila = {
  name: '  Camila Ferreyra ',
  password: 'una-clave-larga',
  mail: ' Camila@Previa.Example ',
  phone: '11 2345-6789',
  birthDate: '1995-04-12',
}
let phones = 0
/** A new person, unique in this file. */
const newPerson = () => {
  phones += 1
  return { ...camila, phone: `+54 9 341 555 ${1000 + phones}`, mail: `persona-${phones}@previa.example` }
}

test('registering makes a client who is signed in at once', async () => {
  const answer = await server.call(register, { body: { ...camila, gender: 'f' } })
  expect(answer).toMatchObject({
    name: 'Camila Ferreyra',
    mail: 'camila@previa.example',
    phone: '+5491123456789',
    gender: 'Female',
    role: 'CLIENT',
    roles: ['CLIENT'],
    acceptsAdvertising: true,
    requestStatus: 'approved',
    godAdmin: false,
  })
  const profile = await server.call(getProfile, undefined, { as: answer })
  expect(profile.id).toBe(answer.id)
  expect(JSON.stringify(profile)).not.toContain('argon2')
})

test('a proved phone is named, however it is written', async () => {
  const first = await server.given.user({ phone: '+5493415559901' })
  const again = { ...newPerson(), phone: first.phone.replace('+549341', '0341-15-') }
  await expect(server.call(register, { body: again })).rejects.toMatchObject({
    status: 409,
    body: { code: 'phone_taken', message: 'Ya existe una cuenta con ese teléfono' },
  })
})

test('a proved mail is named', async () => {
  const first = await server.given.user()
  const again = { ...newPerson(), mail: first.mail.toUpperCase() }
  expect(await server.refusal(server.call(register, { body: again }))).toBe('mail_taken')
})

test('twenty people who take the same phone at once make one account', async () => {
  const { phone } = newPerson()
  const tries = Array.from({ length: 20 }, () => server.call(register, { body: { ...newPerson(), phone } }))
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test.each([
  ['name', '', 'El nombre completo es obligatorio'],
  ['name', 'Ñ', 'Poné el nombre completo: dos letras o más'],
  ['mail', 'sin-arroba', 'El email debe ser válido'],
  ['phone', '11', 'El teléfono es obligatorio'],
  ['phone', 'no es un teléfono', 'El teléfono no es válido'],
  ['password', 'corta', 'La contraseña debe tener al menos 8 caracteres'],
  ['birthDate', '1995-13-40', 'La fecha no es válida'],
])('a wrong %s (%s) is reported at its field', async (field, value, message) => {
  await expect(server.call(register, { body: { ...newPerson(), [field]: value } })).rejects.toMatchObject({
    status: 400,
    body: { details: expect.arrayContaining([expect.objectContaining({ path: [field], message })]) },
  })
})

test('the commonest passwords are refused', async () => {
  expect(await server.refusal(server.call(register, { body: { ...newPerson(), password: 'Password123' } }))).toBe(
    'common_password',
  )
})

test('mistyped codes are no registrations of their own, and learn nothing', async () => {
  const device = { headers: { 'x-device-id': 'aparato-de-la-familia' } }
  const { phone } = await server.given.user()
  const make = (body: { phone?: string; code?: string }) =>
    server.call(register, { body: { ...newPerson(), ...body } }, device)
  for (let n = 0; n < 4; n += 1) await make({})
  for (let n = 0; n < 6; n += 1) expect(await server.refusal(make({ phone, code: '123456' }))).toBe('code_expired')
  await make({})
  expect(await server.refusal(make({}))).toBe('too_many_requests')
})

test('read-only fields are refused', async () => {
  const hostile = { ...newPerson(), godAdmin: true, role: 'ORGANIZATOR', companyId: camila.name, permission: 'legal' }
  expect(await server.refusal(server.call(register, { body: hostile }))).toBe('invalid_input')
})

test('a multipart registration reads the same', async () => {
  const answer = await server.call(register, { body: { ...newPerson(), acceptsAdvertising: false }, files: {} })
  expect(answer.acceptsAdvertising).toBe(false)
})

test.each([
  ['a small one', 120, 120],
  ['a large one', 1800, 1200],
])(
  'the picture of a new account, %s, is what its profile names and the media address answers',
  async (_, width, height) => {
    const background = { r: width % 256, g: 120, b: 200 }
    const picture = await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const files = { profileImage: new Blob([new Uint8Array(picture)]) }
    const answer = await server.call(register, { body: newPerson(), files })
    const { urlProfileImgId } = await server.call(getProfile, undefined, { as: answer })
    expect(urlProfileImgId).toMatch(/^[0-9a-f]{64}$/)
    const shown = await server.fastify.inject(mediaPath(urlProfileImgId ?? '', 320, 'webp'))
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: Math.min(width, 320) })
  },
)

test('a refused registration leaves no picture behind, also one that comes a moment late', async () => {
  const { phone } = newPerson()
  const pictures = () => server.app.db.selectFrom('images').select('id').execute()
  const before = (await pictures()).length
  const colours = ['#102030', '#203040', '#304050', '#405060']
  const tries = colours.map(async (background) => {
    const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const files = { profileImage: new Blob([new Uint8Array(picture)]) }
    return server.call(register, { body: { ...newPerson(), phone }, files })
  })
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await pictures()).length).toBe(before + 1)
})
