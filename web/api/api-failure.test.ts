import { expect, test } from 'vitest'
import { ApiFailure, failureMessage } from './api-failure.ts'

const failure = (isSilent: boolean) =>
  new ApiFailure({ status: 502, code: 'internal', message: 'Error del servidor, intenta más tarde', isSilent })

test.each([
  ['the server’s words come first', failure(false), 'Error al cargar eventos', 'Error del servidor, intenta más tarde'],
  [
    'a silent server leaves the word to the screen',
    failure(true),
    'Error al cargar eventos',
    'Error al cargar eventos',
  ],
  ['or to us, where the screen has none', failure(true), undefined, 'Error del servidor, intenta más tarde'],
  ['what is no failed call has no words for people', new Error('x is undefined'), undefined, 'Error desconocido'],
])('%s', (_, error, fallback, message) => {
  expect(failureMessage(error, fallback)).toBe(message)
})
