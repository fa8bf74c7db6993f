import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'

export const drinkRows = rowsOf('drinks', {
  parent: 'event_id',
  columns: {
    name: 'name',
    description: 'description',
    priceCents: 'price_cents',
    isAvailable: 'is_available',
    imageId: 'image_id',
    position: 'position',
  },
  removed: 'removed_at',
})

/** Numbers an event's drinks from 1, with `id` at `position`, or at the end where there are fewer. */
export async function placeDrink(db: Db, eventId: string, id: string | null, position: number): Promise<void> {
  await sql`
    with others as (
      select id, row_number() over (order by position, id) as place from drinks
       where event_id = ${eventId} and removed_at is null and id is distinct from ${id}::uuid
    ), placed as (
      select id, place + (${id}::uuid is not null and place >= ${position})::int as place from others
      union all
      select ${id}::uuid, least(${position}, (select count(*) + 1 from others)) where ${id}::uuid is not null
    )
    update drinks d set position = p.place from placed p where p.id = d.id and d.position <> p.place`.execute(db)
}
