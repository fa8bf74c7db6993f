/** What is held is the account's, on any of its devices; and what is bought is the ticket. */
import type { Browser, Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { call, enter, guestOrder, newPerson, openEvent, type Person, take } from './arrange.ts'
import { choosePlaces, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createGuestPurchase } from '#contract/sales/checkout-guest.ts'
import { getOrders } from '#contract/sales/checkout.ts'

test.describe.configure({ mode: 'parallel' })
test.use(PHONE)

const general = (price: number, capacity = 20) => [{ name: 'General', price, capacity }]
const bar = (page: Page) => page.getByRole('region', { name: 'Compra sin terminar' })

/** Another device of the same person. */
async function elsewhere(browser: Browser, person: Person, look: object = PHONE): Promise<Page> {
  const page = await (await browser.newContext(look)).newPage()
  await enter(page, person)
  return page
}

test('a hold is seen, paid on and given up on another device', async ({ page, browser }) => {
  test.slow()
  const person = await newPerson('Dana Aparatos')
  const [first, second] = [
    await openEvent({ name: 'En Dos Aparatos', types: general(10_000, 4) }),
    await openEvent({ name: 'En Uno Solo', types: general(10_000, 1) }),
  ]
  await enter(page, person)
  await choosePlaces(page, first.id)
  await page.getByRole('button', { name: 'Pagar con Mercado Pago' }).click()
  await expect(page.getByRole('button', { name: /^Pagar \$/ })).toBeVisible()

  const other = await elsewhere(browser, person, { viewport: { width: 1280, height: 800 } })
  await other.goto(paths.events())
  await expect(bar(other)).toContainText('En Dos Aparatos')
  await expect(bar(other)).toContainText(/1[0-4]:\d\d/)
  await expectAccessible(other)
  // What is under the bar begins below it.
  const { y = 0 } = (await other.getByRole('heading', { level: 1 }).boundingBox()) ?? {}
  const strip = await bar(other).boundingBox()
  expect(y).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0))
  await bar(other).getByRole('button', { name: 'Seguir pagando' }).click()
  await expect(other.getByRole('button', { name: /^Pagar \$/ })).toBeVisible()

  // A third one follows what happens on the first.
  const third = await elsewhere(browser, person)
  await third.goto(paths.clientDashboard())
  await expect(bar(third)).toBeVisible()
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByText(/Ya tenés tus? entradas?/)).toBeVisible({ timeout: 30_000 })
  await expect(bar(third)).toBeHidden({ timeout: 20_000 })

  // Given up there, its place is another's at once.
  await take(person, second, 'General')
  await third.goto(paths.events())
  await bar(third).getByRole('button', { name: 'Soltar la reserva' }).click()
  await expect(third.getByText('Soltaste la reserva')).toBeVisible()
  await expect(bar(third)).toBeHidden()
  const faster = await newPerson('Eva Después')
  await expect(async () => {
    await take(faster, second, 'General')
  }).toPass()
  const { orders } = await call(getOrders, { query: {} }, person.token)
  expect(orders.map(({ state }) => state)).toEqual(['cancelled', 'paid'])
  await Promise.all([other.context().close(), third.context().close()])
})

