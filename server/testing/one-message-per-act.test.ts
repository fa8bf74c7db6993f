/** What a person does is one message to each reader and channel, whatever it is made of. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { refundTicketMoney } from '#contract/sales/refunds.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import type { GivenUser } from './given.ts'
import type { SellingApp } from './selling-app.ts'
import { eachTestSettles } from './settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const farOff = { event: { startsInHours: 24 * 30 }, type: { priceCents: 1_000_000 } }

/** Runs `act` and every job that follows from it within two minutes; gives what each of `people` got since. */
async function messagesOf(people: readonly GivenUser[], act: () => Promise<unknown>) {
  await passTime()
  await sql`delete from dev_inbox`.execute(shop.app.db)
  await act()
  await passTime()
  const addresses = people.flatMap(({ mail, phone }) => [mail, phone])
  const rows = await shop.app.db
    .selectFrom('dev_inbox')
    .select(['channel', 'recipient', 'subject', 'body', 'attachments'])
    .where('recipient', 'in', addresses)
    .orderBy('id')
    .execute()
  return people.map(({ mail, phone }) => ({
    mails: rows.filter(({ recipient }) => recipient === mail),
    whatsapps: rows.filter(({ recipient }) => recipient === phone),
  }))
}

async function passTime() {
  for (let round = 0; round < 4; round += 1) {
    await shop.settle()
    for (const job of ['notifications.deliver', 'receipts.sweep', 'receipts.mail'] as const) {
      await shop.app.queue.runJob(shop.app, job)
    }
    await shop.advance({ seconds: 30 })
  }
}

const subjects = ({ mails }: { mails: readonly { subject: string }[] }) => mails.map(({ subject }) => subject)
const templates = ({ whatsapps }: { whatsapps: readonly { subject: string }[] }) =>
  whatsapps.map(({ subject }) => subject)
const ticketsOf = async (publicId: string) =>
  (
    await sql<{ id: string }>`
      select t.id from tickets t join orders o on o.id = t.order_id where o.public_id = ${publicId} order by t.position`.execute(
      shop.app.db,
    )
  ).rows.map(({ id }) => id)

/** Buys tickets, each for $10.000 and its fee. */
async function buy(buyer: GivenUser, quantity: number) {
  const sale = await shop.givenSale(farOff)
  let publicId = ''
  const messages = await messagesOf([buyer], async () => {
    const purchase = await shop.buy(buyer, sale.typeId, sale.eventId, quantity)
    await shop.simulator.control.pay(await shop.preferenceOf(purchase))
    publicId = purchase.order.publicId
  })
  const tickets = await ticketsOf(publicId)
  return { ...sale, publicId, tickets, messages }
}

