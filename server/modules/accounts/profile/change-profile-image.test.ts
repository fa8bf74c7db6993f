import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getProfile } from '#contract/accounts/accounts.ts'
import { updateProfileImage } from '#contract/accounts/accounts-profile.ts'
import { mediaPath } from '#contract/api/files.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

let shade = 0
/** A picture that was not sent before. */
async function picture(format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg', width = 300): Promise<Buffer> {
  shade += 1
  const background = { r: shade % 256, g: 90, b: 200 }
  return sharp({ create: { width, height: 200, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}
const send = (user: GivenUser, bytes: Uint8Array) =>
  server.call(
    updateProfileImage,
    { body: {}, files: { profileImage: new Blob([new Uint8Array(bytes)]) } },
    { as: user },
  )
const name = (user: GivenUser, profileImage: string) =>
  server.call(updateProfileImage, { body: { profileImage } }, { as: user })

test.each(['jpeg', 'png'] as const)('a %s becomes the picture of the profile, encoded again', async (format) => {
  const user = await server.given.user()
  const bytes = await picture(format)
  const answer = await send(user, bytes)
  const id = answer.data.urlProfileImgId
  const imageUrl = server.app.config.publicUrl + mediaPath(id, 640, 'jpg')
  expect(answer).toEqual({
    data: { urlProfileImgId: id, imageUrl, profileImageUrl: imageUrl },
    imageUrl,
    profileImageUrl: imageUrl,
    user: await server.call(getProfile, undefined, { as: user }),
  })
  expect(answer.user.urlProfileImgId).toBe(id)
  const shown = await server.fastify.inject(mediaPath(id, 640, 'jpg'))
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(shown.rawPayload.equals(bytes)).toBe(false)
  const audited = await server.app.db.selectFrom('audit_rows').selectAll().where('object_id', '=', user.id).execute()
  expect(audited).toMatchObject([
    { action: 'account.change_image', before: { profileImageId: null }, after: { profileImageId: id } },
  ])
})

test.each([
  ['a WebP', () => picture('webp'), 'image_type'],
  ['a GIF', () => picture('gif'), 'image_type'],
  [
    'a drawing',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'image_type',
  ],
  ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'image_type'],
  ['a cut one', async () => (await picture()).subarray(0, 200), 'invalid_image'],
])('%s is refused and the picture stays', async (_, make, reason) => {
  const user = await server.given.user()
  await expect(send(user, await make())).rejects.toMatchObject({
    status: 400,
    body: { code: 'invalid_profile_image', message: 'Imagen de perfil inválida', details: { reason } },
  })
  expect((await server.call(getProfile, undefined, { as: user })).urlProfileImgId).toBeNull()
})

test('more than 10 MB are too much', async () => {
  const user = await server.given.user()
  const large = Buffer.concat([await picture(), Buffer.alloc(10 * 1024 * 1024)])
  expect(await server.refusal(send(user, large))).toBe('image_too_large')
})

test('nothing at all is no picture', async () => {
  const user = await server.given.user()
  for (const attempt of [
    () => server.call(updateProfileImage, { body: {} }, { as: user }),
    () => server.call(updateProfileImage, { body: {}, files: {} }, { as: user }),
    () => send(user, Buffer.alloc(0)),
  ]) {
    expect(await server.refusal(attempt())).toBe('invalid_profile_image')
  }
})

test('an image that is here already may be named, by its id or its address', async () => {
  const user = await server.given.user()
  const { data } = await send(user, await picture())
  const id = data.urlProfileImgId
  await send(user, await picture())
  for (const address of [id, mediaPath(id, 320, 'webp'), data.imageUrl]) {
    expect((await name(user, address)).user.urlProfileImgId).toBe(id)
  }
})

test.each([
  'https://evil.example/a.jpg',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'a'.repeat(64),
  `/media/${'a'.repeat(64)}-320.webp`,
  '../../secreto',
  'javascript:alert(1)',
  '',
])('the address %s is none of ours', async (address) => {
  const user = await server.given.user()
  await expect(name(user, address)).rejects.toMatchObject({
    status: 400,
    body: { code: 'invalid_profile_image', details: { reason: 'not_ours' } },
  })
})

test('a person adds thirty pictures a day and no more', async () => {
  const user = await server.given.user()
  const bytes = await picture('jpeg', 100)
  for (let sent = 0; sent < 30; sent += 1) {
    // Twenty an hour pass; the day's count goes on.
    if (sent === 15) await server.advance({ minutes: 61 })
    await send(user, bytes)
  }
  await server.advance({ minutes: 10 })
  expect(await server.refusal(send(user, bytes))).toBe('too_many_requests')
})

test.each([
  ['whose session ended', true, 'profile_unauthorized'],
  ['whose session goes on', false, null],
] as const)('a picture sent by a person %s while it was kept: %s, %s', async (_name, isEnded, refusal) => {
  const { files, db } = server.app
  const user = await server.given.user()
  const put = files.public.put.bind(files.public)
  const kept: string[] = []
  const spy = vi.spyOn(files.public, 'put').mockImplementation(async (key, bytes) => {
    kept.push(key)
    if (isEnded) await db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await put(key, bytes)
  })
  const images = async () => (await db.selectFrom('images').select('id').execute()).length
  const before = await images()
  const sent = send(user, await picture())
  expect(refusal ? await server.refusal(sent) : (await sent) && null).toBe(refusal)
  spy.mockRestore()
  expect(kept.length).toBeGreaterThan(3)
  expect(await images()).toBe(before + (isEnded ? 0 : 1))
  const left = await Promise.all(kept.map((key) => files.public.exists(key)))
  expect(new Set(left)).toEqual(new Set([!isEnded]))
})
