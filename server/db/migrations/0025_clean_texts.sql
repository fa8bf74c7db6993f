-- What people typed before there was one rule for text (contract/text.ts) is brought to it: control characters, bidi
-- overrides and other marks that nobody sees go, blanks and line ends of a line become a space, letters are composed. A
-- name with a control character stopped the mails of its event. The classes are those of Unicode 17 as Node names them:
-- Extended_Pictographic, and Cc, Default_Ignorable_Code_Point, Noncharacter_Code_Point and FFF9–FFFC without line ends,
-- the joiner and the emoji's presentation. Audit rows stay as they were written.

create or replace function pg_temp.pictures() returns text language sql immutable as $$ select
    '\u00A9\u00AE\u203C\u2049\u2122\u2139\u2194-\u2199\u21A9\u21AA\u231A\u231B\u2328\u23CF\u23E9-\u23F3' ||
    '\u23F8-\u23FA\u24C2\u25AA\u25AB\u25B6\u25C0\u25FB-\u25FE\u2600-\u2604\u260E\u2611\u2614\u2615\u2618' ||
    '\u261D\u2620\u2622\u2623\u2626\u262A\u262E\u262F\u2638-\u263A\u2640\u2642\u2648-\u2653\u265F\u2660' ||
    '\u2663\u2665\u2666\u2668\u267B\u267E\u267F\u2692-\u2697\u2699\u269B\u269C\u26A0\u26A1\u26A7\u26AA' ||
    '\u26AB\u26B0\u26B1\u26BD\u26BE\u26C4\u26C5\u26C8\u26CE\u26CF\u26D1\u26D3\u26D4\u26E9\u26EA' ||
    '\u26F0-\u26F5\u26F7-\u26FA\u26FD\u2702\u2705\u2708-\u270D\u270F\u2712\u2714\u2716\u271D\u2721\u2728' ||
    '\u2733\u2734\u2744\u2747\u274C\u274E\u2753-\u2755\u2757\u2763\u2764\u2795-\u2797\u27A1\u27B0\u27BF' ||
    '\u2934\u2935\u2B05-\u2B07\u2B1B\u2B1C\u2B50\u2B55\u3030\u303D\u3297\u3299\U0001F004' ||
    '\U0001F02C-\U0001F02F\U0001F094-\U0001F09F\U0001F0AF\U0001F0B0\U0001F0C0\U0001F0CF\U0001F0D0' ||
    '\U0001F0F6-\U0001F0FF\U0001F170\U0001F171\U0001F17E\U0001F17F\U0001F18E\U0001F191-\U0001F19A' ||
    '\U0001F1AE-\U0001F1E5\U0001F201-\U0001F20F\U0001F21A\U0001F22F\U0001F232-\U0001F23A' ||
    '\U0001F23C-\U0001F23F\U0001F249-\U0001F25F\U0001F266-\U0001F321\U0001F324-\U0001F393\U0001F396' ||
    '\U0001F397\U0001F399-\U0001F39B\U0001F39E-\U0001F3F0\U0001F3F3-\U0001F3F5\U0001F3F7-\U0001F3FA' ||
    '\U0001F400-\U0001F4FD\U0001F4FF-\U0001F53D\U0001F549-\U0001F54E\U0001F550-\U0001F567\U0001F56F' ||
    '\U0001F570\U0001F573-\U0001F57A\U0001F587\U0001F58A-\U0001F58D\U0001F590\U0001F595\U0001F596' ||
    '\U0001F5A4\U0001F5A5\U0001F5A8\U0001F5B1\U0001F5B2\U0001F5BC\U0001F5C2-\U0001F5C4' ||
    '\U0001F5D1-\U0001F5D3\U0001F5DC-\U0001F5DE\U0001F5E1\U0001F5E3\U0001F5E8\U0001F5EF\U0001F5F3' ||
    '\U0001F5FA-\U0001F64F\U0001F680-\U0001F6C5\U0001F6CB-\U0001F6D2\U0001F6D5-\U0001F6E5\U0001F6E9' ||
    '\U0001F6EB-\U0001F6F0\U0001F6F3-\U0001F6FF\U0001F7DA-\U0001F7FF\U0001F80C-\U0001F80F' ||
    '\U0001F848-\U0001F84F\U0001F85A-\U0001F85F\U0001F888-\U0001F88F\U0001F8AE\U0001F8AF' ||
    '\U0001F8BC-\U0001F8BF\U0001F8C2-\U0001F8CF\U0001F8D9-\U0001F8FF\U0001F90C-\U0001F93A' ||
    '\U0001F93C-\U0001F945\U0001F947-\U0001F9FF\U0001FA58-\U0001FA5F\U0001FA6E-\U0001FAFF' ||
    '\U0001FC00-\U0001FFFD'
$$;
create or replace function pg_temp.unseen() returns text language sql immutable as $$ select
    '\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5' ||
    '\u180B-\u180F\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFDD0-\uFDEF\uFE00-\uFE0E' ||
    '\uFEFF\uFFA0\uFFF0-\uFFFC\uFFFE\uFFFF\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U0001FFFE\U0001FFFF' ||
    '\U0002FFFE\U0002FFFF\U0003FFFE\U0003FFFF\U0004FFFE\U0004FFFF\U0005FFFE\U0005FFFF\U0006FFFE\U0006FFFF' ||
    '\U0007FFFE\U0007FFFF\U0008FFFE\U0008FFFF\U0009FFFE\U0009FFFF\U000AFFFE\U000AFFFF\U000BFFFE\U000BFFFF' ||
    '\U000CFFFE\U000CFFFF\U000DFFFE-\U000E0FFF\U000EFFFE\U000EFFFF\U000FFFFE\U000FFFFF\U0010FFFE' ||
    '\U0010FFFF'
