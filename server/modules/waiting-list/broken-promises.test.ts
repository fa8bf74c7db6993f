/** The checker finds what is broken of a waiting list: each row breaks one promise by hand. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modules } from '#server/app.ts'
import { runChecks } from '#server/db/check-invariants.ts'
import { invariantsOf, wholeInvariants } from '#server/db/invariants.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { givenSoldOut } from '#server/testing/waiting.ts'

let shop: SellingApp
let sale: { eventId: string; typeId: string }
beforeAll(async () => {
  shop = await createSellingApp()
  const given = await givenSoldOut(shop, 1)
  await given.join(await shop.given.user())
  await shop.givenSale()
  sale = given
})
afterAll(() => shop.close())

test.each([
  [
    'an offered place without an offer',
    'I2 places kept for offers are those of the offers that stand',
    () => sql`update ticket_stock set offered = 1, held = held + 1 where type_id = ${sale.typeId}`,
  ],
  [
    'a wanted place without an entry',
    'I2 places wanted are those that people wait for',
    () => sql`update ticket_stock set wanted = wanted + 1 where type_id = ${sale.typeId}`,
  ],
  [
    'an offered place that is not held',
    'I1 places that are kept for offers are held',
    () => sql`update ticket_stock set offered = held + 1 where type_id = ${sale.typeId}`,
  ],
  [
    'an entry at one event for a type of another',
    'waitlist entries are for a type of their event',
    () => sql`update waiting_list_entries set event_id = (select id from events where id <> ${sale.eventId} limit 1)
      where type_id = ${sale.typeId}`,
  ],
])('%s is found', async (_name, promise, breakIt) => {
  let found: string[] = []
  const undone = shop.app.db.transaction().execute(async (trx) => {
    await sql`alter table ticket_stock drop constraint ticket_stock_offers_are_held,
      drop constraint ticket_stock_not_oversold`.execute(trx)
    await breakIt().execute(trx)
    const entries = await trx.selectFrom('waiting_list_entries').select('id').execute()
    const looks = [
      wholeInvariants(modules),
      [
        ...invariantsOf(modules, 'type', [{ id: sale.typeId, eventId: sale.eventId }]),
        ...invariantsOf(modules, 'waiting_list_entry', entries),
      ],
    ]
    for (const look of looks) found = [...found, ...(await runChecks(trx, look)).map(({ name }) => name)]
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect(found.filter((name) => name === promise)).toHaveLength(2)
})
