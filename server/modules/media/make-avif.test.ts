import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profileImage } from '#contract/api/files.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { openImageFile } from './queries.ts'
import { saveImage } from './save-image.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('a picture whose job was lost gets its AVIF by the nightly one, and is left alone from then on', async () => {
  const { app } = server
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#2b7bd5' } })
    .png()
    .toBuffer()
  const { id } = await saveImage(app, { bytes, filename: 'yo.png' }, profileImage)
  await server.drain()
  const open = async () => (await openImageFile(app, `${id}-320.avif`))?.contentType
  expect(await open()).toBe('image/avif')

  await app.files.public.delete(`${id}-320.avif`)
  await app.db.updateTable('images').set({ has_avif: false }).execute()
  expect(await open()).toBe('image/webp')
  await app.queue.runJob(app, 'media.request-missing-avif')
  // Asked twice, made once.
  await app.queue.runJob(app, 'media.request-missing-avif')
  expect(await server.drain()).toBe(1)
  expect(await open()).toBe('image/avif')
  await app.queue.runJob(app, 'media.request-missing-avif')
  expect(await server.drain()).toBe(0)
})
