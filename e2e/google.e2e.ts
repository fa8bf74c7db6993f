/** Sign-in with Google in a real browser, through the product's one port: first entry, completion, purchase; linking; step back. */
import type { Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { DEMO_PASSWORD } from '#server/demo/sign-ins.ts'
import { openEvent } from './arrange.ts'
import { choosePlaces, PHONE, uniqueDigits } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

// Refusals that the journeys ask for: an incomplete profile, a mail that has an account, a wrong password.
test.use({ serviceWorkers: 'allow', expected: /status of (422|409|401|403)/ })

async function toGoogle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continuar con Google' }).click()
  await expect(page.getByRole('heading', { name: 'Elegí una cuenta' })).toBeVisible()
  await expect(page).toHaveURL(/\/simulador\/google\//)
}

async function writeAccount(page: Page, name: string, mail: string): Promise<void> {
  await page.getByLabel('Nombre').fill(name)
  await page.getByLabel('Email').fill(mail)
  await page.getByRole('button', { name: 'Siguiente' }).click()
}

test('a newcomer enters with Google, skips the questions, chooses a ticket and is asked for the phone then', async ({
  browser,
}) => {
  test.slow()
  const digits = uniqueDigits()
  const event = await openEvent({ name: 'Con Google', types: [{ name: 'General', price: 10_000, capacity: 20 }] })
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await choosePlaces(page, event.id)
  await expect(page.getByRole('button', { name: 'Continuar con Google' })).toBeVisible()
  await expectAccessible(page)
  await toGoogle(page)
  await expectAccessible(page)
  await writeAccount(page, 'Lucía Mansilla', `lucia.${digits}@gmail.com`)

  await expect(page.getByRole('heading', { name: 'Hola, Lucía.' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Completar más tarde' }).click()

  await expect(page).toHaveURL(/\/buy-ticket\?/)
  await page.getByRole('button', { name: 'Pagar con Mercado Pago' }).click()
  const dialog = page.getByRole('dialog', { name: 'Antes de pagar' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar y seguir' }).click()
  await expect(dialog.getByText('El teléfono es obligatorio')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Teléfono' }).fill(`+54 9 341 4${digits}`)
  await dialog.getByRole('button', { name: 'Guardar y seguir' }).click()
  // The purchase goes on by itself, to the provider's page.
  await expect(page).toHaveURL(/\/simulador\/mercado-pago\//, { timeout: 20_000 })
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByText(/Ya tenés tus? entradas?/)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: 'Ver mis entradas' }).click()
  await expect(page.getByRole('img', { name: /Código QR/ })).toHaveCount(1)
  await context.close()
})

test('a mail that has an account asks for its password, and leads in from then on', async ({ page }) => {
  await page.goto(paths.login())
  await toGoogle(page)
  await page.getByRole('button', { name: /Camila Ferreyra/ }).click()
  await expect(page.getByRole('heading', { name: 'Ya tenés cuenta.' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Contraseña', { exact: true }).fill('no es esta clave')
  await page.getByRole('button', { name: 'Vincular e ingresar' }).click()
  await expect(page.getByText('Credenciales incorrectas')).toBeVisible()
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Vincular e ingresar' }).click()
  await expect(page).toHaveURL(new RegExp(`${paths.home()}$`))

  await page.getByRole('button', { name: /cuenta/i }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL(new RegExp(paths.login()))
  await toGoogle(page)
  await page.getByRole('button', { name: /Camila Ferreyra/ }).click()
  await expect(page).toHaveURL(new RegExp(`${paths.home()}$`))
})

test('what asks for the password once more asks who has none for a fresh sign-in, in another window', async ({
  page,
}) => {
  const mail = `tobias.${uniqueDigits()}@gmail.com`
  await page.goto(paths.login())
  await toGoogle(page)
  await writeAccount(page, 'Tobías Arrieta', mail)
  await page.getByRole('button', { name: 'Completar más tarde' }).click()
  await expect(page).toHaveURL(new RegExp(`${paths.home()}$`))

  // As if fifteen minutes had passed: the next call needs a step-up.
  const profile = '**/api/v1/user/profile'
  await page.route(profile, (route) => route.fulfill({ status: 403, json: { code: 'step_up_required', message: '' } }))
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Confirmá que sos vos' })
  await expect(dialog).toBeVisible()
  // It is confirmed below; an answer that was on its way before the reload was another's.
  await page.unroute(profile)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Confirmar con Google' }).click(),
  ])
  await expectAccessible(page)
  await popup.getByRole('button', { name: /Camila Ferreyra/ }).click()
  await expect(dialog.getByText('Esa no es la cuenta de Google con la que ingresaste.')).toBeVisible()
  const [again] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Confirmar con Google' }).click(),
  ])
  await expect(again.getByRole('heading', { name: 'Confirmá que sos vos' })).toBeVisible()
  await again.getByRole('button', { name: mail }).click()
  await expect(dialog).toBeHidden()
})

test('what goes wrong is said, and the way back is open', async ({ page }) => {
  await page.goto(paths.login())
  await toGoogle(page)
  await page.getByRole('button', { name: /Nadia Verón/ }).click()
  await expect(page.getByText('El email de Google no está verificado')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Volver a ingresar' }).click()
  await toGoogle(page)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Cancelaste el ingreso con Google.')).toBeVisible()
})
