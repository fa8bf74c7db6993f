import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['{contract,server,simulators,scripts,bench}/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          maxWorkers: 2,
          // Loading the whole server anew for each file costs more than its tests; each has its own database and app.
          isolate: false,
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['server/testing/setup.ts'],
          // What hangs is found by these; how long something may take is never judged by them. A busy machine takes its time.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['web/testing/setup.ts'],
          // Typing a whole form takes seconds on a busy machine.
          testTimeout: 60_000,
        },
      },
    ],
  },
})
