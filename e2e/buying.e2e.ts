/** Everything that may come between choosing and having a ticket: a refused card, waiting, the clock, a nervous finger. */
import type { Page } from '@playwright/test'
import { getOrders } from '#contract/sales/checkout.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { paths } from '#contract/api/paths.ts'
import { call, enter, inDatabase, newPerson, openEvent, type Person, take } from './arrange.ts'
import { choosePlaces, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.describe.configure({ mode: 'parallel' })
test.use(PHONE)

/** Selects one ticket and goes to the pay button; session-end.e2e.ts tests both screens in detail. */
async function choose(page: Page, person: Person, event: ManagedEvent, type = 'General'): Promise<void> {
  await enter(page, person)
  await choosePlaces(page, event.id, { type })
  await expect(page.getByText(`1 × ${type}`)).toBeVisible()
}

const general = (capacity: number) => [{ name: 'General', price: 10_000, capacity }]
const pay = (page: Page) => page.getByRole('button', { name: 'Pagar con Mercado Pago' })
const payAtProvider = (page: Page) => page.getByRole('button', { name: /^Pagar \$/ })

/** Another ending of the simulated checkout. */
async function endOtherwise(page: Page): Promise<void> {
  await expect(payAtProvider(page)).toBeVisible()
  await page.getByText('Probar otro final').click()
}

/** The grace in which the provider may still report a payment. */
async function holdEnds(person: Person, event: ManagedEvent): Promise<void> {
  const rows = await inDatabase(
    `update orders set held_until = app_now() - interval '2 minutes'
      where event_id = $1 and buyer_id = (select id from users where phone = $2) returning id`,
    [event.id, person.phone],
  )
  expect(rows).toHaveLength(1)
}

async function hasTickets(page: Page, many: number, words: RegExp = /Ya tenés tus? entradas?/): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: words })).toBeFocused({ timeout: 20_000 })
  await expect(page.getByRole('img', { name: /Código QR/ })).toHaveCount(many)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ver mis entradas' }).click()
  await expect(page.getByRole('img', { name: /Código QR/ })).toHaveCount(many)
}

