/** What a person does is one message to each reader and channel, whatever it is made of. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
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
    { filename: `comprobante-${publicId}.pdf`, contentType: 'application/pdf' },
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
