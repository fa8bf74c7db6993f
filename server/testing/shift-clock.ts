/**
 * Moves the time of this process to a fixed instant, so that no test depends on the day on which it runs: `Date`, and
 * `app_now()` on every database connection. Setup of the tests, and `--import` of the processes that tests start.
 * `PREVIA_TEST_BEGINS_AT` names another instant; `npm run prove -- calendar` runs the suite at forty of them.
 */
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { baseOffsetSeconds } from './shift-date.ts'

const SETTING = /-c previa\.clock_offset=(-?[\d.]+)s/

/**
 * For the environment of a process of ours that a test starts: it runs at the same time, with the same folder for what is
 * temporary, where a database that both use has its socket. A new state folder has no compiled program in it, and most tests have a
 * new one: they share what was compiled.
 */
export const shiftedProcess = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/previa/compiled', import.meta.url)),
  NODE_OPTIONS: `--import=${import.meta.url}`,
  PREVIA_TEST_CLOCK_OFFSET: String(baseOffsetSeconds),
  TMPDIR: tmpdir(),
}

/** The value of `previa.clock_offset` for a database clock `seconds` ahead of the shifted time. */
export function databaseOffset(seconds: number): string {
  return `${baseOffsetSeconds + seconds}s`
}

interface Connecting {
  readonly connectionParameters: { options?: string | undefined }
  connect(...args: unknown[]): unknown
}

const prototype = pg.Client.prototype as unknown as Connecting // the parameters are no part of pg's types
const connect = prototype.connect
prototype.connect = function (this: Connecting, ...args) {
  const { connectionParameters: parameters } = this
  const options = parameters.options ?? ''
  const own = Number(SETTING.exec(options)?.[1] ?? 0)
  parameters.options = `${options.replace(SETTING, '')} -c previa.clock_offset=${databaseOffset(own)}`
  return Reflect.apply(connect, this, args)
}