test('a refused card shows its reason, and the second try pays', async ({ page }) => {
  const person = await newPerson('Tiziana Insiste')
  await choose(page, person, await openEvent({ name: 'Segundo Intento', types: general(20) }))
  await pay(page).click()
  await endOtherwise(page)
  await page.getByRole('button', { name: 'Rechazar el pago' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'El pago no se aprobó' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/Tu reserva te espera/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Probar de nuevo' }).click()
  await payAtProvider(page).click()
  await hasTickets(page, 1)
})

test('a payment in review waits without lying, and becomes a ticket by itself', async ({ page }) => {
  const person = await newPerson('Ulises Espera')
  const event = await openEvent({ name: 'En Revisión', acceptsCash: true, types: general(20) })
  await choose(page, person, event)
  await pay(page).click()
  await endOtherwise(page)
  await page.getByLabel('Segundos hasta que se acredita').fill('6')
  await page.getByRole('button', { name: 'Pagar tarde' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Estamos esperando tu pago' })).toBeVisible()
  await expectAccessible(page)
  // The screen asks by itself.
  await hasTickets(page, 1)
})

/** In the page: puts each text into two `<font>` elements as it appears, as Google's translator does while the page lives. */
const TRANSLATES = `(() => {
  const wrap = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode
      if (data.trim() && parentElement && !parentElement.closest('font, script, style, option, [translate=no]')) texts.push(walker.currentNode)
    }
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      text.parentNode.replaceChild(outer, text)
      inner.append(text)
      outer.append(inner)
    }
  }
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(wrap).observe(document.body, { childList: true, subtree: true, characterData: true })
    wrap()
  })
})()`

test('a page that the browser translates sells as well', async ({ page }) => {
  await page.addInitScript({ content: TRANSLATES })
  const person = await newPerson('Thomas Traduce')
  const event = await openEvent({ name: 'En Otro Idioma', types: general(20) })
  await enter(page, person)
  await choosePlaces(page, event.id, { quantity: 2 })
  await expect(page.getByText('2 × General')).toBeVisible()
  await page.getByRole('button', { name: 'Cambiar' }).click()
  await page.getByRole('button', { name: 'Agregar una: General' }).click()
  await page.getByRole('button', { name: 'Quitar una: General' }).click()
  await pay(page).click()
  await payAtProvider(page).click()
  await hasTickets(page, 2)
})

test('a free ticket asks for no payment', async ({ page }) => {
  const person = await newPerson('Nina Gratis')
  const event = await openEvent({ name: 'Sin Cargo', types: [{ name: 'Libre', price: 0, capacity: 20 }] })
  await choose(page, person, event, 'Libre')
  await expect(page.getByText('Gratis').first()).toBeVisible()
  await expect(pay(page)).toBeHidden()
  await page.getByRole('button', { name: 'Reservar' }).click()
  await expect(page).toHaveURL(
    new RegExp(paths.payResult('success', { platform: 'web', eventId: event.id, order: '' }).split('?')[0] ?? ''),
  )
  await hasTickets(page, 1, /Reservaste tu entrada$/)
})

test('a hold that ends at the provider says so, and its place is for sale again', async ({ page }) => {
  const person = await newPerson('Ramiro Distraído')
  const event = await openEvent({ name: 'Se Pasó la Hora', types: general(1) })
  await choose(page, person, event)
  await pay(page).click()
  await expect(payAtProvider(page)).toBeVisible()
  await holdEnds(person, event)
  await page.getByRole('button', { name: 'Volver sin pagar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'La reserva venció' })).toBeVisible()
  await expect(page.getByText('No se cobró nada.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Elegir de nuevo' }).click()
  await expect(page).toHaveURL(new RegExp(paths.event('')))
  // The place comes back within seconds, and what was chosen is still chosen.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Quitar una: General' })).toBeEnabled({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Comprar' }).click()
  await expect(page.getByText('Tenés lugares reservados')).toBeHidden()
  await pay(page).click()
  await payAtProvider(page).click()
  await hasTickets(page, 1)
})

test('a payment after the hold, with the place sold, is refunded', async ({ page }) => {
  const person = await newPerson('Simón Tarde')
  const event = await openEvent({ name: 'Última Entrada', types: general(1) })
  await choose(page, person, event)
  await pay(page).click()
  await expect(payAtProvider(page)).toBeVisible()
  await holdEnds(person, event)
  const faster = await newPerson('Ambar Primera')
  // A «no» may be half a second old.
  await expect(async () => {
    await take(faster, event, 'General')
  }).toPass()
  await payAtProvider(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'La reserva venció' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/ya no había lugar para esta compra: te devolvemos el dinero/)).toBeVisible()
  await expectAccessible(page)
})

test('a double click on the button makes one order', async ({ page }) => {
  const person = await newPerson('Zoe Doble')
  const event = await openEvent({ name: 'Un Solo Pedido', types: general(20) })
  await choose(page, person, event)
  await pay(page).dblclick()
  await payAtProvider(page).click()
  await hasTickets(page, 1)
  const { orders } = await call(getOrders, { query: {} }, person.token)
  expect(orders.map(({ state }) => state)).toEqual(['paid'])
})

test('what is sold out says so and cannot be chosen', async ({ page }) => {
  const event = await openEvent({
    name: 'No Queda Nada',
    types: [
      { name: 'General', price: 0, capacity: 1 },
      { name: 'Palco', price: 5000, capacity: 5 },
    ],
  })
  await page.goto(paths.event(event.id))
  await page.getByRole('button', { name: 'Agregar una: General' }).click()
  await take(await newPerson('Abril Rápida'), event, 'General')
  // The event sells out while the page is open; the checkout shows it.
  await page.getByRole('button', { name: 'Reservar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Tu (compra|reserva)/ })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Agotada')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 15_000 })
  await expectAccessible(page)
  await page.goto(paths.event(event.id))
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'General' }) })
  await expect(row.getByText('Agotada')).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Agregar una: Palco' })).toBeEnabled()
  await expectAccessible(page)
})

test.describe('too late', () => {
  test.use({ expected: /status of 409/ })

  test('selling out between choosing and paying shows at the button', async ({ page }) => {
    const person = await newPerson('Lola Lenta')
    const event = await openEvent({ name: 'Se Fue la Última', types: general(1) })
    await choose(page, person, event)
    await take(await newPerson('Ian Rápido'), event, 'General')
    await pay(page).click()
    await expect(page.getByText('No quedan entradas suficientes de ese tipo')).toBeVisible()
    await expect(page.getByText('Agotada')).toBeVisible()
    await expect(pay(page)).toBeDisabled()
    await expectAccessible(page)
  })
})
