import { inflateSync } from 'node:zlib'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getNightPdf, getTicketCalendar, getTicketPdf } from '#contract/sales/tickets.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { pdfLines } from '#server/testing/pdf-text.ts'
import type { GivenTicket, GivenUser } from '#server/testing/given.ts'
import { writeCalendar } from './calendar-file.ts'
import { ticketsPdf } from './documents.ts'
import { makeLinkToken } from '../link-token.ts'
import { printTicket } from './print-ticket.ts'
import { findTickets } from '../queries.ts'
import { drawTickets, type TicketPage } from './ticket-pdf.ts'

let server: TestApp
let holder: GivenUser
let ticket: GivenTicket
beforeAll(async () => {
  server = await createTestApp()
  const event = await server.given.event()
  holder = await server.given.user()
  ticket = await server.given.ticket({ type: await server.given.ticketType({ event }), holder })
})
afterAll(() => server.close())

/** The drawing commands of every page, inflated. */
function drawings(pdf: Buffer): string {
  const found: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    const end = pdf.indexOf('\nendstream', at)
    if (pdf.toString('latin1', at - 3, at) === 'end' || end < 0) continue
    try {
      found.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'))
    } catch {
      // A JPEG is no deflated text.
    }
  }
  return found.join('\n')
}

/** Reads the QR back from the rectangles that draw it, as a camera would from the page. */
function readQr(pdf: Buffer): string {
  const scale = 4
  const size = 178 * scale
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  const squares = [...drawings(pdf).matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map((match) =>
    match.slice(1).map(Number),
  )
  const [left, top] = [(419.53 - 178) / 2, 18 + 150 + 112]
  for (const [x = 0, y = 0, width = 0, height = 0] of squares.filter(([, , , tall = 0]) => tall < 10)) {
    for (let row = Math.round((y - top) * scale); row < Math.round((y - top + height) * scale); row += 1) {
      for (let column = Math.round((x - left) * scale); column < Math.round((x - left + width) * scale); column += 1) {
        data.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3)
      }
    }
  }
  return decodeQR({ width: size, height: size, data })
}

const pages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

const page: TicketPage = {
  eventName: 'Fiesta Lunar Rosario',
  startsAt: '2026-11-29T02:30:00.000Z',
  venue: 'Salón Paraná',
  address: 'Av. del Valle 2700, Rosario, Santa Fe',
  holderName: 'Camila Ferreyra',
  typeName: 'General',
  number: '7KQ29XMB',
  code: 'ABC',
  priceCents: 18_000_00,
  drinks: '',
  validUntil: null,
  position: 1,
  ofTotal: 2,
  minimumAge: 18,
  conditions: 'Se reserva el derecho de admisión.',
  flyer: null,
}

test('the holder’s PDF has one page, whose QR opens the door', async () => {
  const answer = await server.call(getTicketPdf, { params: { id: ticket.id }, query: {} }, { as: holder })
  expect(answer.type).toBe('application/pdf')
  const pdf = Buffer.from(await answer.arrayBuffer())
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
  expect(pages(pdf)).toBe(1)
  expect(readQr(pdf)).toBe(ticket.code)
})

test('the link’s token opens both documents, nothing else does', async () => {
  const token = makeLinkToken(server.app.vault, ticket.id, 1)
  for (const spec of [getTicketPdf, getTicketCalendar]) {
    const params = { id: ticket.id }
    await server.call(spec, { params, query: { token } })
    expect(await server.refusal(server.call(spec, { params, query: {} }))).toBe('ticket_not_found')
    expect(await server.refusal(server.call(spec, { params, query: { token: 'A'.repeat(43) } }))).toBe(
      'ticket_not_found',
    )
    const stranger = await server.given.user()
    expect(await server.refusal(server.call(spec, { params, query: {} }, { as: stranger }))).toBe('ticket_not_found')
    const unknown = { id: '00000000-0000-4000-8000-000000000000' }
    expect(await server.refusal(server.call(spec, { params: unknown, query: { token } }))).toBe('ticket_not_found')
  }
})

