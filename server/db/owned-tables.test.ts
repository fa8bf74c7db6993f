/** Whose each table is: who writes it, and who may read it. */
import { expect, test } from 'vitest'
import { modules } from '#server/app.ts'
import { readSources } from '#server/testing/source.ts'

const MODULES = modules.map(({ name }) => name)
/** Which module owns, and alone writes, each table. */
const owners: Readonly<Record<string, string>> = Object.fromEntries(
  modules.flatMap(({ name, tables }) => tables.map((table) => [table, name])),
)
/** What a SQL function does is recorded in the same statement: rows are added to these by every module. */
const ADDED_TO_BY_ALL = ['audit_rows']

const product = readSources(['server/**/*.ts']).filter(
  ({ path }) => !/\.test(ing)?\.ts$/.test(path) && !path.startsWith('server/testing/'),
)
const functions = readSources(['server/db/functions/*.sql']).map(({ path, text }) => ({
  path,
  owner: /^-- module: ([a-z-]+)\n/.exec(text)?.[1],
  statements: text.replaceAll(/--.*$/gm, ''),
}))
const moduleOf = (path: string) => /^server\/modules\/([^/]+)\//.exec(path)?.[1] ?? ''

test('a table is written by its owner alone, in store.ts, or store-<part>.ts, or in one of its SQL functions', () => {
  const inCode = product.flatMap(({ path, code: text }) => {
    const owner = moduleOf(path) || (/^server\/(db|jobs)\//.exec(path)?.[1] ?? '')
    const isAllowed = moduleOf(path) === '' || /\/store(-[a-z]+)?\.ts$/.test(path)
    return writtenTables(text)
      .filter((table) => owners[table] !== owner || !isAllowed)
      .map((table) => `${path} writes ${table} of ${owners[table]}`)
  })
  const inFunctions = functions.flatMap(({ path, owner, statements }) => {
    const added = new RegExp(`insert into (${ADDED_TO_BY_ALL.join('|')})`, 'g')
    return writtenTables(statements.replaceAll(added, ''))
      .filter((table) => owners[table] !== owner)
      .map((table) => `${path} of ${owner} writes ${table} of ${owners[table]}`)
  })
  expect([...inCode, ...inFunctions]).toEqual([])
})

test('a SQL function is named after its module, which its first line names', () => {
  const wrong = functions.filter(({ path, owner }) => {
    return (
      owner === undefined ||
      !path
        .split('/')
        .at(-1)
        ?.startsWith(`${owner.replaceAll('-', '_')}_`)
    )
  })
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('writes are seen in code and in SQL', () => {
  expect(writtenTables(`db.insertInto('users').values(row)`)).toEqual(['users'])
  expect(writtenTables('sql`update orders set state = 1`; delete from tickets; insert into scans values (1)')).toEqual([
    'orders',
    'tickets',
    'scans',
  ])
  expect(writtenTables(`const lease: HeldLease = {\n  table: 'refunds',\n  key: 'id',`)).toEqual(['refunds'])
  expect(writtenTables(`export const drinkRows = rowsOf('drinks', {`)).toEqual(['drinks'])
  expect(
    writtenTables(
      `insertRow(app.db, 'users', {}); insertNew(\n db,\n 'tickets', row); updateRows(db, 'orders', {}, {})`,
    ),
  ).toEqual(['users', 'tickets', 'orders'])
  expect(writtenTables('select * from users for update of users; on conflict do update set name = 1')).toEqual([])
})

/** Tables that a text inserts into, updates, deletes from or empties, by query builder or in SQL. */
function writtenTables(text: string): string[] {
  const built = text.matchAll(/\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*'(\w+)/g)
  const written = text.matchAll(
    /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update(?:\s+only)?)\s+(?:public\.)?(\w+)/gi,
  )
  // What a lease is declared for is written under it.
  const leased = text.matchAll(/^\s+table: '(\w+)',$/gm)
  const rows = text.matchAll(/\b(?:rowsOf\(|(?:insertRow|insertNew|updateRows)\(\s*[\w.]+,\s*)'(\w+)'/g)
  const names = [...built, ...written, ...leased, ...rows].map(([, table = '']) => table)
  return [...new Set(names)].filter((table) => table in owners)
}

test('every table of the migrations has an owner', () => {
  const named = (statement: RegExp) =>
    readSources(['server/db/migrations/*.sql']).flatMap(({ text }) =>
      [...text.matchAll(statement)].map(([, table = '']) => table),
    )
  const dropped = named(/^drop table (\w+)/gm)
  const tables = named(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gm)
  expect(tables.filter((table) => !(table in owners) && !dropped.includes(table))).toEqual([])
  expect(dropped.filter((table) => table in owners)).toEqual([])
})

/**
 * Where an earlier module still reads what a later one has, none writes it. There shall be no more of these: what a module adds
 * to something earlier it declares in its `module.ts`.
 */
const READS_LATER: Readonly<Record<string, string>> = {
  // A person's roles in companies and events, for each request in one statement.
  'server/db/functions/accounts_find_sessions.sql': 'companies company_members event_staff',
  'server/modules/accounts/session/queries.ts': 'companies company_members event_staff',
  // Which of the accounts that give a mail have paid: those get their link first, in the order of one statement.
  'server/modules/accounts/contact/queries.ts': 'checkout_has_paid() orders',
  // How many events a company's profile names and whether its page is in the site map; what an organizer's list says of sales.
  'server/modules/companies/queries.ts': 'events events_is_listed() events_is_to_come()',
  'server/modules/events/managing/queries-manage.ts':
    'checkout_is_unpaid() event_totals ledger_entries ledger_paid_cents() orders scans totals_mark',
  // Whether the owner and the tickets of a paper exist, locked by the very statement that keeps it.
  'server/modules/papers/store.ts': 'tickets users',
  // Whose money it is, which the order says: with the claim of a notification, and of a refund that has no other record of it.
  'server/modules/payments/store.ts': 'orders',
  'server/modules/payments/refunds/queries.ts': 'orders',
  // A ticket that is being refunded is not transferred: asked of the row in the update that a refund also needs.
  'server/db/functions/tickets_transfer.sql': 'payments_refunds_of_ticket()',
  // Nor is it shown with drinks whose money went back; and it names who it was bought for without a session, as its order says.
  'server/modules/tickets/queries.ts': 'checkout_serves_drink() orders payments_refunds_of_ticket()',
}

test('nothing earlier reaches something later through SQL', () => {
  const asked = [...product.map(({ path, code }) => ({ path, owner: moduleOf(path), statements: code })), ...functions]
  const found = asked
    .filter(({ owner = '' }) => MODULES.includes(owner))
    .map(({ path, owner = '', statements }) => [path, laterOf(statements, owner)] as const)
  expect(Object.fromEntries(found.filter(([, later]) => later !== ''))).toEqual(READS_LATER)
})

test.each([
  ['select 1 from accounts a join orders o on true', 'orders'],
  ["app.db.selectFrom('orders as o').innerJoin('tickets as t', 'a', 'b')", 'orders tickets'],
  ['delete from users using sessions', ''],
  ['select payments_refunds_of_ticket(t.id) as text', 'payments_refunds_of_ticket()'],
])('%s is seen to reach %j', (statement, later) => {
  expect(laterOf(statement, 'accounts')).toBe(later)
})

/** The tables and functions of later modules that a text asks. */
function laterOf(text: string, own: string): string {
  const isLater = (other = '') => MODULES.indexOf(other) > MODULES.indexOf(own)
  const built = text.matchAll(/(?:selectFrom|[jJ]oin|insertInto|updateTable|deleteFrom|from)\(\s*'(\w+)/g)
  const written = text.matchAll(/\b(?:from|join|(?:insert|merge)\s+into|update|using|only)\s+(?:public\.)?(\w+)/gi)
  const tables = [...built, ...written].map(([, table = '']) => table).filter((table) => isLater(owners[table]))
  const called = functions.flatMap(({ path, owner }) => {
    const name = path.split('/').at(-1)?.replace('.sql', '') ?? ''
    return isLater(owner) && new RegExp(`\\b${name}\\(`).test(text) ? [`${name}()`] : []
  })
  return [...new Set([...tables, ...called])].toSorted().join(' ')
}
