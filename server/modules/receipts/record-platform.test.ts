/** Who ran the platform when something was paid, whatever the environment says later (rule R7.8). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlatformData } from '#contract/platform/platform.ts'
import { EXAMPLE_PLATFORM } from '#server/shared/platform.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { sweepSales } from './sweep-sales.ts'
import { findPlatform } from './queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const said: PlatformData = { ...EXAMPLE_PLATFORM, legalName: 'Previa Entradas S.A.', isExample: false }
const start = (platform: PlatformData) => sweepSales({ ...server.app, config: { ...server.app.config, platform } })
const rows = () =>
  server.app.db.selectFrom('platform_fiscal_data').select('legal_name').orderBy('applies_from').execute()

test('an example is not kept; what is said is, once, until something else is', async () => {
  await start(EXAMPLE_PLATFORM)
  expect(await findPlatform(server.app)).toBeNull()
  const before = server.clock.now()
  await server.advance({ minutes: 1 })
  await Promise.all([start(said), start(said)])
  await start({ ...said })
  expect(await rows()).toHaveLength(1)
  await server.advance({ minutes: 1 })
  const between = server.clock.now()
  await server.advance({ minutes: 1 })
  await start({ ...said, legalName: 'Otra S.A.', address: null })
  expect(await findPlatform(server.app, before)).toBeNull()
  expect(await findPlatform(server.app, between)).toEqual(said)
  expect(await findPlatform(server.app)).toMatchObject({ legalName: 'Otra S.A.', address: null })
})