test('without a session the device that holds says so on every page', async ({ page }) => {
  const event = await openEvent({ name: 'Sin Sesión', types: general(10_000) })
  const [publicId = '', token = ''] = (await guestOrder(event.id)).split('#token=')
  await page.goto(paths.home())
  await page.evaluate((kept) => localStorage.setItem('reserva-sin-cuenta', kept), JSON.stringify({ publicId, token }))
  await page.goto(paths.events())
  await expect(bar(page)).toContainText('Sin Sesión')
  await expectAccessible(page)
  await bar(page).getByRole('link', { name: 'Seguir pagando' }).click()
  await expect(page.getByRole('button', { name: /^Pagar \$/ })).toBeVisible()
  await page.goto(paths.events())
  await bar(page).getByRole('button', { name: 'Soltar la reserva' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Soltar' }).click()
  await expect(bar(page)).toBeHidden()
  await page.goto(`${paths.guestOrder(publicId)}#token=${token}`)
  await expect(page.getByText(/La compra se canceló/)).toBeVisible()
})

test('a press before the form is here is gone once the device finds what it holds', async ({ page }) => {
  const event = await openEvent({ name: 'Apurada', types: general(10_000) })
  const [publicId = '', token = ''] = (await guestOrder(event.id)).split('#token=')
  await page.goto(paths.home())
  await page.evaluate((kept) => localStorage.setItem('reserva-sin-cuenta', kept), JSON.stringify({ publicId, token }))
  const arrive = { hold: Promise.withResolvers<void>(), form: Promise.withResolvers<void>() }
  const bought: string[] = []
  await page.route(`**${createGuestPurchase.path}**`, async (route) => {
    if (route.request().method() === 'POST') bought.push(route.request().postData() ?? '')
    else await arrive.hold.promise
    await route.continue()
  })
  await page.route(/\/assets\/GuestForm-/, async (route) => {
    await arrive.form.promise
    await route.continue()
  })
  await page.goto(paths.buyTicket(event.id))
  const payNew = page.getByRole('button', { name: 'Pagar con Mercado Pago' })
  await page.getByLabel('WhatsApp').fill('341 5550188')
  await page.getByLabel('Nombre y apellido').fill('Ana Apurada')
  await page.getByLabel('Email').fill('ana.apurada@previa.example')
  await payNew.click()
  await expect(payNew).toHaveAttribute('aria-busy', 'true')
  arrive.hold.resolve()
  await page.getByRole('button', { name: 'Comprar otra cosa' }).click()
  await expect(payNew).not.toHaveAttribute('aria-busy')
  arrive.form.resolve()
  await expect(page.getByRole('link', { name: 'Ya tengo cuenta' })).toBeVisible()
  await expect(page.getByLabel('Nombre y apellido')).toHaveValue('Ana Apurada')
  await page.waitForLoadState('networkidle')
  expect(bought).toEqual([])
})

test('back from the provider what is held is the one thing to pay', async ({ page }) => {
  const person = await newPerson('Vera Vuelve')
  const event = await openEvent({ name: 'Con La Flecha', types: general(10_000) })
  await enter(page, person)
  await choosePlaces(page, event.id)
  const payNew = page.getByRole('button', { name: 'Pagar con Mercado Pago' })
  await payNew.click()
  await expect(page.getByRole('button', { name: /^Pagar \$/ })).toBeVisible()
  await page.goBack()
  const goOn = page.getByRole('button', { name: 'Seguir pagando' })
  await expect(goOn).toBeInViewport({ ratio: 1 })
  await expect(payNew).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Comprar otra cosa' }).click()
  await expect(payNew).toBeVisible()
  await page.reload()
  await goOn.click()
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByText(/Ya tenés tus? entradas?/)).toBeVisible({ timeout: 30_000 })
})

test('two tickets are there at once; one is passed on, and the other found later', async ({ page }) => {
  const giver = await newPerson('Gina Amiga')
  const friend = await newPerson('Fabián Amigo')
  const event = await openEvent({ name: 'De a Dos', types: general(10_000) })
  await enter(page, giver)
  await choosePlaces(page, event.id, { quantity: 2 })
  await page.getByRole('button', { name: 'Pagar con Mercado Pago' }).click()
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  const heading = page.getByRole('heading', { level: 1, name: /Ya tenés tus entradas/ })
  await expect(heading).toBeFocused({ timeout: 30_000 })
  const codes = page.getByRole('img', { name: /^Código QR de la entrada/ })
  await expect(codes).toHaveCount(2)
  await expect(codes.first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Pasale la otra a…' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/^Las mandamos a persona-\d+@\S+ y a tu WhatsApp\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pasale la otra a…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Teléfono de la persona' }).fill(friend.phone)
  await dialog.getByRole('button', { name: 'Buscar' }).click()
  await dialog.getByRole('button', { name: 'Transferir la entrada' }).click()
  await expect(dialog.getByText('La entrada ahora es de Fabián A.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Entendido' }).click()
  await expect(codes).toHaveCount(1)
  await expect(page.getByRole('button', { name: /Pasale/ })).toBeHidden()
  await page.goto(paths.home())
  await page.goto(paths.clientDashboard())
  await expect(codes).toHaveCount(1)
})