test('a night’s PDF has a page for each ticket that its holder kept, and none of anybody else', async () => {
  const [event, mine, stranger] = [await server.given.event(), await server.given.user(), await server.given.user()]
  const type = await server.given.ticketType({ event })
  for (const state of ['valid', 'valid', 'used', 'refunded'] as const) {
    await server.given.ticket({ type, holder: mine, state })
  }
  await server.given.ticket({ type, holder })
  const read = (as: GivenUser) => server.call(getNightPdf, { query: { eventId: event.id } }, { as })
  expect(pages(Buffer.from(await (await read(mine)).arrayBuffer()))).toBe(3)
  expect(pages(Buffer.from(await (await read(holder)).arrayBuffer()))).toBe(1)
  expect(await server.refusal(read(stranger))).toBe('ticket_not_found')
})

test('a type with an hour says it in the PDF, as long as the ticket opens a door', async () => {
  const texts = async (change: Partial<TicketPage>) => {
    const drawn = drawings(await drawTickets([{ ...page, ...change }]))
    return drawn.match(/ET/g)?.length ?? 0
  }
  const without = await texts({})
  expect(await texts({ validUntil: '2026-11-29T05:00:00.000Z' })).toBe(without + 1)
  expect(await texts({ validUntil: '2026-11-29T05:00:00.000Z', code: null })).toBe(await texts({ code: null }))
})

test('several tickets are several pages, with a flyer or without, whatever the names', async () => {
  const flyer = await givenFlyer()
  const long = 'Un nombre larguísimo que no entra en ningún renglón de ninguna entrada '.repeat(4)
  const pdf = await drawTickets([
    { ...page, flyer },
    {
      ...page,
      flyer,
      eventName: long,
      holderName: long,
      typeName: long,
      venue: long,
      address: long,
    },
    { ...page, eventName: '🎉🎉', holderName: '\u0000\n', startsAt: null, conditions: null, minimumAge: null },
    { ...page, code: null },
  ])
  expect(pages(pdf)).toBe(4)
  // The flyer is kept once.
  expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
})

function givenFlyer(): Promise<Buffer> {
  return sharp({ create: { width: 960, height: 1200, channels: 3, background: '#553399' } })
    .jpeg()
    .toBuffer()
}

/** All words of a drawn ticket; a line that was broken goes on after a blank. */
async function wordsOf(...changes: Partial<TicketPage>[]): Promise<string> {
  return pdfLines(await drawTickets(changes.map((change) => ({ ...page, ...change }))))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}

test.each([
  'María de los Ángeles Fernández Quiroga',
  'Maximiliano Bartolomé de los Santos Etcheverrigaray Pueyrredón y Anchorena de la Peña',
  'Nguyễn Thị Hằng',
  'Ștefan Țîrlea',
  'Ab'.repeat(50),
])('the ticket of %s carries the whole name, in every field', async (name) => {
  const words = await wordsOf({ holderName: name, typeName: name, venue: name, address: name, eventName: name })
  const letters = words.replaceAll(/[\s-]/g, '')
  expect(letters.split(name.replaceAll(/\s/g, '')).length - 1).toBe(4)
  expect(letters).toContain(name.toLocaleUpperCase('es-AR').replaceAll(/\s/g, ''))
  expect(words).not.toContain('…')
})

test('conditions that are too long for the ticket are whole on one last page, named on each ticket', async () => {
  const conditions = `${'Se reserva el derecho de admisión y permanencia en el lugar. '.repeat(33).slice(0, 1990)} Fin.`
  const tickets = [{ conditions }, { conditions, position: 2 }]
  const words = await wordsOf(...tickets)
  expect(words.split(conditions)).toHaveLength(2)
  expect(words.split('Las condiciones de ingreso están en la última página.')).toHaveLength(3)
  expect(words).not.toContain('…')
  expect(pages(await drawTickets(tickets.map((ticket) => ({ ...page, ...ticket }))))).toBe(3)
  // The control: short ones stay where they are.
  expect(await wordsOf({})).toContain('llevá tu DNI. Se reserva el derecho de admisión.')
  expect(pages(await drawTickets([page]))).toBe(1)
})

