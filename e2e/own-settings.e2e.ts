/**
 * What people set in their browser. With letters at 150 and 200 % nothing scrolls sideways and no bar takes the screen; with
 * colours of their own every word is read and what is chosen is marked.
 */
import type { Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { enter } from './arrange.ts'
import { eventId, LONG } from './sweep-examples.ts'
import { expect, test } from './test.ts'

test.use({ expected: /status of (404|401|403|400|422)/, viewport: { width: 390, height: 746 } })

/** Pixels of a letter that a browser shows at 100 %. */
const LETTER = 16

/** As a person sets it in the browser: pages that measure in rem follow, whatever they say of themselves. */
async function letters(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const pixels = (LETTER * percent) / 100
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
}

/** Runs in the page: what is wider than it, a bar that takes more than a third of it, and what a bar cuts. */
const FAULTS = `(() => {
  const width = document.documentElement.clientWidth
  const name = (element) => element.tagName.toLowerCase() + '.' + element.getAttribute('class') + ' «' + element.textContent.trim().slice(0, 40) + '»'
  const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility())
  const faults = []
  const root = document.scrollingElement
  const isClipped = (element) => element && element !== document.body && (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement))
  if (root.scrollWidth > width + 1)
    faults.push('page of ' + root.scrollWidth + ' px: ' +
      shown.filter((element) => element.getBoundingClientRect().right > width + 1 && !isClipped(element.parentElement)).slice(0, 3).map(name).join(', '))
  for (const bar of shown.filter((element) => getComputedStyle(element).position === 'fixed')) {
    const box = bar.getBoundingClientRect()
    if (box.width < width - 40 || getComputedStyle(bar).pointerEvents === 'none') continue
    if (box.height > innerHeight / 3) faults.push('bar of ' + Math.round(box.height) + ' px: ' + name(bar))
    for (const part of bar.querySelectorAll('p, span, button, a')) {
      const at = part.getBoundingClientRect()
      if (at.width > 1 && (at.left < -1 || at.right > width + 1)) faults.push('cut in a bar: ' + name(part))
    }
  }
  return faults
})()`

async function expectRoom(page: Page, path: string, act?: (page: Page) => Promise<void>): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1').first()).toBeAttached()
  await act?.(page)
  for (const percent of [150, 200]) {
    await letters(page, percent)
    await expect.soft
      .poll(() => page.evaluate<string[]>(FAULTS), { message: `${path} at ${percent} %`, timeout: 3000 })
      .toEqual([])
    const folder = process.env['SWEEP_PICTURES']
    const file = path.replaceAll(/[^a-z]+/gi, '-').slice(0, 40)
    if (folder) await page.screenshot({ path: `${folder}/${file}${act?.name ?? ''}-${percent}.png` })
  }
  await letters(page, 100)
}

const choose = async (page: Page) => {
  const more = page.getByRole('button', { name: /^(Agregar|Sumar|Más)/ })
  await more.first().click()
}

/** The landing draws what stands below its nights later: a look before that sees half of it. */
const whole = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Contacto' })).toBeAttached()
}

test('large letters, signed out', async ({ page }) => {
  const long = await eventId(LONG)
  await expectRoom(page, paths.home(), whole)
  await expectRoom(page, paths.events())
  await expectRoom(page, paths.event(long))
  await expectRoom(page, paths.event(long), choose)
  await expectRoom(page, paths.buyTicket(long))
  await expectRoom(page, paths.login())
  await expectRoom(page, paths.register())
  await expectRoom(page, paths.refundPolicy())
})

test('large letters, signed in', async ({ page }) => {
  await enter(page, 'buyer')
  await expect(page.locator('h1').first()).toBeAttached()
  await expectRoom(page, paths.clientDashboard())
  await expectRoom(page, paths.profile())
})

test('control: what does not fit large letters is found', async ({ page }) => {
  await page.setContent(
    '<html lang="es"><title>Control</title><body style="margin:0"><h1 style="width:20rem;background:red">Control</h1>' +
      '<div style="position:fixed;inset:auto 0 0 0;height:16rem"><p style="margin-left:-2rem">$1</p></div>',
  )
  await letters(page, 200)
  expect(await page.evaluate<string[]>(FAULTS)).toEqual([
    expect.stringContaining('page of'),
    expect.stringContaining('bar of'),
    expect.stringContaining('cut in a bar'),
  ])
})

/** Runs in the page: texts that are hardly distinguished from what is behind them. */
const UNREADABLE = `(() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => Number(part) / 255)
    const linear = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  }
  const groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (!/, 0\\)$/.test(backgroundColor)) return backgroundColor
    }
    return canvas
  }
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.backgroundColor = 'Canvas'
  const canvas = getComputedStyle(probe).backgroundColor
  probe.remove()
  const faults = []
  for (const element of document.querySelectorAll('main *, header *')) {
    const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
    if (!(isText || element.matches('svg')) || !element.checkVisibility()) continue
    const [text, ground] = [light(getComputedStyle(element).color), light(groundOf(element))]
    const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)
    if (contrast < 3) faults.push(element.tagName + ' «' + element.textContent.trim().slice(0, 40) + '»')
  }
  return faults
})()`

for (const colorScheme of ['light', 'dark'] as const) {
  test(`forced colours on a ${colorScheme} ground`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    const long = await eventId(LONG)
    for (const path of [paths.home(), paths.event(long), paths.login()]) {
      await page.goto(path)
      await expect(page.locator('h1').first()).toBeAttached()
      await expect.soft.poll(() => page.evaluate<string[]>(UNREADABLE), { message: path, timeout: 3000 }).toEqual([])
      const folder = process.env['SWEEP_PICTURES']
      if (folder) await page.screenshot({ path: `${folder}/forced-${colorScheme}-${path.slice(1, 5)}.png` })
    }
    await page.goto(paths.event(long))
    await choose(page)
    const chosen = page.locator('.ring-2')
    await expect(chosen).toHaveCSS('outline-style', 'solid')
  })
}
