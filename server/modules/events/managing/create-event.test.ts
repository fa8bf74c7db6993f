/** Making an event: fields, flyer, types, and whose it becomes. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallInput } from '#contract/api/endpoint.ts'
import { createEvent } from '#contract/events/events-managed.ts'
import { mediaPath } from '#contract/api/files.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
let company: { id: string }
let owner: GivenUser
beforeAll(async () => {
  server = await createTestApp()
  company = await server.given.company()
  owner = await server.given.user({ memberOf: company })
})
afterAll(() => server.close())

type Body = CallInput<typeof createEvent>['body']
const night: Body = {
  name: '  Fiesta Lunar  ',
  description: 'Una noche larga.',
  categoryId: 1,
  venueName: 'Salón Paraná',
  adress: 'Av. del Valle 2700',
  city: 'Rosario',
  province: 'Santa Fe',
  dateEvent: '2030-11-28',
  startTime: '23:30',
  endTime: '06:00',
}
const create = (body: Partial<Body> & Record<string, unknown> = {}, as: GivenUser = owner) =>
  server.call(createEvent, { body: { ...night, ...body }, files: {} }, { as })
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#74c7ff' } })
const asPart = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])

test('a draft of the own company, with everything else at its default', async () => {
  const event = await create()
  expect(event).toMatchObject({
    name: 'Fiesta Lunar',
    state: 'pending',
    company: { id: company.id },
    dateEvent: '2030-11-28',
    startTime: '23:30',
    endTime: '06:00',
    startDate: '2030-11-29T02:30:00.000Z',
    endDate: '2030-11-29T09:00:00.000Z',
    orderLimit: 10,
    personLimit: 20,
    holdMinutes: 15,
    absorbsServiceFee: false,
    serviceFee: { percentBps: 1000, fixedCents: 0, leastCents: 0, mostCents: null },
    courtesyLimit: 100,
    isPrivate: false,
    capacity: null,
    hasSales: false,
    canSellPaid: true,
    areSalesStopped: false,
    priceFrom: null,
    priceTo: null,
    availability: 'closed',
    ticketTypes: [],
  })
})

test('ticket types come with their stock, in the order given', async () => {
  const event = await create({
    capacity: 150,
    ticketTypes: [
      { name: 'General', price: 18_000, capacity: 100, perPersonLimit: 4 },
      { name: 'VIP', price: 32_500, capacity: 20, visibility: 'hidden', validUntil: '2030-11-29T02:00:00-03:00' },
    ],
  })
  expect(event.capacity).toBe(150)
  expect(event.ticketTypes).toMatchObject([
    {
      name: 'General',
      price: 18_000,
      fee: 1800,
      capacity: 100,
      sold: 0,
      held: 0,
      position: 0,
      perPersonLimit: 4,
      visibility: 'visible',
    },
    {
      name: 'VIP',
      price: 32_500,
      fee: 3250,
      capacity: 20,
      position: 1,
      visibility: 'hidden',
      validUntil: '2030-11-29T05:00:00.000Z',
    },
  ])
})

test('undated is fine for a draft', async () => {
  expect(await create({ dateEvent: null, startTime: null, endTime: null })).toMatchObject({
    startDate: null,
    endDate: null,
  })
})

test.each([
  [{ name: 'ab' }, ['name']],
  [{ venueName: 'x'.repeat(81) }, ['venueName']],
  [{ categoryId: 99 }, ['categoryId']],
  [{ dateEvent: '2030-02-30' }, ['dateEvent']],
  [{ startTime: '25:00' }, ['startTime']],
  [{ startTime: null }, ['startTime']],
  [{ dateEvent: null }, ['dateEvent']],
  [{ orderLimit: 11 }, ['orderLimit']],
  [{ holdMinutes: 4 }, ['holdMinutes']],
  [{ lat: 91 }, ['lat']],
  [{ ticketTypes: [{ name: 'General', price: 0.5, capacity: 1 }] }, ['ticketTypes', 0, 'price']],
  [{ ticketTypes: [{ name: 'General', price: -1, capacity: 1 }] }, ['ticketTypes', 0, 'price']],
  [{ ticketTypes: [{ name: 'General', price: 10, capacity: 1.5 }] }, ['ticketTypes', 0, 'capacity']],
  [
    {
      ticketTypes: [
        {
          name: 'General',
          price: 10,
          capacity: 1,
          saleStartsAt: '2030-01-02T00:00:00Z',
          saleEndsAt: '2030-01-01T00:00:00Z',
        },
      ],
    },
    ['ticketTypes', 0, 'saleEndsAt'],
  ],
] as const)('%o is refused at its field', async (wrong, path) => {
  await expect(create(wrong as Partial<Body>)).rejects.toMatchObject({
    status: 400,
    body: { code: 'invalid_input', details: expect.arrayContaining([expect.objectContaining({ path })]) },
  })
})

test('fields that are not the caller’s to set are refused, and another company’s name changes nothing', async () => {
  for (const field of ['state', 'number', 'publishedAt', 'company_id', 'id']) {
    expect([field, await server.refusal(create({ [field]: '019a9d3e-0000-7000-8000-000000000000' }))]).toEqual([
      field,
      'invalid_input',
    ])
  }
  const other = await server.given.company()
  expect(await create({ companyId: other.id })).toMatchObject({ state: 'pending', company: { id: company.id } })
})

test('only people of an approved company, and god admins naming one', async () => {
  const { given } = server
  const pending = await given.company({ state: 'pending' })
  const god = await given.user({ isGodAdmin: true })
  expect(await server.refusal(create({}, await given.user()))).toBe('forbidden')
  expect(await server.refusal(create({}, await given.user({ memberOf: pending })))).toBe('forbidden')
  expect(await server.refusal(create({}, await given.user({ memberOf: company, companyRole: 'finance' })))).toBe(
    'company_role_not_allowed',
  )
  expect(await server.refusal(create({}, await given.user({ isAdmin: true })))).toBe('forbidden')
  expect(await server.refusal(create({}, god))).toBe('invalid_input')
  expect(await server.refusal(create({ companyId: pending.id }, god))).toBe('company_not_approved')
  expect(await server.refusal(create({ companyId: owner.id }, god))).toBe('company_not_found')
  expect(await create({ companyId: company.id }, god)).toMatchObject({ company: { id: company.id } })
  expect(await create({}, await given.user({ memberOf: company, companyRole: 'manager' }))).toMatchObject({
    state: 'pending',
  })
})

test('one audit row says who made what', async () => {
  const event = await create({ name: 'Auditada' })
  const rows = await server.app.db.selectFrom('audit_rows').selectAll().where('object_id', '=', event.id).execute()
  expect(rows).toMatchObject([{ action: 'event.create', object_type: 'event', actor_id: owner.id }])
  expect(rows[0]?.after).toMatchObject({ name: 'Auditada', companyId: company.id })
})

test('the flyer is re-encoded in every size and served for ever', async () => {
  const upload = await picture(1600, 2000)
    .jpeg()
    .withMetadata({ exif: { IFD0: { Copyright: 'secreto' } } })
    .toBuffer()
  const event = await server.call(createEvent, { body: night, files: { flyer: asPart(upload) } }, { as: owner })
  expect(event.flyer).toMatchObject({ width: 1600, height: 2000 })
  const id = event.flyer?.id ?? ''
  const files = server.app.files.public
  for (const [width, height] of [
    [320, 400],
    [640, 800],
    [960, 1200],
    [1280, 1600],
  ] as const) {
    const webp = await files.get(mediaPath(id, width, 'webp').replace('/media/', ''))
    const metadata = await sharp(webp ?? Buffer.alloc(0)).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width, height })
    expect(metadata.exif).toBeUndefined()
    expect(await files.exists(mediaPath(id, width, 'jpg').replace('/media/', ''))).toBe(true)
  }
  expect(await files.exists(mediaPath(id, 640, 'avif').replace('/media/', ''))).toBe(false)
  await server.drain()
  const avif = await files.get(mediaPath(id, 640, 'avif').replace('/media/', ''))
  expect(await sharp(avif ?? Buffer.alloc(0)).metadata()).toMatchObject({ format: 'heif', width: 640 })
  const again = await server.call(createEvent, { body: night, files: { flyer: asPart(upload) } }, { as: owner })
  expect(again.flyer?.id).toBe(id)
})

test.each([
  ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'image_type'],
  [
    'a drawing with script',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'image_type',
  ],
  ['a GIF', async () => picture(8, 8).gif().toBuffer(), 'image_type'],
  ['a cut JPEG', async () => (await picture(400, 400).jpeg().toBuffer()).subarray(0, 700), 'invalid_image'],
  ['an executable', async () => readFile(process.execPath).then((bytes) => bytes.subarray(0, 5000)), 'image_type'],
  ['nothing', async () => Buffer.alloc(0), 'invalid_image'],
  ['more than 10 MB', async () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), 'image_too_large'],
])('a flyer that is %s is refused and nothing is made', async (_, make, code) => {
  const count = () => server.app.db.selectFrom('events').select('id').execute()
  const before = await count()
  const upload = server.call(createEvent, { body: night, files: { flyer: asPart(await make()) } }, { as: owner })
  expect(await server.refusal(upload)).toBe(code)
  expect(await count()).toHaveLength(before.length)
})

test('the same key makes one event, however often and at once it is asked', async () => {
  const flyer = () => asPart(bytes)
  const bytes = await picture(600, 800).jpeg().toBuffer()
  const ask = (change: Partial<Body> = {}, picture: Blob = flyer(), as: GivenUser = owner) =>
    server.call(
      createEvent,
      { body: { ...night, name: 'Una sola vez', ...change }, files: { flyer: picture } },
      { as, idempotencyKey: 'crear-una-vez' },
    )
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask()))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await ask()).toEqual(answers[0])
  expect(await server.refusal(ask({ city: 'Funes' }))).toBe('idempotency_mismatch')
  expect(await server.refusal(ask({}, asPart(await picture(700, 800).jpeg().toBuffer())))).toBe('idempotency_mismatch')
  // A key is its person's own.
  const colleague = await server.given.user({ memberOf: company })
  expect((await ask({}, flyer(), colleague)).id).not.toBe(answers[0]?.id)
  const made = await server.app.db.selectFrom('events').select('id').where('name', '=', 'Una sola vez').execute()
  expect(made).toHaveLength(2)
})

test('a refusal keeps no key, and without one each call makes its own', async () => {
  const ask = (change: Partial<Body>) =>
    server.call(
      createEvent,
      { body: { ...night, ...change }, files: {} },
      { as: owner, idempotencyKey: 'tras-rechazo' },
    )
  expect(await server.refusal(ask({ categoryId: 999_999 }))).toBe('invalid_input')
  expect(await ask({})).toMatchObject({ version: 1 })
  expect((await create()).id).not.toBe((await create()).id)
})
