/** Moves `Date` to the instant at which tests begin. Setup of the web's tests too, so it imports nothing. */

/** A working Wednesday, 15:00 in Buenos Aires, with no holiday within five weeks. */
const BEGINS_AT = '2026-09-02T15:00:00-03:00'

const REAL = Symbol.for('previa.tests.real-date')

/** Kept where a second evaluation of this file finds it, which would shift twice otherwise. */
const RealDate = ((globalThis as { [REAL]?: DateConstructor })[REAL] ??= globalThis.Date)

/**
 * Shifts `Date`. Returns by how many seconds. A process that a test started has the shift of that test
 * (`PREVIA_TEST_CLOCK_OFFSET`).
 */
function shiftDate(): number {
  const inherited = process.env['PREVIA_TEST_CLOCK_OFFSET']
  const begins = RealDate.parse(process.env['PREVIA_TEST_BEGINS_AT'] ?? BEGINS_AT)
  const seconds = inherited === undefined ? Math.round((begins - RealDate.now()) / 1000) : Number(inherited)
  process.env['PREVIA_TEST_CLOCK_OFFSET'] = String(seconds)
  const now = () => RealDate.now() + seconds * 1000
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], newTarget: new () => Date) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  })
  return seconds
}

/** Seconds that the shifted time is ahead of the machine's; negative when behind. */
export const baseOffsetSeconds = shiftDate()
