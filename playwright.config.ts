import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './e2e/browser.ts'
import { workInMemory } from './scripts/memory-folder.ts'

workInMemory()

// Journeys live at the machine's time: the browser's own clock ends cookies. `npm run prove -- calendar` names an instant.
if (process.env['PREVIA_TEST_BEGINS_AT'] === undefined) process.env['PREVIA_TEST_CLOCK_OFFSET'] ??= '0'

// Set by e2e/global-setup.ts, which runs before the workers read this file again.
const baseURL = process.env['PREVIA_E2E_URL'] ?? ''

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    permissions: ['camera'],
    // Each new browser of a person who signs in keeps the whole program, three hundred files: a quarter of a journey's work. Journeys
    // that are about what the device keeps, a whole night, or what may run in a page say `allow`.
    serviceWorkers: 'block',
    // Steps and what went over the network; a failure says in words how its page stood. A film, or the page at each step, costs
    // a tenth of every journey's time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    // A step that cannot be done should say so long before the whole journey is given up.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    launchOptions: await launchOptions(),
  },
})
