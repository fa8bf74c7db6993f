/** An organizer's afternoon at a desk: a list that keeps its filters, a form that says what is wrong, and nothing lost by accident. */
import type { Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { drawFlyer } from '#server/demo/pictures/flyers.ts'
import { enter, newPerson, openEvent, take } from './arrange.ts'
import { localDate } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ viewport: { width: 1280, height: 900 } })

const typeCard = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })

/** The types in their order, as the editor lists them. */
const typeNames = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByLabel('Precio') })
    .getByRole('heading', { level: 3 })

/** Watches every frame from now on; the result returns the lowest letter count of a frame. */
async function watchFrames(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`(() => {
    globalThis.leastShown = Infinity
    const look = () => {
      globalThis.leastShown = Math.min(globalThis.leastShown, document.querySelector('main')?.innerText.length ?? 0)
      requestAnimationFrame(look)
    }
    look()
  })()`)
  return () => page.evaluate<number>('globalThis.leastShown')
}

test('the list keeps its filters in the address', async ({ page }) => {
  await openEvent({ name: 'Lista Larga', types: [{ name: 'Libre', price: 0, capacity: 5 }] })
  await enter(page, 'organizer')
  await expect(page).toHaveURL(new RegExp(`${paths.organizerEvents()}$`))
  const rows = page.getByRole('table', { name: 'Tus eventos' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Publicados' }).click()
  await expect(page).toHaveURL(/estado=publicados/)
  await page.getByRole('searchbox', { name: 'Nombre' }).fill('lista larga')
  await expect(page).toHaveURL(/buscar=lista\+larga/)
  await expect(page.getByText('1 evento', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Nombre' })).toHaveValue('lista larga')
  await expect(page.getByRole('link', { name: 'Publicados' })).toHaveAttribute('aria-current', 'true')
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Fecha').fill(localDate(300))
  await expect(page.getByText('No hay eventos con esos filtros')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sacar filtros' }).first().click()
  await expect(page).toHaveURL(new RegExp(`${paths.organizerEvents()}$`))
  await page.getByRole('button', { name: /^Evento/ }).click()
  await expect(page).toHaveURL(/orden=nombre/)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Evento' })).toHaveAttribute('aria-sort', /ascending|descending/)
})

test('what is missing is said at its field, and then it is on sale', async ({ page }) => {
  test.slow()
  await enter(page, 'organizer')
  await page.getByRole('link', { name: 'Crear evento' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contanos de tu evento' })).toBeVisible()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  // Each field shows its problem; the list next to the button shows all of them.
  const said = (problem: string) => page.locator('fieldset').getByText(problem, { exact: true })
  const type = page.getByRole('listitem').filter({ has: page.getByLabel('Precio') })
  await page.getByRole('button', { name: 'Guardar y publicar' }).click()
  await expect(said('Poné un nombre de al menos 3 letras')).toBeVisible()
  await expect(said('Elegí una categoría')).toBeVisible()
  await expect(page.getByText(/^Hay \d+ campos para revisar\.$/)).toBeVisible()
  await expect(field('Nombre').first()).toBeFocused()
  await expectAccessible(page)

  await field('Nombre').first().fill('Tarde de Escritorio')
  await page.getByLabel('Categoría').selectOption({ label: 'Fiestas' })
  await field('Nombre del lugar').fill('Salón de la Prueba')
  await field('Dirección').fill('Mitre 123')
  await field('Ciudad').fill('Rosario')
  await page.getByLabel('Provincia').selectOption({ label: 'Santa Fe' })
  await type.getByLabel('Nombre').fill('General')
  await type.getByLabel('Precio').fill('12.000')
  await type.getByLabel('Cantidad').fill('40')
  await field('Fecha').fill(localDate(20))
  await field('Empieza').fill('18:00')
  await page.getByLabel(/^Termina/).fill('23:00')

  // A picture that is none opens its dialog (rule R16.7).
  const picture = page.locator('input[type=file]')
  await picture.setInputFiles({ name: 'flyer.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  const wrong = page.getByRole('alertdialog', { name: 'Formato no válido' })
  await expect(wrong).toBeVisible()
  await expectAccessible(page)
  await wrong.getByRole('button', { name: 'Entendido' }).click()
  const flyer = await drawFlyer('Tarde de Escritorio')
  await picture.setInputFiles({ name: 'flyer.jpg', mimeType: 'image/jpeg', buffer: flyer })

  // Leaving by accident asks first, and a reload keeps what was typed.
  await page.getByRole('link', { name: 'Eventos', exact: true }).first().click()
  const leaving = page.getByRole('alertdialog', { name: 'Tenés cambios sin guardar' })
  await expect(leaving).toBeVisible()
  await expectAccessible(page)
  await leaving.getByRole('button', { name: 'Volver' }).click()
  await expect(field('Nombre').first()).toHaveValue('Tarde de Escritorio')
  await page.reload()
  await expect(page.getByText('Acá está lo que habías escrito sin guardar.')).toBeVisible()
  await expect(field('Nombre').first()).toHaveValue('Tarde de Escritorio')
  await expect(page.getByRole('region', { name: 'Flyer' }).getByRole('button', { name: 'Quitar' })).toBeVisible()

  const leastShown = await watchFrames(page)
  await page.getByRole('button', { name: 'Guardar y publicar' }).click()
  await expect(page.getByText('Publicado: ya está a la venta')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('dialog', { name: 'Compartí tu enlace' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Tarde de Escritorio' })).toBeVisible()
  // The form stays in sight all the while: no frame of a bare page between the draft and what is on sale.
  expect(await leastShown()).toBeGreaterThan(1000)
  await expectAccessible(page)
})

test.describe('an event that sells', () => {
  test.use({ expected: /status of 409/ })

  test('types are edited in place, never below what is sold; it is paused and copied', async ({ page }) => {
    test.slow()
    const event = await openEvent({
      name: 'Mesa de Trabajo',
      types: [
        { name: 'General', price: 0, capacity: 20 },
        { name: 'Palco', price: 9000, capacity: 10 },
      ],
    })
    await take(await newPerson('Emma Compra'), event, 'General', 3)
    await enter(page, 'organizer')
    await page.getByRole('searchbox', { name: 'Nombre' }).fill('Mesa de Trabajo')
    // From here the rows no longer move; a click on a moving row misses.
    await expect(page.getByText('1 evento', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Editar Mesa de Trabajo' }).click()
    const general = typeCard(page, 'General')
    await expect(general.getByText('Mínimo 3 · no se puede quitar')).toBeVisible()
    await expect(general.getByRole('button', { name: 'Quitar General' })).toHaveCount(0)
    await expectAccessible(page)

    // In place: a new price, another order, one more type.
    await typeCard(page, 'Palco').getByLabel('Precio').fill('9500')
    await page.getByRole('button', { name: 'Subir Palco' }).click()
    await page.getByRole('button', { name: 'Agregar tipo de entrada' }).click()
    await page.keyboard.type('Anticipada')
    const early = typeCard(page, 'Anticipada')
    await early.getByLabel('Precio').fill('7000')
    await early.getByLabel('Cantidad').fill('15')
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(page.getByText('Cambios guardados')).toBeVisible()
    await page.reload()
    await expect(typeNames(page)).toHaveText(['Palco', 'General', 'Anticipada'])
    await expect(typeCard(page, 'Palco').getByLabel('Precio')).toHaveValue('9500')

    // Below what is sold: refused at the field; and below what was sold meanwhile: by the server.
    await general.getByLabel('Cantidad').fill('2')
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(general.getByText('No puede ser menos de 3')).toBeVisible()
    await expectAccessible(page)
    await take(await newPerson('Bruna Compra'), event, 'General', 2)
    await general.getByLabel('Cantidad').fill('4')
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(general.getByText('La capacidad no puede ser menor que lo ya vendido o reservado')).toBeVisible()
    await expectAccessible(page)

    // By accident: a reload brings back what was typed, and the way out asks.
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByText('Acá está lo que habías escrito sin guardar.')).toBeVisible()
    await expect(general.getByLabel('Cantidad')).toHaveValue('4')
    await expectAccessible(page)
    await page.goBack()
    const leaving = page.getByRole('alertdialog', { name: 'Tenés cambios sin guardar' })
    await expect(leaving).toBeVisible()
    await leaving.getByRole('button', { name: 'Volver' }).click()
    await page.getByRole('button', { name: 'Descartar' }).click()
    await expect(general.getByLabel('Cantidad')).toHaveValue('20')
    await expect(page.getByText('Todo guardado.')).toBeVisible()

    await page.getByRole('button', { name: 'Más acciones' }).click()
    const pausing = page.getByRole('menuitem', { name: 'Pausar' })
    await expect(pausing).toBeVisible()
    await expectAccessible(page)
    await pausing.click()
    const pause = page.getByRole('alertdialog', { name: '¿Pausar «Mesa de Trabajo»?' })
    await expect(pause.getByText(/Las 5 entradas vendidas se conservan/)).toBeVisible()
    await expectAccessible(page)
    await pause.getByRole('button', { name: 'Volver' }).click()
    await expect(page.getByText('Publicado', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name: 'Pausar' }).click()
    await pause.getByRole('button', { name: 'Pausar' }).click()
    await expect(page.getByText('Pausado: ya no se vende')).toBeVisible()
    await expect(page.getByText('Pausado', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name: 'Duplicar' }).click()
    const copy = page.getByRole('alertdialog', { name: '¿Duplicar «Mesa de Trabajo»?' })
    await expect(copy).toBeVisible()
    await expectAccessible(page)
    await copy.getByRole('button', { name: 'Duplicar' }).click()
    await expect(page.getByText('Copia lista: elegile la fecha')).toBeVisible()
    await expect(page).not.toHaveURL(new RegExp(paths.editEvent(event.id)))
    await expect(page.getByText('Borrador', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Fecha', { exact: true })).toHaveValue('')
    await expect(typeNames(page)).toHaveText(['Palco', 'General', 'Anticipada'])
    await expectAccessible(page)
  })
})
