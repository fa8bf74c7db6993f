/** What a person sends to become an organizer, and what becomes of their session. */
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/api/endpoint.ts'
import { getProfile } from '#contract/accounts/accounts.ts'
import { getOnboardingInfo, photoProblems, REQUESTS_PER_DAY, sendOnboarding } from '#contract/companies/onboarding.ts'
import { createTestApp, type Refused, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { blobOf, idPhoto, onboardingFields, sendRequestOf } from '#server/testing/id-photos.ts'

let server: TestApp
let person: GivenUser
let photo: Buffer
beforeAll(async () => {
  server = await createTestApp()
  photo = await idPhoto()
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await server.given.user()
})

type Input = CallInput<typeof sendOnboarding>
const good = () => ({ dniPic1: blobOf(photo), dniPic2: blobOf(photo) })
const send = (body: Partial<Input['body']> = {}, files: Input['files'] = good(), as: GivenUser = person) =>
  server.call(sendOnboarding, { body: { ...onboardingFields, ...body }, files }, { as })
const info = (as: { token: string } = person) => server.call(getOnboardingInfo, undefined, { as })
const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'taken',
    ({ status, body }: Refused) => ({ status, code: body.code, message: body.message, details: body.details }),
  )
const stored = () =>
  server.app.db.selectFrom('organizer_requests').selectAll().where('user_id', '=', person.id).executeTakeFirst()

test('nothing was sent: the wire says approved, and one may send', async () => {
  expect(await info()).toEqual({ requestStatus: 'approved', request: null, maySend: true })
})

test('what was sent waits, and is shown again to its person without the photos', async () => {
  const { success, message, token } = await send()
  expect([success, message]).toEqual([true, 'Recibimos tu pedido. Te avisamos por mail y WhatsApp.'])
  const { requestStatus, request, maySend } = await info({ token })
  expect([requestStatus, maySend]).toEqual(['pending', false])
  expect(request).toMatchObject({
    ...onboardingFields,
    whatsapp: '+5493415550101',
    dniNumber: '30123456',
    cuit: '30703088534',
    nombreOrganizacion: null,
    state: 'pending',
    decidedAt: null,
    reason: null,
  })
  expect(await server.call(getProfile, undefined, { as: token })).toMatchObject({
    requestStatus: 'pending',
    role: 'CLIENT',
    companyId: null,
    acceptsAdvertising: true,
  })
})

test('the DNI and both photos are stored sealed, and no place stays in them', async () => {
  await sendRequestOf(server, person)
  const row = await stored()
  expect(JSON.stringify(row)).not.toContain('30123456')
  const photos = await server.app.db
    .selectFrom('organizer_request_photos')
    .select(['side', 'photo_sealed'])
    .where('request_id', '=', row?.id ?? '')
    .orderBy('side')
    .execute()
  expect(photos.map(({ side }) => side)).toEqual(['back', 'front'])
  const kept = server.app.vault.open('organizer-photo', photos[0]?.photo_sealed ?? '')
  const { format, exif, width } = await sharp(kept).metadata()
  expect([format, exif, width]).toEqual(['webp', undefined, 600])
  expect(() => server.app.vault.open('organizer-dni', photos[0]?.photo_sealed ?? '')).toThrow()
})

test('the session goes on under another token, which lasts no longer and may no more', async () => {
  const of = () =>
    server.app.db
      .selectFrom('sessions')
      .select(['id', 'expires_at', 'confirmed_at'])
      .where('user_id', '=', person.id)
      .execute()
  const before = await of()
  const { token } = await send()
  expect(token).not.toBe(person.token)
  expect(await of()).toEqual(before)
  await server.advance({ seconds: 5 })
  expect(await server.refusal(info())).toBe('session_expired')
  expect((await info({ token })).requestStatus).toBe('pending')
})

test('a session that ended elsewhere a moment ago sends nothing', async () => {
  await info()
  await server.app.db
    .updateTable('sessions')
    .set({ ended_at: new Date().toISOString() })
    .where('user_id', '=', person.id)
    .execute()
  expect(await refused(send())).toMatchObject({
    status: 401,
    code: 'onboarding_unauthorized',
    message: 'No tienes autorización para realizar esta acción',
  })
  expect(await stored()).toBeUndefined()
})

