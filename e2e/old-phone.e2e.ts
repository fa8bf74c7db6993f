/** The oldest browsers that are supported (rule R16.16): Chromium without all that came after the floor, and the notice below it. */
import type { BrowserContext, Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { createDrink } from '#contract/events/drinks-managed.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { FLOOR_CONDITIONS } from '../scripts/browser-floor.ts'
import { scriptFeatures } from '../scripts/newer-features.ts'
import { call, enter, newPerson, openEvent, organizerToken, take } from './arrange.ts'
import { withCamera } from './camera.ts'
import { choosePlaces, fillSignIn, pay, PHONE, register, uniqueDigits } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ ...PHONE, expected: /scan-qr/ })

/** `[owner, member or null, isStatic or null]` of all that some engine lacks at the floor. */
const NEWER = scriptFeatures()
  .filter(({ lackedBy }) => lackedBy.length > 0)
  .map(({ owner, member, isStatic }) => [owner, member ?? null, isStatic ?? null])

/** Runs in each page before its scripts. As text: what runs in the browser is no part of this program. */
const FORGET = `{
  const isOf = (object, name) => object != null && Object.hasOwn(object, name)
  const forget = (object, name) => isOf(object, name) && Reflect.deleteProperty(object, name)
  for (const [owner, member, isStatic] of ${JSON.stringify(NEWER)}) {
    const holder = owner === 'Window' || owner === 'globals' ? globalThis : (globalThis[owner] ?? Intl[owner])
    if (member === null || holder == null) continue
    if (isStatic !== false || holder === globalThis) forget(holder, member)
    if (isStatic !== true) forget(holder.prototype, member)
  }
  for (const [owner, member] of ${JSON.stringify(NEWER)}) if (member === null) forget(globalThis, owner) || forget(Intl, owner)
}`

const age = (target: Page | BrowserContext) => target.addInitScript(FORGET)

test.beforeEach(({ context }) => age(context))

/** What is gone, so that the journeys are known to be about something. */
const GONE = `[
  'Map.groupBy', 'URL.canParse', 'AbortSignal.any', 'Promise.withResolvers', 'Array.prototype.toSorted', 'Set.prototype.union',
  'URLSearchParams.prototype.size', 'HTMLElement.prototype.showPopover', 'Intl.Segmenter', 'Iterator.prototype.map', 'navigator.wakeLock',
].filter((path) => path.split('.').reduce((object, name) => object != null && name in Object(object) ? object[name] ?? true : undefined, globalThis) !== undefined)`

test('a buyer signs in on the way to the wallet, pays for a ticket with a drink and sees both', async ({ page }) => {
  const person = await newPerson('Irma Teléfono')
  const event = await openEvent({ name: 'Teléfono Viejo', types: [{ name: 'General', price: 10_000, capacity: 20 }] })
  const drink = { params: { id: event.id }, body: { name: 'Fernet', price: 6000 }, files: {} }
  await call(createDrink, drink, await organizerToken())
  await page.goto(paths.clientDashboard())
  expect(await page.evaluate<string[]>(GONE)).toEqual([])
  await expect(page).toHaveURL(new RegExp(paths.login()))
  await fillSignIn(page, person)
  await expect(page).toHaveURL(new RegExp(paths.clientDashboard()))
  await page.goto(paths.buyTicket(event.id))
  await page.getByRole('button', { name: 'Cambiar o sumar bebidas' }).click()
  await page.getByRole('button', { name: 'Agregar una: Fernet' }).click()
  await pay(page)
  await expect(page.getByRole('img', { name: /Código QR/ })).toBeVisible()
  await page.getByRole('link', { name: 'Ver mis entradas' }).click()
  await expect(page.getByRole('list', { name: 'Bebidas' }).getByText('1 × Fernet')).toBeVisible({ timeout: 20_000 })
})

test('a newcomer registers, and another pays without an account', async ({ page, browser }) => {
  await page.goto(paths.register())
  await register(page)
  await expect(page).not.toHaveURL(new RegExp(paths.register()))

  const event = await openEvent({ name: 'Sin Cuenta Viejo', types: [{ name: 'General', price: 9000, capacity: 20 }] })
  const guest = await browser.newPage(PHONE)
  await age(guest)
  await choosePlaces(guest, event.id)
  const digits = uniqueDigits()
  await guest.getByRole('textbox', { name: 'WhatsApp' }).fill(`341 5${digits}`)
  await guest.getByRole('textbox', { name: 'Nombre y apellido' }).fill('Sol Paz')
  await guest.getByRole('textbox', { name: 'Email' }).fill(`sol.${digits}@peña-vieja.example`)
  await pay(guest)
  await expect(guest.getByRole('img', { name: /Código QR/ })).toBeVisible()
  await guest.close()
})

test('the door reads a code with the camera', async () => {
  const person = await newPerson('Ciro Equivocado')
  const types = [{ name: 'Libre', price: 0, capacity: 5 }]
  await take(person, await openEvent({ name: 'Otra Puerta Vieja', types }), 'Libre')
  const { tickets } = await call(getMyTickets, { query: {} }, person.token)
  await withCamera([tickets[0]?.code ?? null], async (page) => {
    await age(page)
    await enter(page, 'scanner')
    await page.getByRole('button', { name: /Noche de Neón/ }).click()
    await expect(page.getByRole('button', { name: /^OTRO EVENTO/ })).toBeVisible({ timeout: 30_000 })
  })
})

test('a desk lists, selects and makes a code', async ({ browser }) => {
  const event = await openEvent({ name: 'Mesa Vieja', types: [{ name: 'General', price: 9000, capacity: 20 }] })
  const desk = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await age(desk)
  await enter(desk, 'organizer')
  await expect(desk.getByRole('navigation', { name: 'Organizador' })).toBeVisible()
  await desk.goto(paths.eventDiscounts(event.id))
  await desk.getByRole('button', { name: 'Crear código' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Crear código de descuento' })
  await dialog.getByLabel('Código').fill('viejo-20')
  await dialog.getByLabel('Porcentaje', { exact: true }).fill('20')
  await dialog.getByRole('button', { name: 'Crear código' }).click()
  await expect(desk.getByRole('row', { name: /viejo-20/ })).toBeVisible()
  await desk.close()
})

test('below the floor a notice stands in place of the program, and from it on nobody sees it', async ({ page }) => {
  const notice = page.getByRole('heading', { name: 'Tu navegador es viejo' })
  await page.goto(paths.home())
  await expect(page.getByRole('main')).toBeVisible()
  await expect(notice).toBeHidden()
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const old = FLOOR_CONDITIONS.reduce(
      (text, { condition }) => text.replace(condition, '(height: 1unknown)'),
      await response.text(),
    )
    await route.fulfill({ response, body: old })
  })
  await page.reload()
  await expect(notice).toBeVisible()
  await expect(page.locator('#root')).toBeHidden()
  await expectAccessible(page)
})
