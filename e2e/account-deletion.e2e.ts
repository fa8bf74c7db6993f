/** A user downloads their data and requests deletion; legal approves, and signing in no longer works. */
import { readFile } from 'node:fs/promises'
import { paths } from '#contract/api/paths.ts'
import { call, enter, newPerson, openEvent, take } from './arrange.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { expectMessage } from './inbox.ts'
import { PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

// Step-up, the session that ends with the account, and the sign-in that is refused after it answer with a status.
test.use({ serviceWorkers: 'allow', expected: /status of 40[13]/ })

test('a person downloads their data, asks to be deleted, legal approves, and the account is no more', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const person = await newPerson('Olivia Olvidada')
  const event = await openEvent({ name: 'Última Noche', types: [{ name: 'Libre', price: 0, capacity: 20 }] })
  await take(person, event, 'Libre')
  expect((await call(getMyTickets, { query: {} }, person.token)).tickets).toHaveLength(1)

  const theirs = await browser.newContext({ ...PHONE, locale: 'es-AR', acceptDownloads: true })
  const phone = await theirs.newPage()
  await enter(phone, person)
  await phone.goto(paths.deleteAccount())
  await expect(phone.getByText('Perdés 1 entrada vigente')).toBeVisible()
  await expectAccessible(phone)

  await phone.getByRole('button', { name: 'Preparar mi copia' }).click()
  const fetchIt = phone.getByRole('button', { name: /^Descargar mi copia/ })
  await expect(fetchIt).toBeVisible({ timeout: 60_000 })
  const [download] = await Promise.all([phone.waitForEvent('download'), fetchIt.click()])
  expect(download.suggestedFilename()).toMatch(/^previa-mis-datos-\w+\.zip$/)
  const zip = await readFile(await download.path())
  expect(zip.subarray(0, 2).toString()).toBe('PK')
  expect(zip.includes('perfil.json')).toBe(true)
  expect(zip.includes('entradas/')).toBe(true)

  await phone.getByRole('checkbox', { name: 'Entiendo que la pierdo' }).check()
  await phone.getByRole('textbox', { name: 'Para confirmar, escribí ELIMINAR' }).fill('ELIMINAR')
  await phone.getByRole('button', { name: 'Solicitar la eliminación' }).click()
  await expect(phone.getByText('Pendiente', { exact: true })).toBeVisible()
  await expectAccessible(phone)

  await enter(page, 'legal')
  await page.goto(paths.godDeletions())
  await expect(page.getByRole('row', { name: /Olivia Olvidada/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ver la solicitud de Olivia Olvidada' }).click()
  await expect(page.getByText('Entradas vigentes que pierde: 1')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByRole('button', { name: 'Sí, eliminar la cuenta' }).click()
  await expect(page.getByText(/la cuenta se cerró/)).toBeVisible()

  // The open session ends within five seconds; the password opens nothing.
  await expect(async () => {
    await phone.goto(paths.profile())
    await expect(phone.getByText(/Sesión Expirada/).first()).toBeVisible({ timeout: 1500 })
  }).toPass({ timeout: 30_000 })
  const again = await (await browser.newContext({ ...PHONE, locale: 'es-AR' })).newPage()
  await again.goto(paths.login())
  await again.getByRole('textbox', { name: 'Teléfono' }).fill(person.phone)
  await again.getByLabel('Contraseña', { exact: true }).fill(person.password)
  await again.getByRole('button', { name: 'Ingresar', exact: true }).last().click()
  await expect(again.getByText('Credenciales incorrectas')).toBeVisible()
  await again.context().close()
  await theirs.close()

  // The rest is done by a job, and their last mail says so.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('row', { name: /Cuenta eliminada.*Eliminada/ }).first()).toBeVisible({ timeout: 1500 })
  }).toPass({ timeout: 60_000 })
  await expectMessage(page, person.mail, 'Tu cuenta quedó eliminada')
})
