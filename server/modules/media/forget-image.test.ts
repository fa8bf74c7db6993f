import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profileImage } from '#contract/api/files.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { fullReads } from '#server/testing/full-reads.ts'
import { forgetImage } from './forget-image.ts'
import { imageFileKey, masterKey } from './image-files.ts'
import { saveImage } from './save-image.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('a picture goes with its files once no row shows it, and not before', async () => {
  const { app } = server
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#d5402b' } })
    .png()
    .toBuffer()
  const { id } = await saveImage(app, { bytes, filename: 'yo.png' }, profileImage)
  const person = await server.given.user()
  const company = await server.given.company()
  const event = await server.given.event({ company })
  await server.drain()
  const file = imageFileKey({ imageId: id, width: 320, format: 'webp' })
  const show = async (table: 'users' | 'companies' | 'events', column: string, owner: string, value: string | null) => {
    await app.db
      .updateTable(table)
      .set({ [column]: value })
      .where('id', '=', owner)
      .execute()
  }
  const shown = [
    ['users', 'profile_image_id', person.id],
    ['companies', 'image_id', company.id],
    ['events', 'flyer_id', event.id],
  ] as const
  for (const [table, column, owner] of shown) {
    await show(table, column, owner, id)
    expect(await forgetImage(app, id)).toBe(false)
    expect(await app.files.public.exists(file)).toBe(true)
    await show(table, column, owner, null)
  }
  expect(await forgetImage(app, id)).toBe(true)
  for (const format of ['webp', 'avif', 'jpg'] as const) {
    for (const width of [320, 640, 960, 1280] as const) {
      expect(await app.files.public.exists(imageFileKey({ imageId: id, width, format }))).toBe(false)
    }
  }
  expect(await app.files.private.exists(masterKey(id))).toBe(false)
  // A crash between row and files is made up for by the next try.
  expect(await forgetImage(app, id)).toBe(true)
})

test('who shows it is found without reading all people, companies or events', async () => {
  const { app } = server
  const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2b40d5' } })
    .png()
    .toBuffer()
  const { id } = await saveImage(app, { bytes, filename: 'yo.png' }, profileImage)
  expect(await fullReads(app, (app) => forgetImage(app, id))).toEqual([])
})
