import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { fullReads } from '#server/testing/full-reads.ts'
import { findBlockers } from './queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('what blocks a deletion is found without reading the ledger from end to end', async () => {
  const owner = await server.given.user({ memberOf: await server.given.company({ name: 'Sin eventos' }) })
  expect(await fullReads(server.app, (app) => findBlockers(app, owner.id))).not.toContain('ledger_entries')
})