test('a ticket names its drinks next to its code, and on a page of their own where they are many', async () => {
  expect(await wordsOf({ drinks: '2 × Cerveza, 1 × Gin tonic' })).toContain('Bebidas 2 × Cerveza, 1 × Gin tonic')
  expect(await wordsOf({})).not.toContain('Bebidas')
  const many = Array.from({ length: 90 }, (_, n) => `20 × Trago de autor número ${n + 1} con su nombre`).join(', ')
  const words = await wordsOf({ drinks: many })
  expect(words).toContain(many)
  expect(words).toContain('Están en una página aparte.')
  expect(words).not.toContain('…')
  expect(pages(await drawTickets([{ ...page, drinks: many }, page]))).toBe(3)
})

test('nothing is drawn over a flyer: its name is next to it', async () => {
  const drawn = drawings(await drawTickets([{ ...page, flyer: await givenFlyer() }]))
  const [, width = 0, height = 0, left = 0, bottom = 0] =
    /([\d.]+) 0 0 -([\d.]+) ([\d.]+) ([\d.]+) cm\n\/I1 Do/.exec(drawn)?.map(Number) ?? []
  const picture = { left, right: left + width, top: bottom - height, bottom }
  expect(picture.right - picture.left).toBeGreaterThan(80)
  const texts = [...drawn.matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) Tm/g)].map(([, x, y]) => ({
    x: Number(x),
    // From the top, as the picture.
    y: 595.28 - Number(y),
  }))
  expect(texts.length).toBeGreaterThan(8)
  const over = texts.filter(
    ({ x, y }) => x >= picture.left && x < picture.right && y > picture.top && y < picture.bottom,
  )
  expect(over).toEqual([])
})

test('the calendar entry is in UTC, folded and escaped (RFC 5545)', async () => {
  const text = writeCalendar({
    id: 'evento-7',
    name: 'Peña; folklore, vino\\ y más\nSegunda línea con eñes para que el renglón pase de los setenta y cinco octetos',
    startsAt: '2026-11-29T02:30:00.000Z',
    endsAt: null,
    place: 'Salón Paraná, Av. del Valle 2700',
    url: 'https://previa.example/evento/7',
    sequence: 2,
    changedAt: '2026-11-20T04:00:00.000Z',
    isCancelled: true,
    now: '2026-11-21T04:00:00.000Z',
  })
  const lines = text.split('\r\n')
  expect(text).not.toMatch(/[^\r]\n/)
  expect(lines.at(-1)).toBe('')
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const unfolded = text.replaceAll('\r\n ', '')
  expect(unfolded).toContain('SEQUENCE:2\r\nLAST-MODIFIED:20261120T040000Z\r\nSTATUS:CANCELLED\r\n')
  expect(unfolded).toContain('DTSTART:20261129T023000Z\r\nDURATION:PT6H')
  expect(unfolded).toContain(String.raw`SUMMARY:Peña\; folklore\, vino\\ y más\nSegunda línea con eñes`)
  expect(unfolded).toContain(String.raw`LOCATION:Salón Paraná\, Av. del Valle 2700`)
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
})

test('the endpoint gives a calendar that names the event, and none for an undated one', async () => {
  const answer = await server.call(getTicketCalendar, { params: { id: ticket.id }, query: {} }, { as: holder })
  expect(answer.type).toContain('text/calendar')
  expect(await answer.text()).toContain('SUMMARY:Fiesta Lunar Rosario')
  const undated = await server.given.event({ startsInHours: null })
  const other = await server.given.ticket({ type: await server.given.ticketType({ event: undated }), holder })
  const call = server.call(getTicketCalendar, { params: { id: other.id }, query: {} }, { as: holder })
  expect(await server.refusal(call)).toBe('ticket_not_found')
})

