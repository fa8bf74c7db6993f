import type { Invariants } from '#server/db/invariants.ts'

export const invariants: Invariants = {
  kinds: { raffle: { atOnce: 50 } },
  narrowed: { raffle: { raffles: 'id = any($ids)', raffle_entries: 'raffle_id = any($ids)' } },
  of: {
    raffle: {
      'the list of a closed raffle is the one whose hash was published': `
      select r.id from raffles r cross join lateral (
        select count(*)::int as entries, coalesce(string_agg(n.code, e'\\n' order by n.code collate "C"), '') as list
          from raffle_entries n where n.raffle_id = r.id) l
       where r.closed_at is not null
         and (r.entries <> l.entries or r.list_hash <> encode(sha256(convert_to(l.list, 'UTF8')), 'hex'))`,
      'the seed of a drawn raffle is the one whose hash was published': `
      select r.id from raffles r where r.seed is not null and r.seed_hash <> encode(sha256(decode(r.seed, 'hex')), 'hex')`,
      'a drawn raffle has all its winners and alternates, in places without gaps': `
      select r.id from raffles r cross join lateral (
        select count(n.draw_order)::int as drawn, coalesce(max(n.draw_order), 0) as last_drawn,
               count(n.place)::int as placed, coalesce(max(n.place), 0) as last
          from raffle_entries n where n.raffle_id = r.id) p
       cross join lateral (
         select case when r.drawn_at is null then 0 else least(r.entries - (p.drawn - p.placed), r.winners + r.alternates) end as due) d
       where p.placed <> d.due or p.last <> d.due or p.drawn <> p.last_drawn`,
    },
  },
}
