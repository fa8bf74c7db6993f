/** From the landing to the ticket without an account, and what it takes: taps and fields, counted. */
import type { Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { enter, newPerson, openEvent } from './arrange.ts'
import { mailedLink } from './inbox.ts'
import { countEffort, PHONE, uniqueDigits } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use(PHONE)

const pay = (page: Page) => page.getByRole('button', { name: 'Pagar con Mercado Pago' })

/** From the landing to the event's checkout; gives the count of what it took. */
async function fromLanding(page: Page, name: string) {
  // Other journeys fill the list at the same time.
  await page.goto(`${paths.events()}?buscar=${encodeURIComponent(name)}`)
  const effort = await countEffort(page)
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('button', { name: 'Comprar' }).click()
  await expect(page.getByText('1 × General')).toBeVisible()
  return effort
}

test('a new buyer pays with three fields, sees the ticket, and makes the account from the mail', async ({ page }) => {
  const digits = uniqueDigits()
  const name = `Sin Cuenta ${digits}`
  const mail = `sol.${digits}@previa.example`
  await openEvent({ name, types: [{ name: 'General', price: 10_000, capacity: 50 }] })
  const effort = await fromLanding(page, name)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'WhatsApp' }).fill(`341 5${digits}`)
  await page.getByRole('textbox', { name: 'Nombre y apellido' }).fill('Sol Paz')
  await page.getByRole('textbox', { name: 'Email' }).fill(mail)
  const { taps, fields } = await effort()
  expect([taps + 1, fields]).toEqual([3, 3])
  // Nothing that must be read is under the bar.
  const last = page.getByRole('link', { name: 'Ya tengo cuenta' })
  await last.scrollIntoViewIfNeeded()
  await last.click({ trial: true })
  await pay(page).click()
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByText('Ya tenés tus entradas')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('img', { name: /Código QR/ })).toHaveCount(1)
  await expect(page.getByText(`La mandamos a sol.${digits}@… y a tu WhatsApp.`)).toBeVisible()
  await expectAccessible(page)

  // The mail's link makes the account, on any device.
  await page.goto(await mailedLink(mail))
  await page.getByLabel('Contraseña', { exact: true }).fill('una-clave-bien-larga')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: /Activar/ }).click()
  await expect(page.getByText(/activada/i).first()).toBeVisible()
  await page.goto(paths.clientDashboard())
  await expect(page.getByRole('img', { name: /Código QR/ })).toHaveCount(1)
})

test('the second time on the same device nothing is typed', async ({ page }) => {
  const digits = uniqueDigits()
  const name = `Otra Vez ${digits}`
  await openEvent({ name, types: [{ name: 'General', price: 10_000, capacity: 50 }] })
  await page.addInitScript(
    (kept) => localStorage.setItem('compra-sin-cuenta', kept),
    JSON.stringify({
      name: 'Sol Paz',
      phone: `+5493415${digits}`,
      mail: `sol.${digits}@previa.example`,
    }),
  )
  const effort = await fromLanding(page, name)
  const { taps, fields } = await effort()
  expect([taps + 1, fields]).toEqual([3, 0])
  await pay(page).click()
  await expect(page.getByRole('button', { name: /^Pagar \$/ })).toBeVisible({ timeout: 20_000 })
})

test('who has a session taps three times and types nothing', async ({ page }) => {
  const digits = uniqueDigits()
  const name = `Con Sesión ${digits}`
  await openEvent({ name, types: [{ name: 'General', price: 10_000, capacity: 50 }] })
  await enter(page, await newPerson('Vera Vuelve'))
  const effort = await fromLanding(page, name)
  const { taps, fields } = await effort()
  expect([taps + 1, fields]).toEqual([3, 0])
  await pay(page).click()
  await expect(page.getByRole('button', { name: /^Pagar \$/ })).toBeVisible({ timeout: 20_000 })
})

test('what was chosen is changed on the checkout itself', async ({ page }) => {
  const digits = uniqueDigits()
  const name = `Cambiar ${digits}`
  await openEvent({ name, types: [{ name: 'General', price: 10_000, capacity: 50 }] })
  await fromLanding(page, name)
  await page.getByRole('button', { name: 'Cambiar' }).click()
  await page.getByRole('button', { name: 'Agregar una: General' }).click()
  await expect(page.getByText('2 × General')).toBeVisible()
  await expectAccessible(page)
})
