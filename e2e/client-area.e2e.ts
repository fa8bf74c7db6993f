/** What a person finds in their own area, and the ways to reach us: signed out from the landing, signed in from the help. */
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { enter, newPerson, openEvent, take } from './arrange.ts'
import { expectMessage } from './inbox.ts'
import { PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ ...PHONE, serviceWorkers: 'allow', expected: /ERR_INTERNET_DISCONNECTED/ })

test('past purchases, help and a message from within', async ({ page }) => {
  const person = await newPerson('Mora Compradora')
  const event = await openEvent({ name: 'Noche de Archivo', types: [{ name: 'Libre', price: 0, capacity: 20 }] })
  await take(person, event, 'Libre', 2)
  await enter(page, person)
  await page.goto(paths.clientDashboard())
  const nav = page.getByRole('navigation', { name: 'Tu cuenta' })
  await nav.getByRole('link', { name: 'Compras' }).click()
  await expect(page.getByRole('article', { name: 'Noche de Archivo, Reservada' })).toContainText('2 × Libre')
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Buscar por evento' }).fill('otra cosa')
  await expect(page.getByText('No hay compras con esos filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Sacar filtros' }).first().click()
  await expect(page.getByRole('article')).toHaveCount(1)

  await nav.getByRole('link', { name: 'Ayuda' }).click()
  await page.getByText('El QR no se lee').click()
  await expect(page.getByText('en la puerta pueden escribir el número')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Mensaje').fill('El QR se ve cortado en mi teléfono.')
  await page.getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(page.getByText('Recibimos tu mensaje')).toBeVisible()
})

test('a wallet of thirty tickets is short: news, the next night, a line for each other', async ({ page }) => {
  await enter(page, 'buyer')
  await page.goto(paths.clientDashboard())
  await expect(page.getByRole('button', { name: 'Mostrar QR' }).first()).toBeVisible()
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  expect(height).toBeLessThanOrEqual(2200)
})

test('a visitor writes from the landing: without network nothing is lost', async ({ page, context }) => {
  await page.goto(`${paths.home()}#contacto`)
  const form = page.getByRole('form', { name: 'Formulario de contacto' })
  await form.getByLabel('Nombre').fill('Visita de Prueba')
  await form.getByLabel('Email').fill('visita@previa.example')
  await form.getByLabel('Mensaje').fill('Quiero organizar una fiesta en Rosario.')
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(form.getByText(/Lo que escribiste queda guardado acá/)).toBeVisible()
  await context.setOffline(false)
  await form.getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(page.getByText('Recibimos tu mensaje')).toBeVisible()
  await expectMessage(page, brand.supportMail, /Consulta por la web/)
})

test('the legal texts can be read by everybody, section by section', async ({ page }) => {
  for (const path of [paths.termsOfUse(), paths.terms(), paths.privacy()]) {
    await page.goto(path)
    await expect(page.getByText('A revisar por un abogado.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('navigation', { name: 'Contenido' }).getByRole('link').last().click()
    await expect(page.getByRole('heading', { level: 2 }).last()).toBeInViewport()
  }
})
