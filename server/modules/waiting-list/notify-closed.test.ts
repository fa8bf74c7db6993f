/** Rule R19.6: a waitlist that closes notifies the people it shuts out, once for all that close together. */
import { expect, test } from 'vitest'
import { cancelEvent } from '#contract/events/events-managed.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestAtNoon, givenSoldOut } from '#server/testing/waiting.ts'

let shop: SellingApp
eachTestAtNoon((opened) => (shop = opened))

/** Notices of closed waitlists that a person was sent. */
async function messagesTo(to: GivenUser) {
  const sent = await shop.app.db
    .selectFrom('dev_inbox')
    .select(['channel', 'subject', 'body'])
    .where('recipient', 'in', [to.mail, to.phone])
    .orderBy('channel')
    .execute()
  return sent.filter(
    ({ subject }) => !['Se liberó lugar para Fiesta Lunar Rosario', 'lugar_liberado'].includes(subject ?? ''),
  )
}

/** Moves an event's start, so that its waitlist closes in so many minutes. */
async function closesIn(eventId: string, minutes: number): Promise<void> {
  const starts_at = new Date(shop.clock.epochMs() + (minutes + 120) * 60_000).toISOString()
  await shop.app.db.updateTable('events').set({ starts_at }).where('id', '=', eventId).execute()
}

/** Ends the sale of a type, and with it its waitlist. */
async function endSale(typeId: string): Promise<void> {
  await shop.app.db
    .updateTable('ticket_types')
    .set({ sale_ends_at: shop.clock.now() })
    .where('id', '=', typeId)
    .execute()
}

test('two hours before the start, people who wait or have an open offer are notified once, of all their waitlists', async () => {
  const sale = await givenSoldOut(shop, 2)
  const vip = await shop.given.ticketType({ event: { id: sale.eventId }, name: 'VIP', capacity: 0 })
  const [offered, waiting, gone] = [await shop.given.user(), await shop.given.user(), await shop.given.user()]
  await sale.join(offered)
  await sale.join(waiting)
  await sale.join(waiting, 1, vip.id)
  await sale.join(gone)
  await sale.leave(gone)
  await sale.free(1)
  await sale.offer()
  expect(await sale.place(offered)).toMatchObject({ state: 'offered' })
  await closesIn(sale.eventId, 1)
  await sale.offer()
  await shop.drain()
  expect(await messagesTo(waiting)).toEqual([])

  await shop.advance({ minutes: 1 })
  for (const look of [sale.offer, shop.drain, sale.offer, shop.drain]) await look()
  const [mail, whatsapp, ...more] = await messagesTo(waiting)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Cerró la lista de espera de Fiesta Lunar Rosario')
  expect(mail?.body).toContain('General, VIP')
  expect(mail?.body).toContain(`/evento/${sale.eventId}`)
  expect(whatsapp).toMatchObject({ channel: 'whatsapp', subject: 'lista_de_espera_cerrada' })
  expect((await messagesTo(offered)).map(({ subject }) => subject)).toEqual([mail?.subject, whatsapp?.subject])
  expect(await messagesTo(gone)).toEqual([])
})

test('people who bought their offer or let it lapse are not notified; a waitlist of one type closes with its sale', async () => {
  const sale = await givenSoldOut(shop, 3)
  const vip = await shop.given.ticketType({ event: { id: sale.eventId }, name: 'VIP', capacity: 0 })
  const [buyer, late, waiting] = [await shop.given.user(), await shop.given.user(), await shop.given.user()]
  for (const person of [buyer, late, waiting]) await sale.join(person)
  await sale.join(buyer, 1, vip.id)
  await sale.free(2)
  await sale.offer()
  await shop.buy(buyer, sale.typeId, sale.eventId)
  await shop.advance({ minutes: 31 })
  await sale.offer()
  await shop.drain()
  expect(await sale.place(late)).toMatchObject({ state: 'lapsed' })
  expect(await sale.place(waiting)).toMatchObject({ state: 'offered' })
  // She holds her places still: the payment takes its time.
  await endSale(sale.typeId)
  await endSale(vip.id)
  await sale.offer()
  await shop.drain()
  expect(await messagesTo(waiting)).toHaveLength(2)
  expect(await messagesTo(late)).toEqual([])
  expect(await messagesTo(buyer)).toEqual([])
})

