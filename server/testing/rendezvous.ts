/** For the controls of races: two who write wait for each other first, so that a guard taken away is missed on any machine. */
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** As `meetBefore`, for who updates. */
export const meetBeforeUpdating = (db: Db, table: string): Promise<void> => meetBefore(db, 'update', table)

/**
 * From now on a session that updates `table`, or deletes from it, waits, before the first row is touched, until another has come as far: two that looked
 * without a lock have then both looked before either writes. The first pair waits up to 10 s; later ones, where no other
 * call may be left to come, 1 s.
 */
export async function meetBefore(db: Db, act: 'update' | 'delete', table: string): Promise<void> {
  await sql`create sequence comers`.execute(db)
  await sql`
    create function meet() returns trigger language plpgsql as $$
    declare
      place constant bigint := nextval('comers');
      until constant timestamptz := clock_timestamp() + case when place <= 2 then interval '10 s' else interval '1 s' end;
    begin
      -- Numbers of a sequence are seen by all at once, whatever their transactions do.
      while (select last_value from comers) < place + place % 2 and clock_timestamp() < until loop
        perform pg_sleep(0.005);
      end loop;
      return null;
    end $$`.execute(db)
  await sql`create trigger meet before ${sql.raw(act)} on ${sql.table(table)}
    for each statement execute function meet()`.execute(db)
}
