/** A discount code from the organizer's desk to a buyer's phone: made, opened by its link, itemised, paid, counted and stopped. */
import { paths } from '#contract/api/paths.ts'
import { enter, newPerson, openEvent } from './arrange.ts'
import { pay, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a code is made at a desk, paid with on a phone, and stopped', async ({ browser }) => {
  const event = await openEvent({
    name: 'Noche con Código',
    types: [
      { name: 'General', price: 18_000, capacity: 50 },
      { name: 'VIP', price: 30_000, capacity: 20 },
    ],
  })
  const desk = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await enter(desk, 'organizer')
  await desk.goto(paths.eventDiscounts(event.id))
  await expect(desk.getByText('Todavía no hay códigos de descuento')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Crear código' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Crear código de descuento' })
  await dialog.getByLabel('Código').fill('verano-20')
  await dialog.getByLabel('Porcentaje', { exact: true }).fill('20')
  await expect(dialog.getByText('General: $18.000 → $14.400')).toBeVisible()
  await dialog.getByText('Solo algunas').click()
  await dialog.getByText('General', { exact: true }).click()
  await dialog.getByLabel(/^Usos en total/).fill('1')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Crear código' }).click()
  const row = desk.getByRole('row', { name: /verano-20/ })
  await expect(row.getByText('0 de 1')).toBeVisible()
  await expectAccessible(desk)

  const phone = await browser.newPage(PHONE)
  await enter(phone, await newPerson('Ciro Descuento'))
  await phone.goto(`${paths.event(event.id)}?codigo=verano-20`)
  await expect(phone.getByText('Tu código de descuento se aplica en el próximo paso.')).toBeVisible()
  await phone.getByRole('button', { name: 'Agregar una: General' }).click()
  await phone.getByRole('button', { name: 'Comprar' }).click()
  const summary = phone.getByRole('complementary', { name: 'Resumen' })
  await expect(summary.getByText('−$3.600')).toBeVisible()
  await expect(summary.getByText('$1.440')).toBeVisible()
  await expect(summary.getByText('$15.840').first()).toBeVisible()
  await expectAccessible(phone)
  await pay(phone)
  await phone.goto(paths.clientHistory())
  await expect(phone.getByText('Descuento verano-20')).toBeVisible()
  await expectAccessible(phone)

  await expect(row.getByText('1 de 1')).toBeVisible({ timeout: 15_000 })
  await expect(row.getByText('Agotado')).toBeVisible()
  await row.getByRole('button', { name: 'Detener verano-20' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Detener' }).click()
  await expect(row.getByText('Detenido')).toBeVisible()
  await desk.close()
  await phone.close()
})
