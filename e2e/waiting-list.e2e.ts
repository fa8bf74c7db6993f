/** A sold-out night: somebody waits, what comes free is offered to them and to nobody else, and they buy it on their phone. */
import { toLocalTime } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { enter, inDatabase, newPerson, openEvent, take } from './arrange.ts'
import { expectMessage } from './inbox.ts'
import { PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

/** What a job does, and a screen that asks now and then. */
const SLOW = { timeout: 40_000 }
/** By night only what begins before the morning is offered. */
const isNight = () => {
  const time = toLocalTime(new Date().toISOString())
  return time < '09:00' || time >= '23:00'
}

test('what comes free is of who waits: told by mail, kept for half an hour, bought by its link', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  // Whatever still takes places then waits for nine, and whatever begins sooner takes none any more.
  const time = toLocalTime(new Date().toISOString())
  test.skip(time >= '08:40' && time < '09:00', 'nothing is offered in these twenty minutes')
  const event = await openEvent({
    name: 'Noche Agotada',
    ...(isNight() && { inHours: 2.25 }),
    types: [{ name: 'General', price: 18_000, capacity: 1 }],
  })
  await take(await newPerson('Fermín Primero'), event, 'General')
  const [waiting, passing] = [await newPerson('Ada Espera'), await newPerson('Paco Pasaba')]

  const phone = await browser.newPage(PHONE)
  await phone.goto(paths.event(event.id))
  await expect(phone.getByRole('link', { name: 'Avisame si se libera' })).toBeVisible()
  await expectAccessible(phone)
  await enter(phone, waiting)
  await phone.goto(paths.event(event.id))
  await phone.getByRole('button', { name: 'Avisame si se libera' }).click()
  await expect(phone.getByRole('dialog', { name: 'Te avisamos si se libera' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Anotarme' }).click()
  await expect(phone.getByText('No hay nadie antes que vos')).toBeVisible()
  await expectAccessible(phone)

  const desk = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await enter(desk, 'organizer')
  await desk.goto(paths.eventWaiting(event.id))
  const row = desk.getByRole('row', { name: /Ada Espera/ })
  await expect(row.getByText('Esperando')).toBeVisible()
  await expectAccessible(desk)

  // The time of the first buyer's hold is over.
  await inDatabase(`update orders set held_until = now() - interval '10 minutes' where event_id = $1`, [event.id])
  await expect(row.getByText('Lugar ofrecido')).toBeVisible(SLOW)
  await expect(take(passing, event, 'General')).rejects.toThrow('sold_out')
  await expectMessage(desk, waiting.mail, 'Se liberó lugar para Noche Agotada')

  // The page that was left open says it by itself.
  await expect(phone.getByRole('region', { name: 'Lugar guardado: General' })).toBeVisible(SLOW)
  await expectAccessible(phone)
  await phone.goto(paths.buyTicket(event.id))
  const offer = phone.getByRole('region', { name: 'Lugar guardado: General' })
  await expect(offer.getByText(/^\d{1,2}:\d\d$/)).toBeVisible()
  await expect(phone.getByText('1 × General')).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Pagar con Mercado Pago' }).click()
  await phone.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(phone.getByText('Ya tenés tus entradas')).toBeVisible({ timeout: 20_000 })

  await desk.goto(paths.eventWaiting(event.id))
  await expect(row.getByText('Compró')).toBeVisible(SLOW)
  await expectAccessible(desk)
  await desk.close()
  await phone.close()
})
