import { defineConfig } from 'vitest/config'
import { workInMemory } from './scripts/memory-folder.ts'

workInMemory()

/** Waiting for something is never judged by how long it takes: a busy machine takes its time. */
const patience = { poll: { timeout: 30_000 } }

/** One figure: projects that run side by side must agree. */
const maxWorkers = 2

const web = {
  expect: patience,
  environment: 'happy-dom' as const,
  maxWorkers,
  setupFiles: ['server/testing/shift-date.ts', 'web/testing/setup.ts'],
  // Typing a whole form takes seconds on a busy machine.
  testTimeout: 60_000,
}

const server = {
  environment: 'node' as const,
  expect: patience,
  pool: 'forks' as const,
  maxWorkers,
  setupFiles: ['server/testing/setup.ts'],
  // What hangs is found by these; how long something may take is never judged by them. A busy machine takes its time.
  testTimeout: 120_000,
  hookTimeout: 120_000,
}
const ALONE = '**/*.alone.test.*'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...server,
          name: 'server',
          include: ['{contract,server,simulators,scripts,bench}/**/*.test.ts'],
          exclude: [ALONE],
          // Loading the whole server anew for each file costs more than its tests; each has its own database and app.
          isolate: false,
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
      // What measures its own memory: all that a worker has loaded before would be walked through at each look.
      { test: { ...server, name: 'server alone', include: ['server/**/*.alone.test.ts'] } },
      // Loading the program anew for each file costs more than its tests: the files of a worker share modules and window.
      {
        test: {
          ...web,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [ALONE],
          isolate: false,
        },
      },
      // What leaves more behind than a test can take away: the device's database.
      { test: { ...web, name: 'web alone', include: ['web/**/*.alone.test.{ts,tsx}'] } },
    ],
  },
})
