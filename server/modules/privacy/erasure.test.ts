/**
 * After a deletion no column of the database says who the person was. Every text and JSON column of the schema is read: one
 * that is added tomorrow is read too.
 */
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '#contract/accounts/accounts.ts'
import { createPurchase } from '#contract/sales/checkout.ts'
import { requestDeletion, requestExport, resolveDeletion } from '#contract/accounts/privacy.ts'
import { searchByPhone } from '#contract/accounts/people.ts'
import { sendContact } from '#contract/platform/support.ts'
import { getTicketPdf, transferTicket } from '#contract/sales/tickets.ts'
import { imageFileKey } from '#server/modules/media/image-files.ts'
import { fileKey } from '#server/modules/papers/keep-pdf.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

/**
 * Where it may stay, and why. `dev_inbox`, which only demos have: mails that went to others before. The queue's own tables,
 * which are not in this schema, forget finished jobs in a day and failed ones in ninety.
 */
const MAY_STAY = ['dev_inbox.body', 'dev_inbox.html', 'dev_inbox.subject', 'dev_inbox.attachments']

const person = {
  name: 'Zulema Quijótez',
  mail: 'zulema.quijotez@previa.example',
  phone: '+5491144556677',
  pendingMail: 'zulema.nueva@previa.example',
  googleMail: 'zulema.google@previa.example',
}
const WORDS = ['zulema', 'quijótez', 'quijotez', '44556677', '4455-6677', 'navegador-de-zulema', '203.0.113.77']

