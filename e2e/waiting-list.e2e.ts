/** A sold-out event: a freed ticket is offered only to the first on the waitlist, who buys it on their phone. */
import { toLocalTime } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { enter, inDatabase, newPerson, openEvent, take } from './arrange.ts'
import { expectMessage } from './inbox.ts'
import { pay, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

/** What a job does, and a screen that asks now and then. */
const SLOW = { timeout: 40_000 }
/**
 * Which event is offered whatever the hour (rule R19.3). By night that is one whose waitlist closes before nine; an offer needs five
 * minutes, so in the last ten before nine it is one of the day, whose offers wait for nine.
 */
function eventOfTheHour(): { inHours?: number; waitMs: number } {
  const [hours = 0, minutes = 0] = toLocalTime(new Date().toISOString()).split(':').map(Number)
  const minute = hours * 60 + minutes
  const toNine = (9 + (minute < 9 * 60 ? 0 : 24)) * 60 - minute
  if (minute >= 9 * 60 && minute < 22 * 60 + 50) return { waitMs: 0 }
  if (toNine <= 10) return { waitMs: toNine * 60_000 }
  return { inHours: 2 + Math.min(toNine, 15) / 60, waitMs: 0 }
}

test('a freed ticket is offered by mail, held for half an hour, bought by its link', async ({ browser }) => {
  const { inHours, waitMs } = eventOfTheHour()
  test.setTimeout(180_000 + waitMs)
  const event = await openEvent({
    name: 'Noche Agotada',
    ...(inHours !== undefined && { inHours }),
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
  await inDatabase(`update orders set held_until = app_now() - interval '10 minutes' where event_id = $1`, [event.id])
  await expect(row.getByText('Lugar ofrecido')).toBeVisible({ timeout: SLOW.timeout + waitMs })
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
  await pay(phone)

  await desk.goto(paths.eventWaiting(event.id))
  await expect(row.getByText('Compró')).toBeVisible(SLOW)
  await expectAccessible(desk)
  await desk.close()
  await phone.close()
})
