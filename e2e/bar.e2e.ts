/** A drink from the purchase to the bar: bought with a ticket on a phone, served once by its code, taken back, served again. */
import { paths } from '#contract/api/paths.ts'
import { createDrink } from '#contract/events/drinks-managed.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { call, enter, newPerson, openEvent, organizerToken } from './arrange.ts'
import { pay, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ ...PHONE, expected: /redeem/ })

test('a drink is bought with a ticket and had at the bar once', async ({ page, browser }) => {
  const types = [{ name: 'General', price: 18_000, capacity: 50 }]
  const event = await openEvent({ name: 'Noche con Bebidas', inHours: 3, types })
  const token = await organizerToken()
  for (const [name, price] of [
    ['Fernet con cola', 6000],
    ['Agua', 0],
  ] as const)
    await call(createDrink, { params: { id: event.id }, body: { name, price }, files: {} }, token)
  const buyer = await newPerson('Berta Sedienta')

  await enter(page, buyer)
  await page.goto(paths.buyTicket(event.id))
  // An only type begins at one.
  await page.getByRole('button', { name: 'Cambiar o sumar bebidas' }).click()
  await page.getByRole('button', { name: 'Agregar una: Fernet con cola' }).click()
  await page.getByRole('button', { name: 'Agregar una: Fernet con cola' }).click()
  await expect(page.getByText('2 × Fernet con cola')).toBeVisible()
  await expectAccessible(page)
  await pay(page)
  await page.goto(paths.clientDashboard())
  const onTicket = page.getByRole('list', { name: 'Bebidas' })
  await expect(onTicket.getByText('2 × Fernet con cola')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  const { tickets } = await call(getMyTickets, { query: {} }, buyer.token)

  const phone = await browser.newPage(PHONE)
  await enter(phone, 'organizer')
  await phone.goto(`${paths.scanner()}?evento=${event.id}`)
  await phone.getByRole('button', { name: 'Barra' }).click()
  await phone.getByRole('button', { name: 'Escribir el número' }).first().click()
  await phone.getByLabel('N.º de la entrada').fill(tickets[0]?.number ?? '')
  await phone.getByRole('button', { name: 'Validar' }).click()
  const serve = phone.getByRole('button', { name: 'Entregar Fernet con cola' })
  await expect(serve).toHaveCount(2)
  await expectAccessible(phone)
  await serve.first().click()
  await phone.getByRole('button', { name: 'Deshacer la entrega de Fernet con cola' }).click()
  await expect(serve).toHaveCount(2)
  await serve.first().click()
  await expect(serve).toHaveCount(1)
  await expect(phone.getByText(/Entregada/)).toBeVisible()

  await page.reload()
  await expect(onTicket.getByText('quedan 1')).toBeVisible()

  // One more from the bar itself, for the ticket that is at hand.
  await page.getByRole('button', { name: 'Sumar bebidas' }).click()
  const menu = page.getByRole('dialog', { name: 'Sumar bebidas' })
  await menu.getByRole('button', { name: 'Agregar una: Fernet con cola' }).click()
  await expectAccessible(page)
  await menu.getByRole('button', { name: /^Pagar \$.* con Mercado Pago$/ }).click()
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByRole('heading', { name: '¡Listo! Ya tenés tus bebidas' })).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ver mis entradas' }).click()
  await expect(onTicket.getByText('3 × Fernet con cola')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Sumar bebidas' }).click()
  await menu.getByRole('button', { name: 'Agregar una: Agua' }).click()
  await menu.getByRole('button', { name: 'Sumar sin costo' }).click()
  await expect(onTicket.getByText('1 × Agua')).toBeVisible()
  await phone.goto(`${paths.scanner()}?evento=${event.id}`)
  await phone.getByRole('button', { name: 'Barra' }).click()
  await phone.getByRole('button', { name: 'Escribir el número' }).first().click()
  await phone.getByLabel('N.º de la entrada').fill(tickets[0]?.number ?? '')
  await phone.getByRole('button', { name: 'Validar' }).click()
  await expect(serve).toHaveCount(2)
  await serve.last().click()
  await expect(serve).toHaveCount(1)
  await phone.close()
})