describe('fields', () => {
  const problemsOf = async (body: Partial<Input['body']>) => {
    const answer = await refused(send(body))
    expect(answer).toMatchObject({
      status: 400,
      code: 'invalid_onboarding',
      message: 'Datos de formulario inválidos. Verifica la información ingresada.',
    })
    const { details } = answer as { details: { path: string[]; message: string }[] }
    return details.map(({ path, message }) => [path.join('.'), message])
  }

  test('CUIT: a wrong digit is refused at its field; dashes and spaces are taken', async () => {
    const wrong = 'Ese CUIT no es válido: son 11 números, revisá que estén todos'
    expect(await problemsOf({ cuit: '30-70308853-5' })).toEqual([['cuit', wrong]])
    expect(await problemsOf({ cuit: '3070308853' })).toEqual([['cuit', wrong]])
    expect(await problemsOf({ cuit: '' })).toEqual([['cuit', 'Poné el CUIT']])
    await send({ cuit: ' 30 70308853 4 ' })
    expect((await stored())?.cuit).toBe('30703088534')
  })

  test.each(['123456', '123456789', '1234567a', ''])('DNI %j is refused', async (dniNumber) => {
    expect((await problemsOf({ dniNumber })).map(([field]) => field)).toEqual(['dniNumber'])
  })

  test('everything that is wrong is said at once', async () => {
    const wrong = { fullName: 'L', email: 'lola', domicilio: '', companyName: '', razonSocial: ' ', cuit: '1' }
    const fields = (await problemsOf(wrong)).map(([field]) => field)
    expect(new Set(fields)).toEqual(new Set(Object.keys(wrong)))
    expect(await problemsOf({ whatsapp: '12 34 56' })).toEqual([['whatsapp', 'El teléfono no es válido']])
  })

  test('who is not registered names the organization; alone, one may go by the own name', async () => {
    const none = { companyName: '', razonSocial: '', cuit: '' }
    expect(await problemsOf({ ...none, organizationType: 'Empresa no registrada' })).toEqual([
      ['nombreOrganizacion', 'Poné el nombre de la organización'],
    ])
    await send({ ...none, organizationType: 'Organizador Individual' })
    expect(await stored()).toMatchObject({ kind: 'individual', organization_name: null })
  })

  test('what belongs to another kind of organization is left out, and texts are trimmed', async () => {
    await send({ organizationType: 'Empresa no registrada', nombreOrganizacion: '  La Cuadra ' })
    expect(await stored()).toMatchObject({
      kind: 'unregistered',
      organization_name: 'La Cuadra',
      cuit: null,
      legal_name: null,
    })
  })
})