test('threat 35: a ticket is drawn once for its link, its holder and its mail, and again when something on it changes', async () => {
  const event = await server.given.event()
  const owner = await server.given.user()
  const own = await server.given.ticket({ type: await server.given.ticketType({ event }), holder: owner })
  const token = makeLinkToken(server.app.vault, own.id, 1)
  const params = { id: own.id }
  const byLink = () => server.call(getTicketPdf, { params, query: { token } })
  const kept = () => server.app.db.selectFrom('kept_papers').select('key').where('owner_id', '=', owner.id).execute()
  const blobs = await Promise.all(Array.from({ length: 10 }, byLink))
  blobs.push(await server.call(getTicketPdf, { params, query: {} }, { as: owner }))
  const pdfs: (Buffer | null)[] = await Promise.all(blobs.map(async (blob) => Buffer.from(await blob.arrayBuffer())))
  pdfs.push(await printTicket(server.app, own.id))
  const [row] = await findTickets(server.app, [own.id])
  if (row) pdfs.push(await ticketsPdf(server.app, [row]))
  // A drawing says when it was made: another one would have other bytes.
  expect(pdfs).toHaveLength(13)
  expect(new Set(pdfs.map((bytes) => bytes?.toString('hex'))).size).toBe(1)
  expect(await kept()).toHaveLength(1)

  const before = await kept()
  await server.app.db.updateTable('users').set({ name: 'Otro nombre' }).where('id', '=', owner.id).execute()
  await byLink()
  await server.app.queue.runJob(server.app, 'papers.sweep')
  const after = await kept()
  expect([after.length, after[0]?.key === before[0]?.key]).toEqual([1, false])
})

describe('threat 35: of one ticket so many documents a minute', () => {
  const tenMore = Array.from({ length: 10 }, (_, n) => n)
  async function givenTwo() {
    const type = await server.given.ticketType({ event: await server.given.event() })
    const owner = await server.given.user()
    const [busy, calm] = [
      await server.given.ticket({ type, holder: owner }),
      await server.given.ticket({ type, holder: owner }),
    ]
    let named = 0
    /** The name on the PDF is another one: what is kept serves no more. */
    const rename = () => {
      named += 1
      return server.app.db
        .updateTable('users')
        .set({ name: `Camila ${named}` })
        .where('id', '=', owner.id)
        .execute()
    }
    const byLink = (id: string, spec: typeof getTicketPdf | typeof getTicketCalendar = getTicketPdf) =>
      server.call(spec, { params: { id }, query: { token: makeLinkToken(server.app.vault, id, 1) } })
    const bySession = (id: string, spec: typeof getTicketPdf | typeof getTicketCalendar = getTicketPdf) =>
      server.call(spec, { params: { id }, query: {} }, { as: owner })
    return { busy, calm, rename, byLink, bySession }
  }

  test('are drawn for those with its link; one that is kept is given to all of them, and its holder has a count of their own', async () => {
    const { busy, calm, rename, byLink, bySession } = await givenTwo()
    for (let n = 0; n < 30; n += 1) {
      await rename()
      await byLink(busy.id)
    }
    await Promise.all(tenMore.map(() => byLink(busy.id)))
    await rename()
    expect(await server.refusal(byLink(busy.id))).toBe('too_many_requests')
    await byLink(calm.id)
    await bySession(busy.id)
    // Drawn for its holder: here it is.
    await byLink(busy.id)
    for (let n = 0; n < 29; n += 1) {
      await rename()
      await bySession(busy.id)
    }
    await rename()
    expect(await server.refusal(bySession(busy.id))).toBe('too_many_requests')
    await bySession(calm.id)
  })

  test('are calendars, for those with its link together and its holder apart', async () => {
    const { busy, calm, byLink, bySession } = await givenTwo()
    for (let n = 0; n < 30; n += 1) await byLink(busy.id, getTicketCalendar)
    expect(await server.refusal(byLink(busy.id, getTicketCalendar))).toBe('too_many_requests')
    await byLink(calm.id, getTicketCalendar)
    await bySession(busy.id, getTicketCalendar)
  })

  test('are not used up by callers without a right to them', async () => {
    const { calm, rename, byLink } = await givenTwo()
    for (const spec of [getTicketPdf, getTicketCalendar]) {
      for (let n = 0; n < 31; n += 1) {
        const stranger = server.call(spec, { params: { id: calm.id }, query: {} })
        expect(await server.refusal(stranger)).toBe('ticket_not_found')
      }
      await rename()
      await byLink(calm.id, spec)
    }
  })
})
