/** The menu of an event's bar: written at a desk with a picture, put in order by hand and by keys, sold out from a phone. */
import { paths } from '#contract/api/paths.ts'
import { drawFlyer } from '#server/demo/pictures/flyers.ts'
import { enter, openEvent } from './arrange.ts'
import { PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a menu is written at a desk and kept from a phone', async ({ browser }) => {
  const event = await openEvent({ name: 'Noche con Barra', types: [{ name: 'General', price: 18_000, capacity: 50 }] })
  const desk = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await enter(desk, 'organizer')
  await desk.goto(`${paths.organizerDrinks()}?evento=${event.id}`)
  await expect(desk.getByText('Todavía no hay bebidas')).toBeVisible()
  await expectAccessible(desk)
  for (const [name, price] of [
    ['Agua', '0'],
    ['Fernet con cola', '6500'],
    ['Gin tonic', '8200'],
  ] as const) {
    await desk.getByRole('button', { name: 'Agregar bebida' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Agregar bebida' })
    await dialog.getByLabel('Nombre').fill(name)
    await dialog.getByLabel('Precio').fill(price)
    if (name === 'Gin tonic') {
      await dialog.getByLabel('Descripción').fill('Con pepino y enebro')
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'gin.jpg', mimeType: 'image/jpeg', buffer: await drawFlyer('Gin tonic') })
      await expectAccessible(desk)
    }
    await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  const row = (name: string) => desk.getByRole('row', { name })
  await expect(row('Agua').getByText('Gratis')).toBeVisible()
  await expect(row('Gin tonic').getByText('$8.200')).toBeVisible()

  const names = () =>
    desk
      .getByRole('button', { name: /^Mover / })
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.replace(/^Mover (.*): .*/, '$1')))
  await desk.getByRole('button', { name: /^Mover Gin tonic/ }).press('ArrowUp')
  await expect.poll(names).toEqual(['Agua', 'Gin tonic', 'Fernet con cola'])
  await expect(desk.getByRole('button', { name: /^Mover Gin tonic: lugar 2/ })).toBeFocused()
  await desk.getByRole('button', { name: /^Mover Agua/ }).hover()
  await desk.mouse.down()
  const last = await row('Fernet con cola').boundingBox()
  await desk.mouse.move(100, (last?.y ?? 0) + (last?.height ?? 0) - 4, { steps: 5 })
  const saved = desk.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await desk.mouse.up()
  await expect.poll(names).toEqual(['Gin tonic', 'Fernet con cola', 'Agua'])
  await saved
  await desk.reload()
  await expect.poll(names).toEqual(['Gin tonic', 'Fernet con cola', 'Agua'])
  await expectAccessible(desk)

  const phone = await browser.newPage(PHONE)
  await enter(phone, 'organizer')
  await phone.goto(`${paths.organizerDrinks()}?evento=${event.id}`)
  await phone.getByRole('switch', { name: 'Fernet con cola disponible' }).click()
  await expect(phone.getByRole('switch', { name: 'Fernet con cola disponible' })).not.toBeChecked()
  await phone.getByRole('link', { name: 'Agotadas' }).click()
  await expect(phone.getByText('1 bebida')).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Borrar Fernet con cola' }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Borrar' }).click()
  await expect(phone.getByText('No hay bebidas con esos filtros')).toBeVisible()
  await desk.close()
  await phone.close()
})