test('a purchase: its tickets, their PDF and the receipt together', async () => {
  const { messages, publicId } = await buy(await shop.given.user(), 2)
  expect(messages.map(subjects)).toEqual([['Tus entradas para Fiesta Lunar Rosario']])
  expect(messages.map(templates)).toEqual([['entradas_listas']])
  const [mail] = messages[0]?.mails ?? []
  expect(mail?.body.split('\n')[0]).toContain('Tus entradas para Fiesta Lunar Rosario.')
  expect(mail?.body.match(/\/entrada\//g)).toHaveLength(2)
  expect(mail?.attachments).toMatchObject([
    { filename: 'entradas.pdf' },
    { filename: `comprobante-${await shop.orderNumber(publicId)}.pdf`, contentType: 'application/pdf' },
  ])
})

test('a free reservation: its tickets', async () => {
  const buyer = await shop.given.user()
  const { typeId, eventId } = await shop.givenSale({ ...farOff, type: { priceCents: 0 } })
  const messages = await messagesOf([buyer], () => shop.buy(buyer, typeId, eventId, 2))
  expect(messages.map(subjects)).toEqual([['Tus entradas para Fiesta Lunar Rosario']])
  expect(messages.map(templates)).toEqual([['entradas_listas']])
  expect(messages[0]?.mails[0]?.attachments).toMatchObject([{ filename: 'entradas.pdf' }])
})

test('a transfer: the ticket to who takes it, a confirmation to who gives it', async () => {
  const [buyer, taker] = [await shop.given.user({ name: 'Sol Paz' }), await shop.given.user()]
  const { tickets } = await buy(buyer, 1)
  const messages = await messagesOf([buyer, taker], () =>
    shop.call(transferTicket, { params: { id: tickets[0] ?? '' }, body: { toUserId: taker.id } }, { as: buyer }),
  )
  expect(messages.map(subjects)).toEqual([
    ['Transferiste una entrada para Fiesta Lunar Rosario'],
    ['Sol te pasó una entrada para Fiesta Lunar Rosario'],
  ])
  expect(messages.map(templates)).toEqual([['entrada_transferida'], ['entrada_recibida']])
  const [mail] = messages[1]?.mails ?? []
  expect(mail?.body.split('\n')[0]).toContain('Sol Paz te pasó una entrada para Fiesta Lunar Rosario.')
  expect(mail?.attachments).toMatchObject([{ filename: 'entradas.pdf' }])
})

test('a transfer to a person without an account: the ticket, whose mail activates the account', async () => {
  const buyer = await shop.given.user({ name: 'Sol Paz' })
  const { tickets } = await buy(buyer, 1)
  const to = { name: 'Lucía Duarte', phone: '+5493415550199', mail: 'lucia-una@previa.example' }
  const messages = await messagesOf([{ ...buyer, ...to }], () =>
    shop.call(transferTicket, { params: { id: tickets[0] ?? '' }, body: to }, { as: buyer }),
  )
  expect(messages.map(subjects)).toEqual([['Sol te pasó una entrada para Fiesta Lunar Rosario']])
  expect(messages.map(templates)).toEqual([['entrada_recibida']])
  expect(messages[0]?.mails[0]?.body).toMatch(/Activar mi cuenta: \S+\/activate-account#token=[\w-]{43}/)
})

const refunding = async ({ companyId, eventId }: { companyId: string; eventId: string }) => {
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  return (ticketId = '', part = {}) =>
    shop.call(
      refundTicketMoney,
      { params: { id: eventId }, body: { ticketId, reason: 'Cortaron la luz', ...part } },
      { as: owner },
    )
}

test('a part of a ticket’s money: its payer', async () => {
  const buyer = await shop.given.user()
  const bought = await buy(buyer, 2)
  const refund = await refunding(bought)
  const messages = await messagesOf([buyer], () => refund(bought.tickets[0], { partialAmount: 5000 }))
  expect(messages.map(subjects)).toEqual([['Te devolvimos $5.000 de Fiesta Lunar Rosario']])
  expect(messages[0]?.mails[0]?.body).not.toContain('ya no sirve')
})

test('a purchase of three tickets goes back: its amount whole to its payer, its tickets to their holders', async () => {
  const [buyer, holder] = [await shop.given.user(), await shop.given.user()]
  const bought = await buy(buyer, 3)
  const [first = '', second = ''] = bought.tickets
  for (const id of [first, second]) {
    await shop.call(transferTicket, { params: { id }, body: { toUserId: holder.id } }, { as: buyer })
  }
  const refund = await refunding(bought)
  const messages = await messagesOf([buyer, holder], async () => {
    for (const id of bought.tickets) await refund(id)
  })
  expect(messages.map(subjects)).toEqual([
    ['Te devolvimos $33.000 de Fiesta Lunar Rosario'],
    ['Tus entradas para Fiesta Lunar Rosario ya no sirven'],
  ])
  const [ofPayer, ofHolder] = messages.map(({ mails }) => mails[0]?.body ?? '')
  expect([ofPayer?.match(/General \(/g)?.length, ofHolder?.match(/General \(/g)?.length]).toEqual([3, 2])
})

test('a refund that waits for the seller keeps the mail of the others back for ten minutes, not longer', async () => {
  const buyer = await shop.given.user()
  const bought = await buy(buyer, 2)
  const refund = await refunding(bought)
  const [first, second] = bought.tickets
  const soon = await messagesOf([buyer], async () => {
    await refund(first)
    await refund(second)
    await sql`update refunds set next_attempt_at = app_now() + interval '1 hour' where ticket_id = ${second}::uuid`.execute(
      shop.app.db,
    )
  })
  expect(soon.map(subjects)).toEqual([[]])
  const late = await messagesOf([buyer], () => shop.advance({ minutes: 10 }))
  expect(late.map(subjects)).toEqual([['Te devolvimos $11.000 de Fiesta Lunar Rosario']])
  const rest = await messagesOf([buyer], () => shop.advance({ minutes: 60 }))
  expect(rest.map(subjects)).toEqual([['Te devolvimos $11.000 de Fiesta Lunar Rosario']])
})
