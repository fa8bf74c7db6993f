import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reportClientError } from '#contract/platform/support-errors.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import { readCounts } from '#server/shared/counts.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { MOST_LINES } from './report-client-error.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const body: CallInput<typeof reportClientError>['body'] = {
  kind: 'screen',
  message: 'x is undefined',
  screen: '/evento/:id',
  build: 'index-A1.js',
  frames: ['assets/EventScreen-B2.js:12:345'],
}
const counted = () =>
  readCounts().find(({ name, labels }) => name === 'web_errors' && labels['kind'] === 'screen')?.value ?? 0

test('a failure of the web is logged and counted, whatever its sender left in it', async () => {
  const warn = vi.spyOn(server.app.log, 'warn')
  const before = counted()
  await server.call(reportClientError, { body: { ...body, message: 'camila@previa.example +54 9 341 555-0101' } })
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { kind: 'screen', screen: '/evento/:id', build: 'index-A1.js', frames: body.frames, reason: '[mail] [number]' },
    'the web failed',
  )
  expect(counted()).toBe(before + 1)
})

test('of a flood a minute of a process logs so many, counts them all, and says then how many it left out', async () => {
  await server.advance({ minutes: 2 })
  const warn = vi.spyOn(server.app.log, 'warn').mockClear()
  const dropped = () =>
    readCounts().find(({ name, labels }) => name === 'web_errors' && labels['result'] === 'dropped')?.value ?? 0
  const before = dropped()
  for (let call = 0; call < MOST_LINES + 3; call += 1) await server.call(reportClientError, { body })
  expect(warn).toHaveBeenCalledTimes(MOST_LINES)
  expect(dropped()).toBe(before + 3)
  await server.advance({ minutes: 1 })
  warn.mockClear()
  await server.call(reportClientError, { body })
  expect(warn.mock.calls).toEqual([
    [{ dropped: 3 }, 'failures of the web were not logged'],
    [expect.objectContaining({ screen: '/evento/:id' }), 'the web failed'],
  ])
})

test.each([
  ['an address in place of a screen', { screen: '/evento/01990000-0000-7000-8000-0000000000e1' }],
  ['a long message', { message: 'x'.repeat(201) }],
  ['words in place of a place in a file', { frames: ['camila@previa.example'] }],
  ['many places', { frames: Array.from({ length: 9 }, () => 'a.js:1:1') }],
  ['figures in place of a file', { frames: ['5493415550104:1:1'] }],
  ['figures in place of a build', { build: '5493415550104' }],
  ['a build of blanks', { build: 'Camila Ferreyra' }],
])('%s is refused', async (_, wrong) => {
  // Sent as a stranger would, past the types.
  expect(await server.refusal(server.call(reportClientError, { body: { ...body, ...wrong } as typeof body }))).toBe(
    'invalid_input',
  )
})

test('a device that fails and fails is heard ten times an hour', async () => {
  const report = () =>
    server.fastify.inject({
      method: 'POST',
      url: reportClientError.path,
      headers: { 'x-device-id': 'one-device' },
      payload: body,
    })
  const statuses = []
  for (let call = 0; call < 11; call += 1) statuses.push((await report()).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429])
})
