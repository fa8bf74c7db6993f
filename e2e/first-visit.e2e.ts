import type { Page } from '@playwright/test'
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { openEvent } from './arrange.ts'
import { PHONE } from './people.ts'
import { firstScreenSize, visitorScreens } from '../scripts/landing-size.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

test('a visitor who opens the landing sees the name and an event, and opens it', async ({ page }) => {
  await page.goto(paths.home())
  await expect(page).toHaveTitle(new RegExp(brand.name))
  await expectAccessible(page)
  await page
    .locator(`a[href^="${paths.event('')}"]`)
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(paths.event('')))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('who only looks around is spared the program for use without network', async ({ page }) => {
  await page.goto(paths.home())
  await page.goto(paths.events())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0)
})

/** Where the first flyer of the page begins, in pixels under its top. */
const firstFlyer = (page: Page) =>
  page.locator(`main a[href^="${paths.event('')}"] >> nth=0`).evaluate((card) => card.getBoundingClientRect().top)

test.describe('before any script', () => {
  // Its scripts are held back; there is no such discount code.
  test.use({ ...PHONE, serviceWorkers: 'block', expected: /ERR_FAILED .*\.js\)$|discount-quote\)$/ })

  test('the landing has its nights, and an event a way to the checkout that keeps the codes of its link', async ({
    page,
  }) => {
    let isHeld = true
    await page.route(/\/assets\/.*\.js$/, (route) => (isHeld ? route.abort() : route.continue()))
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await page.goto(paths.home())
    await expect(page.locator(`main a[href^="${paths.event('')}"]`).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Tu cuenta' })).toBeVisible()
    // Styles are inside, and the font gives way to the program.
    expect(fetched.filter((path) => /\.(css|woff2)$/.test(path))).toEqual([])
    const types = [{ name: 'General', price: 20_000, capacity: 50 }]
    const event = await openEvent({ name: 'Noche sin guion', inHours: 30, types })
    await page.goto(`${paths.event(event.id)}?rrpp=sin-guion&codigo=LUNAR10`)
    await expect(page.getByText('$20.000 + $2.000 de servicio')).toBeVisible()
    const buy = page.getByRole('link', { name: 'Comprar', exact: true })
    await expect(buy).toBeInViewport()
    isHeld = false
    await buy.click()
    // One type: one of it is chosen.
    await expect(page.getByText('$22.000').first()).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Código de descuento' })).toHaveValue('LUNAR10')
    expect(await page.evaluate((key) => localStorage.getItem(key), `rrpp:${event.id}`)).toContain('sin-guion')
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  for (const [screen, address] of [
    ['the landing', paths.home()],
    ['the list', paths.events()],
  ] as const) {
    test(`what is looked for on ${screen} before the program is here is found, and the box keeps the focus`, async ({
      page,
    }) => {
      const arrive = Promise.withResolvers<void>()
      await page.route(/\/assets\/platform-/, async (route) => {
        await arrive.promise
        await route.continue()
      })
      await page.goto(address, { waitUntil: 'commit' })
      const box = page.getByRole('searchbox')
      await box.pressSequentially('sin ')
      arrive.resolve()
      // The program's own menu.
      await expect(page.getByRole('button', { name: 'Tu cuenta' })).toBeVisible()
      await expect(box).toBeFocused()
      await page.keyboard.press('End')
      await page.keyboard.type('nada parecido')
      await expect(box).toHaveValue('sin nada parecido')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/buscar=sin\+nada\+parecido|buscar=sin%20nada%20parecido/)
      await expect(page.getByText('Ningún evento').first()).toBeVisible()
      await expect(box).toHaveValue('sin nada parecido')
    })
  }
})

test.describe('the first screen shows a night', () => {
  for (const [width, height, atMost] of [
    [390, 844, 330],
    [1280, 900, 620],
  ] as const) {
    test(`at ${width} × ${height} the first flyer begins within ${atMost} px`, async ({ page }) => {
      await page.setViewportSize({ width, height })
      await page.goto(paths.home())
      await expect(page.getByRole('heading', { name: 'Lo que viene' })).toBeVisible()
      expect(await firstFlyer(page)).toBeLessThanOrEqual(atMost)
      await expect(page.getByRole('link', { name: 'Botón de Arrepentimiento' }).first()).toBeInViewport()
    })
  }
})

test('a phone shows thirteen events of the list within 3,000 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(paths.events())
  const cards = page.locator(`main a[href^="${paths.event('')}"]`)
  await expect(cards.nth(12)).toBeVisible()
  const last = await cards.nth(12).boundingBox()
  expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(3000)
})

// A field or a format that a screen does not show easily comes along with what screens share.
for (const screen of visitorScreens) {
  test(`what a phone loads for ${screen.name} stays small`, () => {
    expect(firstScreenSize(screen).kilobytes).toBeLessThanOrEqual(screen.atMost)
  })
}