/** `table.column` of every place that holds one of the words. */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and (c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY', 'name', 'citext', 'inet'))
     order by 1, 2`.execute(server.app.db)
  expect(rows.length).toBeGreaterThan(100)
  const found: string[] = []
  for (const { table, column } of rows) {
    const { rows: hits } = await sql`
      select 1 from ${sql.table(table)}
       where ${sql.ref(column)}::text ilike any (${words.map((word) => `%${word}%`)}::text[]) limit 1`.execute(
      server.app.db,
    )
    if (hits.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

test('name, contacts, device, address, picture and words of a person are gone from every column', async () => {
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#2277cc' } })
    .png()
    .toBuffer()
  const headers = { 'user-agent': 'navegador-de-Zulema/1.0', 'x-device-id': 'aparato-de-zulema' }
  const { token, id } = await server.call(
    register,
    {
      body: {
        name: person.name,
        mail: person.mail,
        phone: person.phone,
        password: 'una-clave-larga',
        acceptsAdvertising: true,
        birthDate: '1990-02-03',
      },
      files: { profileImage: new Blob([new Uint8Array(picture)], { type: 'image/png' }) },
    },
    { headers, ip: '198.18.3.4' },
  )
  const as = token
  const { db } = server.app
  const { profile_image_id: imageId } = await db
    .selectFrom('users')
    .select('profile_image_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('users')
    .set({ pending_mail: person.pendingMail, pending_phone: '+5493414455667' })
    .set({ mail_proved_at: server.clock.now(), phone_proved_at: server.clock.now() })
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('user_identities')
    .values({ provider: 'google', subject: '10987', user_id: id, mail: person.googleMail })
    .execute()
  await db.updateTable('sessions').set({ ip: '203.0.113.77' }).where('user_id', '=', id).execute()
  // Tickets, one of them handed on and one received.
  const other = await server.given.user({ name: 'Bruno Díaz' })
  const event = await server.given.event()
  const type = await server.given.ticketType({ event, priceCents: 0 })
  const body = { eventId: event.id, ticketTypeId: type.id, quantity: 2 }
  await server.call(createPurchase, { body }, { as, idempotencyKey: 'compra-1' })
  const [own] = await db.selectFrom('tickets').select('id').where('holder_id', '=', id).execute()
  await server.call(transferTicket, { params: { id: own?.id ?? '' }, body: { toUserId: other.id } }, { as })
  await server.call(createPurchase, { body: { ...body, quantity: 1 } }, { as: other })
  const [given] = await db
    .selectFrom('tickets')
    .select('id')
    .where('holder_id', '=', other.id)
    .where('id', '<>', own?.id ?? '')
    .execute()
  await server.call(transferTicket, { params: { id: given?.id ?? '' }, body: { toUserId: id } }, { as: other })
  await server.call(searchByPhone, { query: { phone: person.phone } }, { as: other })
  await server.call(searchByPhone, { query: { phone: other.phone } }, { as })
  await server.call(
    sendContact,
    { body: { name: 'Zulema', mail: 'zulema.otra@previa.example', message: 'Soy Zulema, mi teléfono es 44556677.' } },
    { as },
  )
  await server.call(sendContact, {
    body: { name: 'Zulema Q.', mail: person.mail, message: 'Escribo sin ingresar, Zulema.' },
  })
  await server.drain()
  await sql`update deliveries d set last_error = '550 no such user ' || ${person.mail}::text
              from tickets t where t.id = d.ticket_id and t.holder_id = ${id}::uuid`.execute(db)
  await db
    .insertInto('idempotency_keys')
    .values({ actor_id: id, key: 'k', request_hash: Buffer.from(''), answer: JSON.stringify({ name: person.name }) })
    .execute()
  await server.call(requestExport, undefined, { as })
  await server.drain()
  // As an earlier version left them on orders that are paid.
  await db.updateTable('orders').set({ device: 'ip 203.0.113.77' }).where('buyer_id', '=', id).execute()
  // The canary sings: there is something to erase.
  const before = await placesOf(WORDS)
  for (const place of [
    'users.name',
    'users.mail',
    'users.phone',
    'sessions.agent',
    'sessions.ip',
    'orders.device',
    'user_identities.mail',
  ]) {
    expect(before).toContain(place)
  }
  for (const place of [
    'contact_messages.message',
    'deliveries.last_error',
    'idempotency_keys.answer',
    'dev_inbox.recipient',
  ]) {
    expect(before).toContain(place)
  }

  const held = await db
    .selectFrom('tickets')
    .select('id')
    .where('holder_id', '=', id)
    .where('state', '=', 'valid')
    .execute()
  await server.call(getTicketPdf, { params: { id: held[0]?.id ?? '' }, query: {} }, { as })
  const pdfsOf = () => db.selectFrom('kept_papers').select('key').where('owner_id', '=', id).execute()
  const pdfs = await pdfsOf()
  expect(await server.app.files.private.exists(fileKey(pdfs[0]?.key ?? ''))).toBe(true)
  const { id: requestId } = await server.call(
    requestDeletion,
    { body: { confirmation: 'ELIMINAR', ticketsGivenUp: held.length, reason: 'Me llamo Zulema y me voy.' } },
    { as },
  )
  const legal = await server.given.user({ isLegal: true })
  await server.call(resolveDeletion, { params: { id: requestId }, body: { action: 'approve' } }, { as: legal })
  await server.advance({ seconds: 11 })
  await server.drain()

  const { state } = await db
    .selectFrom('account_deletions')
    .select('state')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  expect(state).toBe('completed')
  // Its last mail has left: in the inbox of a demo it is the only thing that still has the address.
  await db.deleteFrom('dev_inbox').where('recipient', '=', person.mail).execute()
  expect((await placesOf(WORDS)).filter((place) => !MAY_STAY.includes(place))).toEqual([])
  // Fiscal rows stay, of a person without a name.
  expect(await db.selectFrom('orders').select('state').where('buyer_id', '=', id).execute()).toEqual([
    { state: 'paid' },
  ])
  expect(
    await db.selectFrom('users').select(['name', 'birth_date', 'gender']).where('id', '=', id).executeTakeFirst(),
  ).toEqual({
    name: 'Cuenta eliminada',
    birth_date: null,
    gender: 'Prefiero no decir',
  })
  expect(await pdfsOf()).toEqual([])
  for (const { key } of pdfs) expect(await server.app.files.private.exists(fileKey(key))).toBe(false)
  for (const width of [320, 640, 960, 1280] as const) {
    const file = imageFileKey({ imageId: imageId ?? '', width, format: 'webp' })
    expect(await server.app.files.public.exists(file)).toBe(false)
  }
  expect(
    await db
      .selectFrom('images')
      .select('id')
      .where('id', '=', imageId ?? '')
      .execute(),
  ).toEqual([])
})
