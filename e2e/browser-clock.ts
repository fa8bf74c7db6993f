import type { Browser } from '@playwright/test'
import { baseOffsetSeconds } from '#server/testing/shift-date.ts'

/** In the page, before its own scripts: `Date` as the server has it. */
const SHIFT = `(() => {
  const RealDate = Date
  const now = () => RealDate.now() + ${baseOffsetSeconds * 1000}
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
})()`

/** Pages of this browser live at the time at which the journeys' server was started. */
export function shiftPages(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(SHIFT)
    return context
  }
  return browser
}
