/** Rules that are written in one place: a file that repeats their literals has not found them (docs/architecture.md, «Rules with one home»). */
import { expect, test } from 'vitest'
import { readSources } from '#server/testing/source.ts'

const ORDER = 'checkout/order.ts'

test.each<[rule: string, literal: RegExp, homes: readonly string[]]>([
  [
    'the unpaid states of an order',
    /'reserved'[^;{}[\]]{0,30}'pending_payment'|'pending_payment'[^;{}[\]]{0,30}'reserved'/,
    ['checkout_is_unpaid.sql', ORDER],
  ],
  [
    'the paid states of an order',
    /'partially_refunded'[^;{}[\]]{0,40}'refunded'[^;{}[\]]{0,40}'in_dispute'/,
    ['checkout_has_paid.sql', ORDER],
  ],
  ['an open refund', /'requested', ?'approved', ?'processing'/, ['payments_refund_is_open.sql']],
  [
    'an event on sale or to come',
    /'active'[^;{}]{0,40}(?:'approved'|is_event_expired|isExpired|expires_at)/,
    // The last one shows what took place, whether or not its state says so yet.
    ['events_is_on_sale.sql', 'events_is_to_come.sql', 'managing/documents.ts'],
  ],
  ['a verified contact', /(?:mail|phone)_proved_at is not null or/, ['accounts_has_verified_contact.sql']],
  ['the free places of a type', /capacity - (?:\w+\.)?held/, ['stock_free_places.sql']],
  ['the kept places of a type', /least\(\w+\.wanted/, ['stock_kept.sql']],
  ['the close of a waitlist', /starts_at - interval '2 hours'/, ['waiting_list_closes_at.sql']],
  ['the last moment to pay', /held_until - /, ['checkout_pay_until.sql']],
  ['an account that collects', /'connected', 'refresh_failed'/, ['companies_collecting_account.sql']],
  ['the money of a promoter’s part', /sum\(ledger_held\('promoter/, ['ledger_of_promo.sql']],
  ['the local clock', /at time zone (?!interval '-03:00')|, 'America\/Argentina/, []],
  ['the end of a hold', /ended_at = (?:moment|app_now\(\)), device = null/, ['checkout_close_orders.sql']],
  ['the fields of a locked order', /'isHoldExtended'/, ['checkout_locked_order.sql']],
])('%s: no file but its home repeats it', (_, literal, homes) => {
  // Invariants state rules a second time on purpose; tests and the demo's data decide nothing.
  const files = readSources(['server/**/*.{ts,sql}']).filter(
    ({ path }) => !/\.test\.ts$|invariants\.ts$|^server\/(?:testing|demo|db\/migrations|db\/schema)/.test(path),
  )
  const found = files.filter(({ code }) => literal.test(code.replaceAll(/--.*$/gm, ''))).map(({ path }) => path)
  expect(homes.filter((home) => !found.some((path) => path.endsWith(`/${home}`)))).toEqual([])
  expect(found.filter((path) => !homes.some((home) => path.endsWith(`/${home}`)))).toEqual([])
})
