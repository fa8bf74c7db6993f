/** Who takes part in a raffle: one entry a person, with a ticket or without, and nobody of the event. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPhone } from '#server/shared/phone.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { newBuyer, order, type TypedContacts } from '#server/testing/guests.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { givenRaffling, type Raffling } from '#server/testing/raffles.ts'

let shop: SellingApp
let raffling: Raffling
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(async () => {
  // Tickets are given here without having been sold.
  expect((await shop.broken()).filter(({ name }) => name.includes('raffle'))).toEqual([])
  await shop.close()
})
beforeEach(async () => {
  raffling = await givenRaffling(shop)
})

test('everybody with a ticket takes part once, those who came in alone, or those who entered; all may enter for free', async () => {
  const { type, act, opened, enter, look, people } = raffling
  const [ana, beto, caro] = (await people(3)) as [GivenUser, GivenUser, GivenUser]
  await shop.given.ticket({ type, holder: ana })
  await shop.given.ticket({ type, holder: ana, state: 'used' })
  await shop.given.ticket({ type, holder: beto })
  await shop.given.ticket({ type, holder: await shop.given.user(), state: 'refunded' })
  const taking = async (entrants: string) => {
    const { id } = await opened({ entrants })
    const before = (await look(id, beto)).own
    await enter(id, caro)
    await enter(id, ana)
    return { before, entries: (await act('close', id)).entries }
  }
  expect(await taking('holders')).toEqual({ before: { code: null, place: null }, entries: 3 })
  expect(await taking('checked_in')).toEqual({ before: null, entries: 2 })
  expect(await taking('opt_in')).toEqual({ before: null, entries: 2 })
})

test('entering again gives the same code', async () => {
  const { opened, enter, look } = raffling
  const { id } = await opened()
  const ana = await shop.given.user()
  const { code } = await enter(id, ana)
  expect(await enter(id, ana)).toEqual({ code })
  expect((await look(id, ana)).own).toEqual({ code, place: null })
  expect((await look(id)).entries).toBe(1)
})

test('the company and the staff take part in none, not by a ticket either, nor who came to work later', async () => {
  const { owner, eventId, type, act, opened, enter, codesOf } = raffling
  const event = { id: eventId }
  const staff = await shop.given.user({ staffOf: event, staffKind: 'RRPP' })
  const [later, unproved, ana] = [
    await shop.given.user(),
    await shop.given.user({ proved: [] }),
    await shop.given.user(),
  ]
  for (const holder of [staff, owner]) await shop.given.ticket({ type, holder })
  const { id } = await opened()
  expect(await shop.refusal(enter(id, owner))).toBe('raffle_of_own_event')
  expect(await shop.refusal(enter(id, staff))).toBe('raffle_of_own_event')
  await expect(enter(id, unproved)).rejects.toMatchObject({
    body: {
      code: 'contact_unproved',
      message: 'Para participar del sorteo, verificá antes tu teléfono o tu email',
    },
  })
  await enter(id, later)
  const { code } = await enter(id, ana)
  await sql`insert into event_staff (event_id, user_id, kind) values (${eventId}, ${later.id}, 'SCANNER')`.execute(
    shop.app.db,
  )
  expect(await act('close', id)).toMatchObject({ entries: 1 })
  expect(await codesOf(id)).toEqual([code])
})

test('an account that is joined to another has one entry; in a frozen list the second stays as a code', async () => {
  const { act, opened, enter, look, people } = raffling
  const move = (from: GivenUser, to: GivenUser) =>
    sql`select raffles_move_person(${from.id}, ${to.id})`.execute(shop.app.db)
  const [ana, guest, other, third] = (await people(4)) as [GivenUser, GivenUser, GivenUser, GivenUser]
  const [open, frozen] = [await opened({ entrants: 'opt_in' }), await opened({ entrants: 'opt_in' })]
  const { code } = await enter(open.id, ana)
  await enter(open.id, guest)
  for (const person of [ana, guest]) await enter(frozen.id, person)
  await act('close', frozen.id)
  await act('draw', frozen.id)
  await move(guest, ana)
  expect(await look(open.id, ana)).toMatchObject({ entries: 1, own: { code } })
  await act('publish', frozen.id)
  const [winner] = (await look(frozen.id)).places
  expect(await look(frozen.id, ana)).toMatchObject({ entries: 2, own: { code: winner?.code, place: 1 } })
  const { code: alone } = await enter(open.id, other)
  await move(other, third)
  expect((await look(open.id, third)).own).toEqual({ code: alone, place: null })
})

test('a closed account leaves what is open, and stays as a code in what is frozen', async () => {
  const { act, opened, enter, look } = raffling
  const ana = await shop.given.user()
  const [open, frozen] = [await opened({ entrants: 'opt_in' }), await opened({ entrants: 'opt_in' })]
  for (const { id } of [open, frozen]) await enter(id, ana)
  await act('close', frozen.id)
  await act('draw', frozen.id)
  const erase = shop.app.modules.find(({ name }) => name === 'raffles')?.person?.erase?.['raffles']
  const person = { name: ana.name, mail: null, mails: [], provedMails: [], phones: [], imageId: null }
  for (let again = 0; again < 2; again += 1) await erase?.(shop.app, { userId: ana.id, person })
  expect((await look(open.id)).entries).toBe(0)
  await act('publish', frozen.id)
  expect((await look(frozen.id)).places).toMatchObject([{ place: 1, name: null }])
})

test('a phone or a mailbox takes part once, from as many devices as it bought, and who works there not at all (rule R6.14)', async () => {
  const { eventId, owner, act, opened, enter } = raffling
  const { id: typeId } = await shop.given.ticketType({ event: { id: eventId }, priceCents: 0 })
  const buy = (buyer: TypedContacts) => order(shop, { eventId, typeId }, buyer)
  const sol = newBuyer()
  for (let device = 0; device < 4; device += 1) await buy(sol)
  await buy({ ...newBuyer(), phone: sol.phone })
  await buy({ ...newBuyer(), mail: sol.mail.replace('@', '+otra@') })
  await buy(newBuyer())
  await buy({ ...newBuyer(), phone: owner.phone })
  await shop.settle()
  const { id } = await opened()
  expect((await act('close', id)).entries).toBe(2)
  // The account that verified the phone is the one that takes part.
  const own = await shop.given.user({ phone: readPhone(sol.phone), proved: ['phone'] })
  const other = await opened()
  const { code } = await enter(other.id, own)
  expect((await act('close', other.id)).entries).toBe(2)
  expect(await raffling.codesOf(other.id)).toContain(code)
})
