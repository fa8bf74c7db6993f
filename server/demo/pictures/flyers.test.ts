import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eventFlyer } from '#contract/api/files.ts'
import { drawAvatar } from './avatars.ts'
import { drawFlyer, FLYER_FAMILIES } from './flyers.ts'

test.each(FLYER_FAMILIES)('%s is an upright picture that an upload would take, and fills its sheet', async (family) => {
  const flyer = await drawFlyer('a night', { family })
  const { width, height, format } = await sharp(flyer).metadata()
  expect({ width, height, format }).toEqual({ width: 1280, height: 1600, format: 'jpeg' })
  expect(flyer.length).toBeLessThan(eventFlyer.maxBytes / 10)
  // The middle third, which every crop keeps, holds several tones.
  const { channels } = await sharp(flyer).extract({ left: 0, top: 533, width: 1280, height: 533 }).stats()
  expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(25)
})

test('a flyer carries its own words, however long', async () => {
  const bare = await drawFlyer('a night')
  const lettered = await Promise.all(
    ['Sí', 'Músicos del Litoral & amigos', 'Electrocumbiafolkloretangocuartetazofest'].map((lettering) =>
      drawFlyer('a night', { lettering }),
    ),
  )
  for (const flyer of lettered) {
    expect(flyer.equals(bare)).toBe(false)
    expect(await sharp(flyer).metadata()).toMatchObject({ width: 1280, height: 1600 })
  }
})

test('a flyer is drawn as narrow as it is asked for', async () => {
  const narrow = await drawFlyer('a night', { lettering: 'Músicos del Litoral', width: 800 })
  expect(await sharp(narrow).metadata()).toMatchObject({ width: 800, height: 1000 })
})

test('the same seed is the same flyer, another seed another', async () => {
  const [one, again, other] = await Promise.all(['a', 'a', 'b'].map((seed) => drawFlyer(seed)))
  expect(one?.equals(again ?? Buffer.alloc(0))).toBe(true)
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false)
  expect(FLYER_FAMILIES.length).toBeGreaterThanOrEqual(8)
})

test('faces are square and as many as seeds', async () => {
  const faces = await Promise.all(['a', 'a', 'b', 'c'].map((seed) => drawAvatar(seed)))
  expect(new Set(faces.map((face) => face.toString('base64'))).size).toBe(3)
  expect(await sharp(faces[0]).metadata()).toMatchObject({ width: 640, height: 640, format: 'jpeg' })
})
