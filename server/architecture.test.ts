/**
 * The few rules of layout that a reader relies on. They have no exceptions: a file that does not fit is in the wrong
 * place, or the rule is wrong and changes here with a decision record.
 */
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '#server/app.ts'
import { findCycles, readSources, type Import, type SourceFile } from '#server/testing/source.ts'

/** Each may import those before it. What an earlier one needs from a later one goes through `jobs/catalogue` and `module.ts`. */
const MODULES = modules.map(({ name }) => name)

interface Zone {
  /** Paths, or beginnings of them, that files of the zone may import besides the zone itself. */
  readonly may: readonly string[]
  /** Only the types of these. */
  readonly mayTypes?: readonly string[]
  /** npm packages, as written or by their first part. */
  readonly packages: readonly string[]
}

const ADAPTER = ['server/shared/', 'contract/']
const SERVER = ['server/', 'contract/', 'simulators/']
const UI = ['react', 'react-router', 'lucide-react']

/** The zone of a file is the longest of these that its path begins with. */
const ZONES: Record<string, Zone> = {
  'contract/': { may: [], packages: ['zod/mini', 'zod/v4/core'] },

  'server/shared/': { may: ['contract/'], packages: ['pino', 'libphonenumber-js', 'lru-cache', 'temporal-polyfill'] },
  'server/config.ts': { may: ['server/shared/'], packages: [] },
  'server/context.ts': {
    may: [],
    mayTypes: [
      'server/adapters/',
      'server/config.ts',
      'server/db/connection/reserved.ts',
      'server/db/schema.ts',
      'server/jobs/queue.ts',
      'server/module.ts',
      'server/shared/',
    ],
    packages: ['kysely'],
  },
  'server/module.ts': {
    may: [],
    mayTypes: ['server/context.ts', 'server/db/', 'server/http/', 'server/jobs/queue.ts', 'server/person-part.ts'],
    packages: [],
  },
  'server/person-part.ts': { may: [], mayTypes: ['server/context.ts', 'server/db/section.ts'], packages: [] },
  'server/db/': {
    may: ['server/shared/', 'server/context.ts', 'server/jobs/job.ts', 'contract/'],
    mayTypes: ['server/module.ts', 'server/jobs/'],
    packages: ['kysely', 'pg'],
  },
  'server/embedded-postgres/': { may: [], packages: ['pg'] },
  'server/adapters/payments/': { may: ADAPTER, packages: ['zod/mini'] },
  'server/adapters/whatsapp/': { may: ADAPTER, packages: ['zod/mini'] },
  'server/adapters/email/': { may: ADAPTER, packages: ['nodemailer'] },
  'server/adapters/files/': { may: ADAPTER, packages: ['sharp', 'file-type'] },
  'server/adapters/bus/': { may: ADAPTER, packages: ['pg'] },
  'server/adapters/google/': { may: ADAPTER, packages: ['jose', 'openid-client'] },
  'server/adapters/invoicing/': { may: ADAPTER, packages: [] },
  'server/adapters/llm/': { may: ADAPTER, packages: ['zod/mini'] },
  'server/adapters/music/': { may: ADAPTER, packages: ['zod/mini'] },
  'server/jobs/': {
    may: ['server/db/', 'server/shared/', 'server/context.ts'],
    mayTypes: ['server/module.ts'],
    packages: ['kysely', 'pg', 'pg-boss'],
  },
  'server/jobs/catalogue.ts': {
    may: ['server/jobs/', ...MODULES.map((name) => `server/modules/${name}/jobs.ts`)],
    packages: [],
  },
  'server/http/': {
    may: ['contract/', 'server/shared/', 'server/db/', 'server/context.ts'],
    mayTypes: ['server/config.ts'],
    packages: [
      'fastify',
      '@fastify/multipart',
      '@scalar/fastify-api-reference',
      'fast-json-stringify',
      'kysely',
      'prom-client',
      'yazl',
      'zod/mini',
      'zod/v4/core',
    ],
  },
  'server/modules/': {
    may: [
      'contract/',
      'server/context.ts',
      'server/db/',
      'server/shared/',
      'server/jobs/catalogue.ts',
      'server/jobs/for-each-isolated.ts',
      'server/jobs/job.ts',
      'server/jobs/lease.ts',
      'server/jobs/drain-leases.ts',
      'server/http/bound.ts',
      'server/http/list-export.ts',
      'server/http/page-head.ts',
      'server/adapters/files/images.ts',
    ],
    mayTypes: ['server/module.ts', 'server/person-part.ts', 'server/jobs/queue.ts', 'server/http/'],
    packages: ['kysely', 'zod/mini'],
  },
  'server/modules/accounts/': { may: [], packages: ['@node-rs/argon2', '@zxcvbn-ts/language-common'] },
  'server/modules/papers/': { may: [], packages: ['pdfkit'] },
  'server/modules/tickets/': { may: [], packages: ['qr'] },
  'server/modules/privacy/': { may: [], packages: ['yazl'] },
  'server/pages/': { may: ['contract/platform/screens.ts'], mayTypes: ['server/http/page-head.ts'], packages: [] },
  'server/app.ts': { may: SERVER, packages: ['kysely'] },
  'server/main.ts': { may: SERVER, packages: [] },
  'server/processes/': { may: SERVER, packages: ['close-with-grace', 'pg'] },
  'server/demo/': { may: SERVER, packages: ['fastify', 'kysely', 'sharp'] },
  'server/testing/': { may: SERVER, packages: ['sharp', 'fastify', 'kysely', 'pg', 'vitest', 'zod'] },

  'simulators/': { may: ['contract/', 'server/shared/'], packages: [] },
  'simulators/google/': { may: [], packages: ['jose', 'oidc-provider'] },

  'web/lib/': { may: ['contract/'], packages: ['react', 'idb', 'zod/mini', 'zod/v4/locales/es.js'] },
  'web/api/': {
    may: ['contract/', 'web/lib/'],
    packages: ['react', '@tanstack/react-query', 'react-hook-form', '@hookform/resolvers', 'zod/v4/core'],
  },
  // What could ship elsewhere: of `lib/` only what knows the browser and nothing of the product.
  'web/ui/': {
    may: [
      'contract/values/first-letter.ts',
      'contract/values/numbers.ts',
      'web/lib/fields/after-press.ts',
      'web/lib/clock.ts',
      'web/lib/fields/incomplete-date.ts',
      'web/lib/numbers.ts',
      'web/lib/object-url.ts',
      'web/lib/save-file.ts',
      'web/lib/toggled.ts',
    ],
    packages: ['react', 'react-dom', 'lucide-react', 'radix-ui'],
  },
  'web/ui/charts/': { may: ['web/ui/'], packages: ['@visx'] },
  'web/features/': {
    may: ['contract/', 'web/lib/', 'web/api/', 'web/ui/'],
    packages: [...UI, '@tanstack/react-query', 'react-hook-form', 'qr', 'zod/mini'],
  },
  'web/shell/': {
    may: ['contract/', 'web/lib/', 'web/api/', 'web/ui/', 'web/features/'],
    packages: [...UI, '@tanstack/react-query'],
  },
  'web/areas/': {
    may: ['contract/', 'web/lib/', 'web/api/', 'web/ui/', 'web/features/', 'web/shell/'],
    packages: [...UI, '@tanstack/react-query', 'react-hook-form', 'zod/mini', 'zxing-wasm'],
  },
  'web/gallery/': {
    may: ['contract/', 'web/lib/', 'web/api/', 'web/ui/', 'web/features/'],
    packages: ['react', 'react-dom', 'react-router', 'lucide-react', 'zod/mini', '@tanstack/react-query'],
  },
  'web/routes.tsx': { may: ['contract/', 'web/'], packages: ['react-router'] },
  'web/signed-in-screens.ts': { may: ['contract/platform/screens.ts', 'web/'], packages: ['react-router'] },
  'web/main.tsx': {
    may: ['contract/', 'web/'],
    packages: ['react', 'react-dom', 'react-router', '@tanstack/react-query'],
  },
  'web/testing/': {
    may: ['contract/', 'web/'],
    packages: ['vitest', 'react', 'react-router', '@testing-library', '@tanstack/react-query', 'zod/mini'],
  },
  'web/testing/class-lists.ts': { may: [], packages: ['node:fs', 'node:path', 'vite'] },
}