test('a waitlist that closes a little later is notified alone, and only once', async () => {
  const sale = await givenSoldOut(shop, 1)
  const vip = await shop.given.ticketType({ event: { id: sale.eventId }, name: 'VIP', capacity: 0 })
  const ana = await shop.given.user()
  await sale.join(ana)
  await sale.join(ana, 1, vip.id)
  await endSale(sale.typeId)
  await sale.offer()
  await shop.drain()
  const first = (await messagesTo(ana)).filter(({ channel }) => channel === 'mail')
  expect(first).toHaveLength(1)
  expect(first[0]?.body).toContain('General')
  expect(first[0]?.body).not.toContain('VIP')

  await shop.advance({ minutes: 10 })
  await endSale(vip.id)
  for (const look of [sale.offer, shop.drain, sale.offer, shop.drain]) await look()
  const mails = (await messagesTo(ana)).filter(({ channel, body }) => channel === 'mail' && body !== first[0]?.body)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).toContain('VIP')
  expect(mails[0]?.body).not.toContain('General')
})

test('a person who left one waitlist at their limit is notified when another closes', async () => {
  const sale = await givenSoldOut(shop, 2, { type: { perPersonLimit: 2 } })
  const vip = await shop.given.ticketType({ event: { id: sale.eventId }, name: 'VIP', capacity: 0 })
  const ana = sale.holders[1]
  if (!ana) throw new Error('No person at the second place')
  await sale.join(ana)
  await sale.join(ana, 1, vip.id)
  await shop.app.db.updateTable('ticket_types').set({ per_person_limit: 1 }).where('id', '=', sale.typeId).execute()
  await sale.free(1)
  await sale.offer()
  await shop.drain()
  expect(await sale.place(ana)).toBeNull()
  expect(await messagesTo(ana)).toEqual([])
  await endSale(vip.id)
  await sale.offer()
  await shop.drain()
  // Only her phone is verified.
  expect(await messagesTo(ana)).toMatchObject([{ channel: 'whatsapp', subject: 'lista_de_espera_cerrada' }])
})

test('a person is notified once of waitlists that take several rounds to end', async () => {
  const sale = await givenSoldOut(shop, 1)
  const vip = await shop.given.ticketType({ event: { id: sale.eventId }, name: 'VIP', capacity: 0 })
  const [ana, before] = [await shop.given.user(), await shop.buyers(100)]
  for (const person of before) await sale.join(person, 1, vip.id)
  await sale.join(ana)
  await sale.join(ana, 1, vip.id)
  await closesIn(sale.eventId, 0)
  await sale.offer()
  await shop.drain()
  const mails = (await messagesTo(ana)).filter(({ channel }) => channel === 'mail')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).toContain('General, VIP')
  expect(await messagesTo(before[99] ?? ana)).toMatchObject([{ channel: 'whatsapp' }])
})

test('when the event is cancelled they are notified of that, those with an offer at once', async () => {
  const sale = await givenSoldOut(shop, 1, { event: { name: 'Noche Corta' } })
  const ana = await shop.given.user()
  await sale.join(ana)
  await sale.free(1)
  await sale.offer()
  await shop.drain()
  const owner = await shop.given.user({ memberOf: { id: sale.companyId } })
  await shop.call(
    cancelEvent,
    { params: { id: sale.eventId }, body: { reason: 'Se inundó el salón', confirmation: 'Noche Corta' } },
    { as: owner },
  )
  await sale.offer()
  await shop.drain()
  const sent = (await messagesTo(ana)).map(({ subject }) => subject)
  expect(sent).toContain('Se canceló Noche Corta')
  expect(sent).toContain('lista_de_espera_evento_cancelado')
  expect(await sale.stock()).toMatchObject({ wanted: 0, offered: 0 })
})
