import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { asStartProblem, StartProblem } from './start-problem.ts'

const at = { port: 3000, host: '203.0.113.7' }
const systemError = (more: object) => Object.assign(new Error('refused by the system'), more)

test.each([
  [{ code: 'EADDRINUSE', syscall: 'listen' }, 'El puerto 3000 ya está en uso'],
  [{ code: 'EACCES', syscall: 'listen' }, 'No hay permiso para usar el puerto 3000'],
  [{ code: 'EADDRNOTAVAIL', syscall: 'listen' }, 'HOST=203.0.113.7'],
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: '203.0.113.7' }, 'HOST=203.0.113.7'],
])('%j is a problem of our own address', (more, text) => {
  expect(asStartProblem(systemError(more), at)?.message).toContain(text)
})

test.each([
  { code: 'EADDRNOTAVAIL', syscall: 'connect' },
  { code: 'EADDRINUSE', syscall: 'connect' },
  { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'base.example' },
  { code: 'EACCES', syscall: 'open' },
])('%j says nothing about our own address', (more) => {
  expect(asStartProblem(systemError(more), at)).toBeNull()
})

test('a real refusal of another address keeps its own words', async () => {
  const socket = connect({ port: 9, host: '127.0.0.1' })
  const error = await new Promise((resolve) => socket.once('error', resolve))
  expect(asStartProblem(error, at)).toBeNull()
  expect(asStartProblem(new StartProblem('Se sabe'), at)?.message).toBe('Se sabe')
})
