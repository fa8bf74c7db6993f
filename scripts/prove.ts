/**
 * `npm run prove`: every test file that counts its tries (`server/testing/tries.ts`), with the full counts and on a
 * PostgreSQL that writes to the disk before it answers. Takes long; names of files narrow it down. `calendar` runs the
 * suite at odd instants instead (`prove-calendar.ts`).
 */
import { globSync, readFileSync } from 'node:fs'
import { startVitest } from 'vitest/node'
import { proveCalendar } from './prove-calendar.ts'

const [row, ...rest] = process.argv.slice(2)
if (row === 'calendar') {
  await proveCalendar(rest)
  process.exit()
}

const files = globSync('{contract,server,simulators}/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes("/tries.ts'"),
)
const wanted = process.argv.slice(2)
const chosen = files.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
// Vitest would take no file for every file.
if (chosen.length === 0) throw new Error(`No file with counted tries is called ${wanted.join(' or ')}`)

process.env['PREVIA_PROVE'] = '1'
const vitest = await startVitest('test', chosen, {
  watch: false,
  project: ['server'],
  testTimeout: 3_600_000,
  maxWorkers: 1,
  passWithNoTests: false,
})
await vitest.close()
