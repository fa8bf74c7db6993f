/** The events that the sweep of all screens opens. */
import { login } from '#contract/accounts/accounts.ts'
import { getEventsPreview } from '#contract/events/events.ts'
import { cancelEvent, getEventsDashboard, updateEvent } from '#contract/events/events-managed.ts'
import { sendCancellation } from '#contract/events/notices.ts'
import { DEMO_PASSWORD, demoAccounts, type DemoRole } from '#server/demo/sign-ins.ts'
import { call, fiveMinutesAfterTheMove, inDatabase, newPerson, openEvent, organizerToken, take } from './arrange.ts'

export const LONG = 'La Gran Noche de los Músicos'

export const tokenOf = async (who: DemoRole) =>
  (await call(login, { body: { phone: demoAccounts[who].phone, password: DEMO_PASSWORD } })).token

export async function eventId(name: string): Promise<string> {
  const { events } = await call(getEventsPreview, { query: { search: name } })
  const found = events.find((event) => event.name.startsWith(name))
  if (!found) throw new Error(`The demo has no ${name}`)
  return found.id
}

/** The organizer's event with long names. */
export async function ownEventId(): Promise<string> {
  const { events } = await call(getEventsDashboard, { query: { eventName: LONG } }, await tokenOf('organizer'))
  return events[0]?.id ?? ''
}

/** The organizer's night to come that is furthest away: its commercial changed something. */
export async function changedEventId(): Promise<string> {
  const { events } = await call(getEventsDashboard, { query: { state: 'active' } }, await tokenOf('organizer'))
  return events[0]?.id ?? ''
}

/** Cancelled, with one notice that could not be delivered. */
export async function cancelledEvent(): Promise<{ eventId: string; noticeId: string }> {
  const event = await openEvent({ name: 'Suspendida por Lluvia', types: [{ name: 'Libre', price: 0, capacity: 20 }] })
  await take(await newPerson('Clementina de las Mercedes Etchegaray'), event, 'Libre')
  const lost = await newPerson('Nadie la Encuentra')
  await take(lost, event, 'Libre')
  await inDatabase('update users set mail = null, mail_proved_at = null, phone = null where phone = $1', [lost.phone])
  const token = await organizerToken()
  const params = { id: event.id }
  const reason = 'El Servicio Meteorológico anunció tormentas fuertes toda la noche'
  await call(cancelEvent, { params, body: { reason, confirmation: event.name } }, token)
  const { notices } = await call(sendCancellation, { params }, token)
  return { eventId: event.id, noticeId: notices[0]?.id ?? '' }
}

/** The notice of an event that moved. */
export async function movedEvent(): Promise<string> {
  const event = await openEvent({ name: 'Mudada a Último Momento', types: [{ name: 'Libre', price: 0, capacity: 20 }] })
  await take(await newPerson('Eufrasia del Carmen Villagrán'), event, 'Libre')
  const body = {
    venueName: 'Anfiteatro Municipal Humberto de Nito',
    adress: 'Avenida Belgrano y Mendoza, Parque Urquiza',
  }
  await call(updateEvent, { params: { id: event.id }, body }, await organizerToken())
  return fiveMinutesAfterTheMove(event.id)
}
