import { expect, test } from 'vitest'
import { eventFlyer, profileImage } from '#contract/api/files.ts'
import { imageProblem, isWorthShrinking } from './image-file.ts'

const MEGABYTE = 1024 * 1024

const bytes = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: Array.from(new TextEncoder().encode('RIFF1234WEBP')),
  gif: Array.from(new TextEncoder().encode('GIF89a')),
} as const
const file = (format: keyof typeof bytes, type: string) => new Blob([new Uint8Array(bytes[format])], { type })

test.each(['image/jpeg', 'image/jpg', 'IMAGE/JPEG', 'image/pjpeg', 'application/octet-stream', ''])(
  'a picture that is labelled «%s» is judged by its bytes',
  async (label) => {
    expect(await imageProblem(file('jpeg', label), profileImage)).toBeNull()
    expect(await imageProblem(file('png', label), profileImage)).toBeNull()
    expect(await imageProblem(file('webp', label), eventFlyer)).toBeNull()
    expect((await imageProblem(file('gif', label), eventFlyer))?.title).toBe('Formato no válido')
    expect((await imageProblem(new Blob([], { type: label }), eventFlyer))?.title).toBe('Formato no válido')
  },
)

test('another type is refused in the words of the specification', async () => {
  expect(await imageProblem(file('webp', 'image/jpeg'), profileImage)).toEqual({
    title: 'Formato no válido',
    message: 'Solo se permiten archivos JPG, JPEG o PNG. Por favor, selecciona un archivo con uno de estos formatos.',
  })
})

test('a file that cannot be read here is left to the server', async () => {
  const unreadable = Object.assign(file('jpeg', ''), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }),
  })
  expect(await imageProblem(unreadable, profileImage)).toBeNull()
})

test('a file that is too large shows its size and the limit', async () => {
  const large = Object.defineProperty(file('png', ''), 'size', { value: 12.34 * MEGABYTE })
  const problem = await imageProblem(large, profileImage)
  expect(problem?.title).toBe('Archivo muy grande')
  expect(problem?.message).toContain('12,3 MB')
  expect(problem?.message).toContain('10 MB')
})

test.each([
  [4_000, 7016, 9921, true],
  [4_000, 6000, 6000, false],
  [2_000_000, 800, 600, true],
  [900_000, 4000, 3000, false],
])('a picture of %i bytes and %i × %i is made smaller: %s', (bytes, width, height, is) => {
  expect(isWorthShrinking(bytes, width, height)).toBe(is)
})
