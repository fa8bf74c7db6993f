-- module: scanning
-- Judges a batch of attempts at the door in the order of rule R13.1, admits what may enter, and stores every attempt.
-- `batch` is a list of {item, scanId, scannerId, hasRole, eventId, via, ticketId?, number?, codeHash?, isReadable, nonce?,
-- ip?, requestId?}; one row comes back per item. Look-ups are by key under `limit 1`, which the planner never turns into a
-- join: a plan made while the tables were empty must not stay for the life of a connection (the cached-plan trap).
create or replace function scanning_admit(batch jsonb)
returns table (
  item int, scan_id uuid, result text, reason text, scanned_at timestamptz, scanned_by text,
  ticket_id uuid, number text, type_name text, price_cents bigint, "position" int, of_total int,
  event_id uuid, event_name text, minimum_age int, opens_at timestamptz, valid_until timestamptz,
  holder_id uuid, holder_name text, holder_mail text
)
language plpgsql
set enable_seqscan = off
-- Planning it costs more than running it.
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  attempts scan_attempt[];
  candidates scan_attempt[];
  admitted uuid[] := '{}';
  winners int[] := '{}';
begin
  -- 1. The verdict as things stand: 'candidate' when nothing speaks against it, 'repeated' for a call that was admitted.
  select array_agg(row(
      v.item, case when v.result = 'repeated' then v.earlier_id else v."scanId" end, v."scannerId", v.event_id, v.ticket_id,
      v.epoch, v.via, v.nonce, v.result, v.reason, v.ip, v."requestId")::scan_attempt order by v.item)
    into attempts
    from (
      select b.*, e.id as event_id, t.id as ticket_id, t.epoch, earlier.id as earlier_id, inactive.reason,
        case
          when scanner.state is distinct from 'active' then 'invalid_scanner'
          when not b."hasRole" then 'insufficient_permissions'
          when not (coalesce(member.may_scan, false) or coalesce(staff.can_scan, false)) then
            case when staff.can_scan is null then 'scanner_not_assigned' else 'insufficient_permissions' end
          when not b."isReadable" then 'invalid_qr_code'
          -- Tickets are never deleted: a code of none was forged, and one with another hash was forged or is an old epoch's.
          when b.via = 'qr' and t.code_hash is distinct from decode(b."codeHash", 'hex') then 'invalid_qr_code'
          when t.id is null then 'ticket_not_found'
          when t.event_id <> e.id then 'wrong_event_qr'
          when earlier.ticket_id = t.id then 'repeated'
          when earlier.id is not null then 'idempotency_mismatch'
          when inactive.reason is not null then 'ticket_inactive'
          when t.state = 'used' then 'ticket_already_used'
          else 'candidate'
        end as result
      from jsonb_to_recordset(batch) as b (
        item int, "scanId" uuid, "scannerId" uuid, "hasRole" boolean, "eventId" uuid, via text, "ticketId" uuid,
        number text, "codeHash" text, "isReadable" boolean, nonce text, ip text, "requestId" text)
      left join lateral (select u.state from users u where u.id = b."scannerId" limit 1) scanner on true
      left join lateral (
        select n.id, n.company_id, n.state, n.starts_at, n.ends_at from events n where n.id = b."eventId" limit 1) e on true
      left join lateral (
        select s.can_scan from event_staff s
         where s.event_id = e.id and s.user_id = b."scannerId" and s.kind = 'SCANNER' limit 1) staff on true
      left join lateral (
        select (select c.state from companies c where c.id = m.company_id) = 'approved' as may_scan from company_members m
         where m.company_id = e.company_id and m.user_id = b."scannerId" and m.role in ('owner', 'manager')
         limit 1) member on true
      left join lateral (
        select k.id, k.event_id, k.type_id, k.epoch, k.state, k.code_hash from tickets k
         where k.id = coalesce(
             b."ticketId",
             (select n.id from tickets n where n.event_id = e.id and n.number = b.number),
             -- People at the wrong door of the same house get a result that says so. `offset 0`: event by event, by their index.
             (select n.id from (select o.id from events o where o.company_id = e.company_id offset 0) o,
                     lateral (select m.id from tickets m where m.event_id = o.id and m.number = b.number limit 1) n
               limit 1))
           -- What was typed says nothing of other companies' tickets; a code in hand was theirs to show.
           and (b.via = 'qr' or k.event_id = e.id
             or e.company_id = (select o.company_id from events o where o.id = k.event_id limit 1))
         limit 1) t on true
      left join lateral (
        select p.id, p.ticket_id from scans p
         where p.event_id = e.id and p.scanner_id = b."scannerId" and p.nonce = b.nonce and p.result = 'admitted'
         limit 1) earlier on true
      left join lateral (
        select case
          when t.state in ('refunded', 'cancelled', 'expired') then t.state
          when e.state not in ('active', 'success') then 'event_inactive'
          when app_now() < door_opens_at(e.starts_at) then 'too_early'
          when e.state = 'success' or app_now() > door_closes_at(e.starts_at, e.ends_at) then 'too_late'
          when app_now() > (select y.valid_until from ticket_types y where y.id = t.type_id) then 'after_hour'
        end as reason limit 1) inactive on true
    ) v;

  -- 2. Of several attempts at one ticket the first goes in; the conditional update has the last word.
  candidates := array(
    select a from (select distinct on (u.ticket_id) u.* from unnest(attempts) u
                    where u.result = 'candidate' order by u.ticket_id, u.item) a order by a.ticket_id);
  if cardinality(candidates) > 0 then
    admitted := tickets_admit(
      array(select c.ticket_id from unnest(candidates) c), array(select c.epoch from unnest(candidates) c),
      array(select c.scanner_id from unnest(candidates) c), array(select c.ip from unnest(candidates) c),
      array(select c.request_id from unnest(candidates) c));
    winners := array(select c.item from unnest(candidates) c where c.ticket_id = any (admitted));
    insert into scans (id, event_id, ticket_id, epoch, scanner_id, result, via, nonce)
    select c.scan_id, c.event_id, c.ticket_id, c.epoch, c.scanner_id, 'admitted', c.via, c.nonce
      from unnest(candidates) c where c.item = any (winners);
  end if;

  -- 3. Scans that came second, in this batch or behind another process's lock: the same call again, or too late. What has happened
  -- to the ticket meanwhile is read again.
  if exists (select 1 from unnest(attempts) u where u.result = 'candidate' and u.item <> all (winners)) then
    attempts := array(
      select case when u.result <> 'candidate' or u.item = any (winners) then u else row(
          u.item, coalesce(same.id, u.scan_id), u.scanner_id, u.event_id, u.ticket_id, u.epoch, u.via, u.nonce,
          case
            when same.id is not null then 'repeated'
            when t.state = 'used' then 'ticket_already_used'
            when t.state = 'valid' then 'invalid_qr_code' -- it changed hands: this code is an old one
            else 'ticket_inactive'
          end,
          case when t.state not in ('used', 'valid') then t.state end, u.ip, u.request_id)::scan_attempt end
        from unnest(attempts) u
        left join lateral (select k.state from tickets k where k.id = u.ticket_id limit 1) t on true
        left join lateral (
          select p.id from scans p
           where p.event_id = u.event_id and p.scanner_id = u.scanner_id and p.nonce = u.nonce and p.result = 'admitted'
             and p.ticket_id = u.ticket_id limit 1) same on true);
  end if;

  -- 4. Refusals are kept too, as far as they name an event; one that is repeated counts once.
  insert into scans (id, event_id, ticket_id, epoch, scanner_id, result, reason, via, nonce)
  select u.scan_id, u.event_id, u.ticket_id, u.epoch, u.scanner_id, u.result,
         case when u.result = 'ticket_inactive' then u.reason end, u.via, u.nonce
    from unnest(attempts) u
   where u.event_id is not null and u.result not in ('candidate', 'repeated')
  on conflict (event_id, scanner_id, nonce, result) where nonce is not null do nothing;

  -- 5. What the door shows. A repeated call answers as the first one did.
  return query
  select u.item, u.scan_id, case when u.result in ('candidate', 'repeated') then 'admitted' else u.result end, u.reason,
         t.used_at, (select n.name from users n where n.id = t.used_by),
         t.id, t.number, y.name, t.price_cents, t.position,
         greatest(1, (select count(*)::int from tickets o where o.order_id = t.order_id)),
         e.id, e.name, e.minimum_age, door_opens_at(e.starts_at), y.valid_until, h.id,
         -- As `box_office_holder_name`, planned with the rest.
         coalesce(case when t.holder_id = t.payer_id then coalesce(
                    (select o.guest_name from orders o where o.id = t.order_id),
                    (select i.recipient_name from issuances i where i.id = t.issuance_id)) end,
                  case when t.holder_id = t.payer_id and t.issuance_id is null then h.name else accounts_half_name(h.name) end),
         coalesce(case when t.holder_id = t.payer_id
                       then (select i.recipient_mail from issuances i where i.id = t.issuance_id) end, h.mail)
    from unnest(attempts) u
    left join lateral (
      select v.id, v.name, v.minimum_age, v.starts_at from events v where v.id = u.event_id limit 1) e on true
    left join lateral (
      select k.* from tickets k
       where k.id = u.ticket_id and u.result in ('candidate', 'repeated', 'ticket_already_used', 'ticket_inactive')
       limit 1) t on true
    left join lateral (select p.name, p.valid_until from ticket_types p where p.id = t.type_id limit 1) y on true
    left join lateral (select p.id, p.name, p.mail from users p where p.id = t.holder_id limit 1) h on true;
end
$$;