/** What a module keeps to itself; use cases, queries, access and pure rules are for later modules too. */
const PRIVATE_KINDS = /^(module|routes|store(-[a-z]+)?|jobs|invariants|messages|documents|page|cache)\.ts$/
/** Those whose plain writes are what the module offers: later ones call them in their own transactions, and no file passes them on. */
const OPEN_STORES =
  /^server\/modules\/((notifications|stock|ledger|papers|drinks|payments)|payments\/refunds)\/store\.ts$/
/** Folders of the server that are listed as modules because they have tables and jobs. */
const HOUSE = ['db', 'jobs']
const BANNED_NAMES =
  /^(index|utils?|helpers?|types?|constants?|common|misc|lib)\.tsx?$|(service|manager|dto|impl|helpers?|utils?)\.tsx?$/i
const MAX_LINES = 400
/** Beyond that a folder has rooms: folders in it, each with some of its files and their tests. */
const MAX_FILES = 25

const sources = readSources(['{contract,server,simulators,web,e2e,bench}/**/*.{ts,tsx}', 'scripts/*.{ts,mjs}'])
const isTest = ({ path }: SourceFile) => /\.test(ing)?\.tsx?$/.test(path)
const inRooms = sources.filter(({ path }) => /^(contract|server|simulators|web)\//.test(path))
const product = inRooms.filter((file) => !isTest(file))
const isGenerated = ({ path }: SourceFile) => path === 'server/db/schema.ts'

function zonesOf(path: string): Zone[] {
  return Object.entries(ZONES)
    .filter(([prefix]) => path.startsWith(prefix))
    .map(([, zone]) => zone)
}
const startsWithAny = (path: string, prefixes: readonly string[]) => prefixes.some((prefix) => path.startsWith(prefix))
/** A module, an adapter or an area: the folder that is a whole of its own. */
const unitOf = (path: string) => /^(server\/(?:modules|adapters)|web\/areas)\/[^/]+\//.exec(path)?.[0]

function mayImport(file: SourceFile, { target, isTypeOnly }: Import): boolean {
  const unit = unitOf(file.path)
  if (unit !== undefined && target.startsWith(unit)) return true
  const zones = zonesOf(file.path)
  const allowed = zones.flatMap(({ may }) => may)
  if (startsWithAny(target, allowed)) return true
  if (
    isTypeOnly &&
    startsWithAny(
      target,
      zones.flatMap(({ mayTypes = [] }) => mayTypes),
    )
  )
    return true
  if (file.path.startsWith('server/modules/'))
    return /^server\/adapters\/[^/]+\/port\.ts$/.test(target) || isEarlierModule(file, target)
  const own = Object.keys(ZONES).findLast((prefix) => file.path.startsWith(prefix))
  return unit === undefined && own !== undefined && target.startsWith(own)
}

function isEarlierModule(file: SourceFile, target: string): boolean {
  const [, , own = '', other = ''] = [...file.path.split('/').slice(0, 3), moduleOf(target)]
  const isOffered = OPEN_STORES.test(target) || !PRIVATE_KINDS.test(target.split('/').at(-1) ?? '')
  return other !== '' && MODULES.indexOf(other) < MODULES.indexOf(own) && isOffered
}

function moduleOf(path: string): string {
  return /^server\/modules\/([^/]+)\//.exec(path)?.[1] ?? ''
}

test('every file is in a room that has rules', () => {
  expect(product.filter(({ path }) => zonesOf(path).length === 0).map(({ path }) => path)).toEqual([])
  const folders = new Set(product.map(({ path }) => moduleOf(path)).filter((name) => name !== ''))
  expect([...folders].filter((name) => !MODULES.includes(name))).toEqual([])
  expect(MODULES.filter((name) => !HOUSE.includes(name) && !folders.has(name))).toEqual([])
})

test('a folder is looked over at a glance, and a room has no rooms', () => {
  const inFolders = product.filter(({ path }) => /^(contract|server\/modules|web)\//.test(path))
  const files = Map.groupBy(inFolders, ({ path }) => dirname(path))
  const overfull = [...files].filter(([, { length }]) => length > MAX_FILES)
  expect(overfull.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([])
  expect([...files.keys()].filter((folder) => folder.split('/').length > 4)).toEqual([])
})

test('imports go the way of the house', () => {
  const wrong = product.flatMap((file) =>
    file.imports
      .filter((each) => !each.isPackage && !mayImport(file, each))
      .map(({ target, isTypeOnly }) => `${file.path} → ${target}${isTypeOnly ? ' (types)' : ''}`),
  )
  expect(wrong).toEqual([])
})

test.each([
  ['server/shared/clock.ts', 'server/db/connection/client.ts', false],
  ['server/http/serve.ts', 'server/modules/events/queries.ts', false],
  ['server/adapters/email/smtp.ts', 'server/adapters/payments/port.ts', false],
  ['server/modules/events/queries.ts', 'server/modules/checkout/queries.ts', false],
  ['server/modules/checkout/placing/place-order.ts', 'server/modules/events/queries.ts', true],
  ['server/modules/checkout/placing/place-order.ts', 'server/modules/events/store.ts', false],
  ['server/modules/checkout/placing/place-order.ts', 'server/modules/stock/store.ts', true],
  ['server/modules/stock/resize.ts', 'server/modules/ledger/store.ts', false],
  ['server/modules/checkout/placing/place-order.ts', 'server/modules/checkout/store.ts', true],
  ['server/modules/companies/create-company.ts', 'server/modules/accounts/contact/queries.ts', true],
  ['server/modules/companies/create-company.ts', 'server/modules/accounts/contact/store.ts', false],
  ['server/modules/accounts/google/link-google.ts', 'server/modules/accounts/contact/store.ts', true],
  ['server/modules/accounts/google/link-google.ts', 'server/modules/companies/queries.ts', false],
  ['server/modules/checkout/placing/place-order.ts', 'server/adapters/payments/port.ts', true],
  ['server/modules/checkout/placing/place-order.ts', 'server/adapters/payments/mercado-pago.ts', false],
  ['simulators/mercado-pago/api.ts', 'server/db/connection/client.ts', false],
  ['web/areas/buyer/TicketsScreen.tsx', 'web/areas/public/events/EventScreen.tsx', false],
  ['web/ui/Button.tsx', 'contract/values/money.ts', false],
  ['web/ui/Button.tsx', 'web/lib/image-file.ts', false],
])('of %s importing %s the house says %s', (path, target, expected) => {
  const each: Import = { target, isPackage: false, isTypeOnly: false }
  expect(mayImport({ path, text: '', code: '', imports: [each] }, each)).toBe(expected)
})

test('controls reach nothing of the product, through what they import neither', () => {
  const bySource = new Map(product.map((file) => [file.path, file]))
  const reached = new Set(product.map(({ path }) => path).filter((path) => path.startsWith('web/ui/')))
  for (const path of reached) for (const { target } of bySource.get(path)?.imports ?? []) reached.add(target)
  // Dates, letters and numbers belong to the language, not to the product.
  expect([...reached].filter((path) => path.startsWith('contract/')).sort()).toEqual([
    'contract/values/dates.ts',
    'contract/values/first-letter.ts',
    'contract/values/numbers.ts',
  ])
})

test('what shows the controls in development is part of no screen', () => {
  const importers = sources.filter(
    ({ path, imports }) =>
      !path.startsWith('web/gallery/') && imports.some(({ target }) => target.startsWith('web/gallery/')),
  )
  expect(importers.map(({ path }) => path)).toEqual([])
})

test('callers place controls and never overrule how they look', () => {
  // An important class: the control lacks a prop.
  const overruled = /\b[a-z]+(?:-[a-z0-9.]+)+!|["'`\s]![a-z]+(?:-[a-z0-9.]+)+["'`\s]/
  const callers = product.filter(({ path }) => path.startsWith('web/') && !path.startsWith('web/ui/'))
  expect(callers.filter(({ code }) => overruled.test(code)).map(({ path }) => path)).toEqual([])
})

test('web and server never import one another, in tests neither', () => {
  const wrong = inRooms.flatMap((file) => {
    const other = file.path.startsWith('web/') ? /^(server|simulators)\// : /^web\//
    return file.imports.filter(({ target }) => other.test(target)).map(({ target }) => `${file.path} → ${target}`)
  })
  expect(wrong).toEqual([])
})

test('a screen is tested in place: at its address, in the whole program', () => {
  const apart = sources.filter(
    ({ path, code, imports }) =>
      path.startsWith('web/areas/') &&
      (imports.some(({ target }) => target === 'web/testing/render-screen.tsx') || /MemoryRouter\b/.test(code)),
  )
  expect(apart.map(({ path }) => path)).toEqual([])
})

test('what generated tests ask of modules is loaded by tests alone', () => {
  const isOfTests = ({ target }: Import) => target.endsWith('.testing.ts')
  expect(product.filter(({ imports }) => imports.some(isOfTests)).map(({ path }) => path)).toEqual([])
  const folders = sources.filter(({ path }) => path.endsWith('.testing.ts')).map(({ path }) => path)
  expect(folders.filter((path) => !/^server\/modules\/[^/]+\/module\.testing\.ts$/.test(path))).toEqual([])
})

test('npm packages stay in the folders that are listed for them', () => {
  const wrong = product.flatMap((file) => {
    const allowed = zonesOf(file.path).flatMap(({ packages }) => packages)
    const isAllowed = (name: string) => allowed.some((each) => name === each || name.startsWith(`${each}/`))
    const isServer = !file.path.startsWith('web/') && !file.path.startsWith('contract/')
    return file.imports
      .filter(({ target, isPackage }) => isPackage && !(isServer && target.startsWith('node:')) && !isAllowed(target))
      .map(({ target }) => `${file.path} → ${target}`)
  })
  expect(wrong).toEqual([])
})

test('no file imports itself through others', () => {
  expect(findCycles(inRooms).map((cycle) => cycle.join(' → '))).toEqual([])
})

test('the environment is read in config.ts alone', () => {
  const readers = product.filter(
    ({ path, code }) => /^(server|simulators|contract)\//.test(path) && /\bprocess\.env\b/.test(code),
  )
  const allowed = [
    'server/config.ts',
    'server/main.ts',
    'server/testing/global-setup.ts',
    'server/testing/shift-date.ts',
  ]
  expect(readers.map(({ path }) => path).filter((path) => !allowed.includes(path))).toEqual([])
})

test('the time is read through the clock', () => {
  const clocks = ['server/shared/clock.ts', 'contract/values/dates.ts']
  const wrong = product.filter(
    ({ path, code }) =>
      /^(server|contract)\//.test(path) &&
      !clocks.includes(path) &&
      /\bDate\.(now|parse|UTC)\(|\bnew Date\b/.test(code),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('money is written from centavos, which the name of the amount says', () => {
  const unnamed = /\bformat(?:Money|Price)\((?![^)]*cents)/i
  expect(product.filter(({ code }) => unnamed.test(code)).map(({ path }) => path)).toEqual([])
})

test('files say what they hold, and use cases are named after what they do', () => {
  const banned = inRooms.filter(({ path }) => BANNED_NAMES.test(path.split('/').at(-1) ?? '')).map(({ path }) => path)
  const useCases = product.filter(
    ({ path, code }) => /^server\/modules\/(?:[^/]+\/)+\w+-[^/]*$/.test(path) && /^export async function/m.test(code),
  )
  const misnamed = useCases.filter(({ path, code }) => {
    const name = /([^/]+)\.ts$/.exec(path)?.[1] ?? ''
    if (/^(queries|store)-/.test(name)) return false
    // One file creates, updates and removes a plain resource, whose writes are `rowsOf`.
    const store = product.find((file) => file.path === path.replace(/[^/]+$/, 'store.ts'))
    if (name.startsWith('save-') && store?.code.includes('rowsOf(')) return false
    const camel = name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    return !new RegExp(`^export (?:async function|function|const) ${camel}\\b`, 'm').test(code)
  })
  expect([...banned, ...misnamed.map(({ path }) => path)]).toEqual([])
})

test('files stay small enough to read', () => {
  const long = sources.filter((file) => !isGenerated(file) && file.text.split('\n').length > MAX_LINES + 1)
  expect(long.map(({ path }) => path)).toEqual([])
})
