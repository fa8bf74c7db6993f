/** The organizer cancels an event: its sale ends, buyers are notified and refunded, and see it in their account. */
import { paths } from '#contract/api/paths.ts'
import { call, enter, newPerson, openEvent, send, take } from './arrange.ts'
import { createPurchase } from '#contract/sales/checkout.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { expectMessage } from './inbox.ts'
import { buy, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('the organizer cancels, buyers are notified, and the money is refunded', async ({ browser }) => {
  test.setTimeout(180_000)
  const name = 'Noche que no Fue'
  const event = await openEvent({
    name,
    types: [
      { name: 'General', price: 18_000, capacity: 50 },
      { name: 'Libre', price: 0, capacity: 50 },
    ],
  })
  const [buyer, guest, late] = [
    await newPerson('Paloma Pagó'),
    await newPerson('Gael Gratis'),
    await newPerson('Lara Llegatarde'),
  ]
  await take(guest, event, 'Libre')
  const phone = await browser.newPage(PHONE)
  await enter(phone, buyer)
  await buy(phone, event.id)

  const desk = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await enter(desk, 'organizer')
  await desk.goto(paths.editEvent(event.id))
  await desk.getByRole('button', { name: 'Más acciones' }).click()
  await desk.getByRole('menuitem', { name: 'Cancelar evento' }).click()
  const dialog = desk.getByRole('dialog', { name: `Cancelar «${name}»` })
  await expect(dialog.getByText(/Se vendieron 2 entradas/)).toBeVisible()
  await expectAccessible(desk)
  await dialog.getByLabel('Por qué se cancela').fill('Se inundó el salón')
  await dialog.getByRole('button', { name: 'Cancelar el evento' }).click()
  await expect(dialog.getByText('No coincide con lo que pedimos escribir')).toBeVisible()
  await dialog.getByLabel('Nombre del evento').fill(name)
  await dialog.getByRole('button', { name: 'Cancelar el evento' }).click()
  const left = desk.getByRole('region', { name: 'Dos pasos después de cancelar' })
  await expect(left.getByText('2 personas esperan saberlo')).toBeVisible()
  await expect(left.getByText('$19.800 de 1 entrada por devolver')).toBeVisible()
  await expectAccessible(desk)

  const type = event.ticketTypes.find(({ price }) => price === 0)?.id ?? ''
  const refused = await send(
    createPurchase,
    { body: { eventId: event.id, ticketTypeId: type, quantity: 1 } },
    late.token,
  )
  expect(((await refused.json()) as { code: string }).code).toBe('event_not_on_sale')

  await left.getByRole('button', { name: 'Avisar a todos' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Avisar' }).click()
  await expect(left.getByText('2 personas avisadas.')).toBeVisible({ timeout: 30_000 })
  await left.getByRole('link', { name: 'Ver persona por persona' }).click()
  await expect(desk.getByRole('row', { name: /Paloma Pagó.*Enviado/ })).toBeVisible()
  await expect(desk.getByRole('row', { name: /Gael Gratis.*Enviado/ })).toBeVisible()
  await expectAccessible(desk)
  await expectMessage(phone, buyer.mail, `Se canceló ${name}`)
  await expectMessage(phone, guest.mail, `Se canceló ${name}`)

  await desk.goto(paths.eventSummary(event.id))
  await desk.getByRole('link', { name: 'Devolver todo' }).click()
  await expect(desk.getByLabel('Por qué')).toHaveValue('Se inundó el salón')
  await expect(desk.getByLabel('Nombre del evento')).toHaveCount(0)
  await desk.getByRole('button', { name: 'Devolver todo' }).click()
  await expect(desk.getByText('1 de 1 entrada')).toBeVisible({ timeout: 60_000 })
  await desk.goto(paths.eventSummary(event.id))
  await expect(left.getByText('$19.800 devueltos')).toBeVisible()

  await phone.goto(paths.event(event.id))
  await expect(phone.getByText('Este evento se canceló')).toBeVisible()
  await expect(phone.getByText('Cancelado', { exact: true })).toBeVisible()
  await expectAccessible(phone)
  await phone.goto(paths.clientHistory())
  await expect(phone.getByRole('article', { name: /Devuelta/ })).toBeVisible()
  await enter(phone, guest)
  await phone.goto(paths.clientDashboard())
  await expect(phone.getByText('El evento se canceló: ya no abre la puerta')).toBeVisible()
  await expectAccessible(phone)
  const { tickets } = await call(getMyTickets, { query: {} }, guest.token)
  expect(tickets).toHaveLength(1)
  await desk.close()
  await phone.close()
})
