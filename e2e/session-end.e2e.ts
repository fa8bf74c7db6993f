/** A session that ends in the middle of a purchase costs a sign-in and nothing more. */
import { getProfile, logout } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'
import { call, newPerson, openEvent, send } from './arrange.ts'
import { fillSignIn, pay, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ ...PHONE, serviceWorkers: 'allow', expected: /status of 401/ })

test('what was chosen waits while the person signs in again', async ({ page }) => {
  const person = await newPerson('Delfina Vuelve')
  const event = await openEvent({
    name: 'Dos Horas Después',
    types: [
      { name: 'General', price: 10_000, capacity: 50 },
      { name: 'Palco', price: 20_000, capacity: 10 },
    ],
  })
  await page.goto(paths.login())
  await fillSignIn(page, person)
  await page.goto(paths.event(event.id))
  await page.getByRole('button', { name: 'Agregar una: General' }).click()
  await page.getByRole('button', { name: 'Agregar una: General' }).click()
  await page.getByRole('button', { name: 'Agregar una: Palco' }).click()
  await expectAccessible(page)
  const asked = page.waitForRequest((request) => request.headers()['authorization'] !== undefined)
  await page.getByRole('button', { name: 'Comprar' }).click()
  await expect(page.getByText('2 × General')).toBeVisible()
  await expect(page.getByText(person.name)).toBeVisible()
  const token = ((await (await asked).headerValue('authorization')) ?? '').replace('Bearer ', '')

  // Ended elsewhere; every process knows within five seconds.
  await call(logout, {}, token)
  await expect.poll(async () => (await send(getProfile, {}, token)).status, { timeout: 8000 }).toBe(401)
  await page.getByRole('button', { name: 'Pagar con Mercado Pago' }).click()
  const modal = page.getByRole('alertdialog', { name: 'Sesión Expirada' })
  await expect(modal).toBeVisible()
  await expect(modal.getByText('Tu sesión expiró, vuelve a iniciar')).toBeVisible()
  await expectAccessible(page)
  await modal.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page).toHaveURL(new RegExp(paths.login()))

  await fillSignIn(page, person)
  await expect(page).toHaveURL(new RegExp(`/buy-ticket\\?eventId=${event.id}`))
  await expect(page.getByText('2 × General')).toBeVisible()
  await expect(page.getByText('1 × Palco')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '$44.000' })).toBeVisible()
  await expectAccessible(page)
  await pay(page)
  await page.getByRole('link', { name: 'Ver mis entradas' }).click()
  await expect(page.getByRole('img', { name: /Código QR/ })).toHaveCount(3)
})