describe('photos', () => {
  const both = (file: Blob | undefined) => ({ dniPic1: file, dniPic2: file }) as Input['files']
  const wrongs = (problem: 'missing' | 'type' | 'unreadable' | 'tooLarge') => [
    { path: ['dniPic1'], message: photoProblems.front[problem] },
    { path: ['dniPic2'], message: photoProblems.back[problem] },
  ]
  const heic = Buffer.from('0000001866747970686569630000000068656963', 'hex')
  const gif = sharp({ create: { width: 10, height: 10, channels: 3, background: '#123' } }).gif()

  test('both sides are asked for, in the words that clients know', async () => {
    expect(await refused(send({}, {}))).toMatchObject({
      status: 400,
      code: 'invalid_onboarding',
      details: wrongs('missing'),
    })
    expect(photoProblems.front.missing).toBe('La foto del frente del DNI es requerida')
    expect(photoProblems.back.missing).toBe('La foto del dorso del DNI es requerida')
    expect(await stored()).toBeUndefined()
  })

  test.each([
    ['HEIC', async () => blobOf(heic, 'image/jpeg'), 'type'],
    ['a GIF that says it is a JPEG', async () => blobOf(await gif.toBuffer(), 'image/jpeg'), 'type'],
    ['a page', async () => blobOf('<html>hola</html>', 'image/png'), 'type'],
    ['0 bytes', async () => blobOf('', 'image/jpeg'), 'unreadable'],
    ['cut', async () => blobOf(photo.subarray(0, photo.length / 2), 'image/jpeg'), 'unreadable'],
  ] as const)('%s is refused at its field', async (_name, make, problem) => {
    expect(await refused(send({}, both(await make())))).toMatchObject({
      status: 400,
      code: 'invalid_onboarding',
      details: wrongs(problem),
    })
  })

  test('one byte over 5 MB is refused with its side; 5 MB exactly is not', async () => {
    const most = 5 * 1024 * 1024
    const padded = (size: number) => blobOf(Buffer.concat([photo, Buffer.alloc(size - photo.length)]))
    for (const size of [most + 1, most + 2, 2 * most]) {
      expect(await refused(send({}, { ...good(), dniPic2: padded(size) }))).toEqual({
        status: 413,
        code: 'onboarding_photos_too_large',
        message: 'Las imágenes son demasiado grandes. Intenta con imágenes más pequeñas.',
        details: [{ path: ['dniPic2'], message: 'La foto del dorso del DNI es demasiado grande (máximo 5MB)' }],
      })
    }
    expect(await send({}, { ...good(), dniPic2: padded(most) })).toMatchObject({ success: true })
  })

  test('12,000 × 12,000 is refused without being decoded', async () => {
    const claims = Buffer.from(photo)
    const at = claims.findIndex((byte, place) => byte === 0xff && [0xc0, 0xc2].includes(claims[place + 1] ?? 0))
    claims.writeUInt16BE(12_000, at + 5)
    claims.writeUInt16BE(12_000, at + 7)
    expect(await refused(send({}, { ...good(), dniPic1: blobOf(claims) }))).toMatchObject({
      status: 413,
      code: 'onboarding_photos_too_large',
      details: [{ path: ['dniPic1'] }],
    })
  })

  test('no type at all, a wrong one, PNG, WebP and a phone’s odd JPEG are taken', async () => {
    const odd = Buffer.from(photo)
    const scan = photo.indexOf(Buffer.from([0xff, 0xda]))
    odd.fill(0, scan - 1 + photo.readUInt16BE(scan + 2), scan + 2 + photo.readUInt16BE(scan + 2))
    for (const file of [
      blobOf(photo),
      blobOf(photo, 'text/plain'),
      blobOf(await idPhoto('png'), 'image/png'),
      blobOf(await idPhoto('webp')),
      blobOf(odd, 'image/jpeg'),
    ]) {
      const someone = await server.given.user()
      expect(await send({}, both(file), someone)).toMatchObject({ success: true })
    }
  })
})

describe('who may send', () => {
  test('one request at a time', async () => {
    const { token } = await send()
    expect(await refused(send({}, good(), { ...person, token }))).toMatchObject({
      status: 409,
      code: 'organizer_request_pending',
    })
  })

  test('three a day that are taken; what was refused does not count', async () => {
    let { token } = person
    for (let n = 0; n < REQUESTS_PER_DAY; n += 1) {
      await refused(send({ cuit: '1' }, good(), { ...person, token }))
      token = (await send({}, good(), { ...person, token })).token
      await server.app.db
        .updateTable('organizer_requests')
        .set({ state: 'rejected', decided_at: new Date().toISOString() })
        .where('user_id', '=', person.id)
        .execute()
    }
    expect(await refused(send({}, good(), { ...person, token }))).toMatchObject({ code: 'too_many_requests' })
  })

  test('nobody of a company, and nobody of the team', async () => {
    const organizer = await server.given.user({ memberOf: await server.given.company() })
    expect(await server.refusal(send({}, good(), organizer))).toBe('already_organizer')
    expect(await server.call(getOnboardingInfo, undefined, { as: organizer })).toMatchObject({ maySend: false })
    const admin = await server.given.user({ isAdmin: true })
    expect(await server.refusal(send({}, good(), admin))).toBe('team_does_not_organize')
    const legal = await server.given.user({ isLegal: true })
    expect(await server.refusal(send({}, good(), legal))).toBe('forbidden')
  })
})
