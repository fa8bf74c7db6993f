import { expect, test } from 'vitest'
import { eventFlyer, profileImage } from '#contract/files.ts'
import { imageProblem } from './image-file.ts'

const MEGABYTE = 1024 * 1024

test('a light JPEG or PNG is fine', () => {
  expect(imageProblem({ type: 'image/jpeg', size: 10 * MEGABYTE }, profileImage)).toBeNull()
  expect(imageProblem({ type: 'image/png', size: 1 }, profileImage)).toBeNull()
  expect(imageProblem({ type: 'image/webp', size: 1 }, eventFlyer)).toBeNull()
})

test('another type is refused in the words of the specification', () => {
  expect(imageProblem({ type: 'image/webp', size: 1 }, profileImage)).toEqual({
    title: 'Formato no válido',
    message: 'Solo se permiten archivos JPG, JPEG o PNG. Por favor, selecciona un archivo con uno de estos formatos.',
  })
})

test('a file that is too large shows its size and the limit', () => {
  const problem = imageProblem({ type: 'image/png', size: 12.34 * MEGABYTE }, profileImage)
  expect(problem?.title).toBe('Archivo muy grande')
  expect(problem?.message).toContain('12,3 MB')
  expect(problem?.message).toContain('10 MB')
})
