/** An event moves after it was sold: the editor says what follows, the notice comes by itself, and its link gives the money back. */
import { paths } from '#contract/api/paths.ts'
import { enter, fiveMinutesAfterTheMove, newPerson, openEvent } from './arrange.ts'
import { mailedLink } from './inbox.ts'
import { buy, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('the venue changes; who paid takes the money back from the notice, without signing in', async ({ browser }) => {
  test.setTimeout(180_000)
  const event = await openEvent({
    name: 'Noche que se Mudó',
    types: [{ name: 'General', price: 18_000, capacity: 50 }],
  })
  const buyer = await newPerson('Mara Mudada')
  const phone = await browser.newPage(PHONE)
  await enter(phone, buyer)
  await buy(phone, event.id)

  const desk = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await enter(desk, 'organizer')
  await desk.goto(paths.editEvent(event.id))
  await desk.getByLabel('Nombre del lugar').fill('Teatro de la Otra Cuadra')
  await desk.getByRole('button', { name: 'Guardar cambios' }).click()
  const asked = desk.getByRole('alertdialog', { name: 'Vas a cambiar la fecha o el lugar' })
  await expect(asked.getByText(/10 días para recuperar toda su plata/)).toBeVisible()
  await expectAccessible(desk)
  await asked.getByRole('button', { name: 'Guardar y avisar' }).click()
  await expect(asked).toBeHidden()
  await fiveMinutesAfterTheMove(event.id)

  await phone.goto(paths.clientDashboard())
  const banner = phone.getByText('Cambió de lugar.')
  await expect(banner).toBeVisible()
  await expectAccessible(phone)
  await phone.goto(paths.event(event.id))
  await expect(banner).toBeVisible()

  const stranger = await browser.newPage(PHONE)
  await stranger.goto(await mailedLink(buyer.mail))
  await expect(stranger.getByText('Teatro de la Otra Cuadra', { exact: false }).first()).toBeVisible()
  await expectAccessible(stranger)
  await stranger.getByRole('button', { name: 'Recuperar $19.800 de 1 entrada' }).click()
  await expect(stranger.getByText(/Listo: tu plata está volviendo/)).toBeVisible()
  await expectAccessible(stranger)
  await phone.goto(paths.clientHistory())
  await expect(phone.getByRole('article', { name: /Devuelta/ })).toBeVisible({ timeout: 30_000 })
  await desk.close()
  await phone.close()
  await stranger.close()
})
