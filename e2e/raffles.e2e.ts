/** A raffle from the organizer's desk to a phone: created, opened, entered for free, drawn, published, and drawn again by a stranger. */
import { paths } from '#contract/api/paths.ts'
import { enter, openEvent } from './arrange.ts'
import { PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a raffle is held at a desk, entered from a phone and drawn again by a stranger', async ({ browser }) => {
  const event = await openEvent({ name: 'Noche con Sorteo', types: [{ name: 'General', price: 18_000, capacity: 50 }] })
  const desk = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await enter(desk, 'organizer')
  await desk.goto(`${paths.organizerRaffles()}?evento=${event.id}`)
  await expect(desk.getByText('Todavía no hay sorteos')).toBeVisible()
  await desk.getByRole('button', { name: 'Crear sorteo' }).first().click()
  const dialog = desk.getByRole('dialog', { name: 'Crear sorteo' })
  await dialog.getByLabel('Premio').fill('Un vinilo')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Crear', exact: true }).click()
  const step = async (name: string, confirm = name) => {
    await desk.getByRole('button', { name: `${name} Un vinilo` }).click()
    await desk.getByRole('alertdialog').getByRole('button', { name: confirm, exact: true }).click()
    await expect(desk.getByRole('alertdialog')).toBeHidden()
  }
  await step('Abrir')
  const address = await desk.getByRole('link', { name: 'Ver página de Un vinilo' }).getAttribute('href')

  const phone = await browser.newPage(PHONE)
  await enter(phone, 'buyer')
  await phone.goto(address ?? '')
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Participar gratis' }).click()
  await expect(phone.getByText('Tu código')).toBeVisible()

  await step('Cerrar', 'Cerrar el sorteo')
  for (const name of ['Sortear', 'Publicar']) await step(name)
  await phone.reload()
  await expect(phone.getByText(/¡Ganaste!/)).toBeVisible()

  const stranger = await browser.newPage(PHONE)
  await stranger.goto(address ?? '')
  await stranger.getByRole('button', { name: 'Rehacer el sorteo' }).press('Enter')
  await expect(stranger.getByText('Salen los mismos ganadores.')).toBeVisible()
  await expectAccessible(stranger)
})