$$;

create or replace function pg_temp.as_paragraph(typed text) returns text language plpgsql immutable strict as $$
declare
  flags constant text[] := array[
    U&'\+01F3F4\+0E0067\+0E0062\+0E0065\+0E006E\+0E0067\+0E007F',
    U&'\+01F3F4\+0E0067\+0E0062\+0E0073\+0E0063\+0E0074\+0E007F',
    U&'\+01F3F4\+0E0067\+0E0062\+0E0077\+0E006C\+0E0073\+0E007F'];
  kept text := typed;
begin
  -- The spelled flags step aside as private characters.
  for place in 1..3 loop
    kept := replace(kept, flags[place], chr(1048576 + place));
  end loop;
  kept := regexp_replace(kept, '\r\n|[\n\v\f\r\u0085\u2028\u2029]', e'\n', 'g');
  kept := replace(kept, e'\t', ' ');
  kept := regexp_replace(kept,
    '[' || pg_temp.unseen() || ']|(?<![0-9#*' || pg_temp.pictures() || '])\uFE0F|(?<=[0-9#*])\uFE0F(?!\u20E3)', '', 'g');
  kept := regexp_replace(kept,
    '(?<![\uFE0F\U0001F3FB-\U0001F3FF' || pg_temp.pictures() || '])\u200D|\u200D(?![' || pg_temp.pictures() || '])',
    '', 'g');
  for place in 1..3 loop
    kept := replace(kept, chr(1048576 + place), flags[place]);
  end loop;
  return regexp_replace(normalize(kept, nfc),
    '^[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+|[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+$', '', 'g');
end
$$;

-- A name must not be empty, and a text of ten letters or more not shorter: what nothing is left of says so. A few letters are
-- two once they are composed (U+0958): what grew beyond the longest is cut there.
create or replace function pg_temp.as_line(typed text, shortest int default 0, longest int default 1000000)
returns text language sql immutable as $$
  select case when length(kept) < least(shortest, length(typed)) then 'Sin nombre' else kept end
    from (select btrim(left(btrim(regexp_replace(pg_temp.as_paragraph(typed),
      '[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u2800\u3000]+', ' ', 'g'), ' '), longest), ' ') as kept) as line
$$;
create or replace function pg_temp.as_text(typed text, shortest int default 0, longest int default 1000000)
returns text language sql immutable as $$
  select case when length(kept) < least(shortest, length(typed)) then '(sin texto)' else kept end
    from (select btrim(left(pg_temp.as_paragraph(typed), longest), e' \n') as kept) as paragraph
$$;

-- Plain lines of western letters are right as they stand: they are told apart by one look, the rest is compared.
create or replace function pg_temp.is_plain(typed text) returns boolean language sql immutable as $$
  select typed is null or typed ~ '^([!-~¡-¬®-ſ]+( [!-~¡-¬®-ſ]+)*)?$'
$$;

update users set name = pg_temp.as_line(name, 2, 100)
 where not pg_temp.is_plain(name) and name is distinct from pg_temp.as_line(name, 2, 100);

update companies
   set name = pg_temp.as_line(name, 1), legal_name = pg_temp.as_line(legal_name), description = pg_temp.as_text(description)
 where not (pg_temp.is_plain(name) and pg_temp.is_plain(legal_name) and pg_temp.is_plain(description))
   and (name, legal_name, description) is distinct from
       (pg_temp.as_line(name, 1), pg_temp.as_line(legal_name), pg_temp.as_text(description));

update events
   set name = pg_temp.as_line(name, 3), description = pg_temp.as_text(description),
       venue_name = pg_temp.as_line(venue_name, 2), address = pg_temp.as_line(address, 3), city = pg_temp.as_line(city, 2),
       province = pg_temp.as_line(province, 2), admission_conditions = pg_temp.as_text(admission_conditions)
 where not (pg_temp.is_plain(name) and pg_temp.is_plain(description) and pg_temp.is_plain(venue_name)
            and pg_temp.is_plain(address) and pg_temp.is_plain(city) and pg_temp.is_plain(province)
            and pg_temp.is_plain(admission_conditions))
   and (name, description, venue_name, address, city, province, admission_conditions) is distinct from
       (pg_temp.as_line(name, 3), pg_temp.as_text(description), pg_temp.as_line(venue_name, 2),
        pg_temp.as_line(address, 3), pg_temp.as_line(city, 2), pg_temp.as_line(province, 2),
        pg_temp.as_text(admission_conditions));

update ticket_types set name = pg_temp.as_line(name, 1), description = pg_temp.as_text(description)
 where not (pg_temp.is_plain(name) and pg_temp.is_plain(description))
   and (name, description) is distinct from (pg_temp.as_line(name, 1), pg_temp.as_text(description));

update contact_messages set name = pg_temp.as_line(name, 2, 100), message = pg_temp.as_text(message, 10, 4000)
 where not (pg_temp.is_plain(name) and pg_temp.is_plain(message))
   and (name, message) is distinct from (pg_temp.as_line(name, 2, 100), pg_temp.as_text(message, 10, 4000));

update account_deletions set reason = pg_temp.as_text(reason, 0, 500), rejection_reason = pg_temp.as_text(rejection_reason, 10, 500)
 where not (pg_temp.is_plain(reason) and pg_temp.is_plain(rejection_reason))
   and (reason, rejection_reason) is distinct from
       (pg_temp.as_text(reason, 0, 500), pg_temp.as_text(rejection_reason, 10, 500));
