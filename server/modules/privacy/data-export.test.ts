/** The copy of one's data: what is in it, who gets at it, and how long. */
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPurchase } from '#contract/sales/checkout.ts'
import {
  downloadExport,
  getExport,
  linkExport,
  listExports,
  requestExport,
  requestDeletion,
  resolveDeletion,
} from '#contract/accounts/privacy.ts'
import { sendContact } from '#contract/platform/support.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { newId } from '#server/shared/ids.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { exportFileKey } from './export-file.ts'
import { makeExport } from './request-export.ts'
import { filesOf } from './queries-export.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const ask = (as: GivenUser) => server.call(requestExport, undefined, { as })
const state = (id: string, as: GivenUser) => server.call(getExport, { params: { id } }, { as })
async function download(id: string, as: GivenUser): Promise<Map<string, Buffer>> {
  const { url } = await server.call(linkExport, { params: { id } }, { as })
  return unzip(await fetchLink(url))
}
async function fetchLink(url: string): Promise<Buffer> {
  const answer = await server.fastify.inject({ method: 'GET', url })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toContain('no-store')
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="previa-mis-datos-\w+\.zip"$/)
  return answer.rawPayload
}
/** What a zip's central directory names (APPNOTE.TXT 4.3.12); no zip of ours is larger than memory here. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = zip.readUInt32LE(zip.length - 6); zip.readUInt32LE(at) === 0x02014b50;) {
    const [method, size, nameLength] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const header = zip.readUInt32LE(at + 42)
    const from = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const bytes = zip.subarray(from, from + size)
    files.set(name, method === 8 ? inflateRawSync(bytes) : bytes)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
const json = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(files.get(name)?.toString() ?? 'null') as Record<string, unknown>[]

test('everything that is held, and tickets as PDF; notified by mail', async () => {
  const person = await server.given.user({
    name: 'Inés Ñuñez',
    staffOf: await server.given.event({ name: 'Fiesta Sur' }),
  })
  const receiver = await server.given.user({ name: 'Bruno Díaz Paz' })
  const event = await server.given.event({ name: 'Noche Larga' })
  const type = await server.given.ticketType({ event, priceCents: 0 })
  const body = { eventId: event.id, ticketTypeId: type.id, quantity: 2 }
  await server.call(createPurchase, { body }, { as: person })
  const [first] = await server.app.db.selectFrom('tickets').select('id').where('holder_id', '=', person.id).execute()
  await server.call(
    transferTicket,
    { params: { id: first?.id ?? '' }, body: { toUserId: receiver.id } },
    { as: person },
  )
  await server.call(
    sendContact,
    { body: { name: 'Inés', mail: 'otra@previa.example', message: 'No me llega el QR.' } },
    { as: person },
  )
  const asked = await ask(person)
  expect(asked).toMatchObject({ state: 'queued', progress: 0 })
  await server.drain()
  const done = await state(asked.id, person)
  expect(done).toMatchObject({ state: 'ready', progress: 100 })
  expect((await server.call(listExports, undefined, { as: person })).exports).toEqual([done])
  const files = await download(asked.id, person)
  const names = [...files.keys()].filter((name) => name.endsWith('.json'))
  expect(names).toEqual(filesOf(server.app).map(([file]) => file))
  const known = [
    'perfil.json',
    'roles.json',
    'sesiones.json',
    'transferencias.json',
    'envios.json',
    'compras.json',
    'entradas.json',
    'mensajes.json',
    'solicitudes.json',
  ]
  expect(names.filter((name) => known.includes(name))).toEqual(known)
  expect(files.get('LEEME.txt')?.toString()).toContain('Datos de Inés Ñuñez')
  expect(json(files, 'perfil.json')).toMatchObject([
    { nombre: 'Inés Ñuñez', email: person.mail, telefono: person.phone },
  ])
  expect(json(files, 'roles.json')).toMatchObject([{ eventos: [{ evento: 'Fiesta Sur', rol: 'SCANNER' }] }])
  expect(json(files, 'compras.json')).toMatchObject([{ evento: 'Noche Larga', total: 0, entradas: [{ cantidad: 2 }] }])
  expect(
    json(files, 'entradas.json')
      .map((row) => String(row['laTengo']))
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['false', 'true'])
  expect(json(files, 'transferencias.json')).toMatchObject([{ sentido: 'dada', persona: 'Bruno P.' }])
  expect(json(files, 'mensajes.json')).toMatchObject([{ mensaje: 'No me llega el QR.' }])
  expect(json(files, 'sesiones.json')).toHaveLength(1)
  expect(json(files, 'solicitudes.json')).toMatchObject([{ que: 'descargar datos' }])
  const pdfs = [...files].filter(([name]) => name.startsWith('entradas/'))
  expect(pdfs).toHaveLength(1)
  expect(pdfs[0]?.[1].subarray(0, 5).toString()).toBe('%PDF-')
  // Nothing that opens a door or an account, and nothing more of anybody else.
  const text = [...files.entries()].filter(([name]) => name.endsWith('.json')).join('')
  for (const secret of [receiver.mail, receiver.phone, 'Díaz', 'argon2', person.token, 'code_hash']) {
    expect(text).not.toContain(secret)
  }
  const [mail] = (
    await server.app.db
      .selectFrom('dev_inbox')
      .select(['subject', 'body'])
      .where('recipient', '=', person.mail)
      .orderBy('id', 'desc')
      .execute()
  ).filter(({ subject }) => subject.startsWith('Tus datos'))
  expect(mail?.body).toContain('/perfil/eliminar-cuenta')
  expect(mail?.body).not.toContain('/file')
})

test('one at a time, three a day', async () => {
  const person = await server.given.user()
  const codes = await Promise.all(Array.from({ length: 5 }, () => ask(person).then(() => 'done', codeOf)))
  expect(codes.toSorted()).toEqual(['done', ...Array.from({ length: 4 }, () => 'export_running')])
  await server.drain()
  for (let more = 0; more < 2; more += 1) {
    await ask(person)
    await server.drain()
  }
  expect(await server.refusal(ask(person))).toBe('export_limit')
})
const codeOf = (error: { body?: { code: string } }) => error.body?.code ?? String(error)

test('no other person sees it, and a link dies with its quarter of an hour or any change', async () => {
  const person = await server.given.user()
  const other = await server.given.user({ isGodAdmin: true })
  const { id } = await ask(person)
  expect(await server.refusal(server.call(linkExport, { params: { id } }, { as: person }))).toBe('export_link_invalid')
  await server.drain()
  expect(await server.refusal(state(id, other))).toBe('not_found')
  expect(await server.refusal(server.call(linkExport, { params: { id } }, { as: other }))).toBe('not_found')
  const { url } = await server.call(linkExport, { params: { id } }, { as: person })
  await fetchLink(url)
  const { searchParams } = new URL(url, 'http://previa')
  const [until, s] = [Number(searchParams.get('until')), searchParams.get('s') ?? '']
  const open = (query: { until: number; s: string }, file = id) =>
    server.refusal(server.call(downloadExport, { params: { id: file }, query }))
  expect(await open({ until: until + 60_000, s })).toBe('export_link_invalid')
  expect(await open({ until, s: (s.startsWith('A') ? 'B' : 'A') + s.slice(1) })).toBe('export_link_invalid')
  expect(await open({ until, s }, newId())).toBe('export_link_invalid')
  await server.advance({ minutes: 15, seconds: 1 })
  expect(await open({ until, s })).toBe('export_link_invalid')
  expect(await server.refusal(server.call(linkExport, { params: { id } }, { as: person }))).toBe('step_up_required')
})

test('after a week the file is gone, and the row says so', async () => {
  const person = await server.given.user()
  const { id } = await ask(person)
  await server.drain()
  expect(await server.app.files.private.exists(exportFileKey(id))).toBe(true)
  await server.advance({ hours: 7 * 24, minutes: 1 })
  await server.app.queue.runJob(server.app, 'privacy.sweep')
  expect(await server.app.files.private.exists(exportFileKey(id))).toBe(false)
  const row = await server.app.db.selectFrom('data_exports').select('state').where('id', '=', id).executeTakeFirst()
  expect(row).toEqual({ state: 'expired' })
})

test('a worker that dies half-way leaves it to another; one that always fails lets the person ask again', async () => {
  const person = await server.given.user()
  const { id } = await ask(person)
  const failing = {
    ...server.app,
    files: {
      ...server.app.files,
      private: { ...server.app.files.private, putStream: () => Promise.reject(new Error('disk')) },
    },
  }
  await expect(makeExport(failing, id)).rejects.toThrow('disk')
  expect(await state(id, person)).toMatchObject({ state: 'running' })
  await makeExport(server.app, id)
  expect(await state(id, person)).toMatchObject({ state: 'ready' })
  // Done is done: a job that runs once more changes nothing.
  await makeExport(server.app, id)
  const stuck = await ask(person)
  await server.advance({ hours: 2, minutes: 1 })
  await server.app.queue.runJob(server.app, 'privacy.sweep')
  const rows = await server.app.db.selectFrom('data_exports').select('state').where('id', '=', stuck.id).execute()
  expect(rows).toEqual([{ state: 'failed' }])
})

test('what breaks while it is written breaks the job, and leaves no half of a file', async () => {
  const person = await server.given.user()
  const { id } = await ask(person)
  const rename = (from: string, to: string) => sql.raw(`alter table ${from} rename to ${to}`).execute(server.app.db)
  await rename('contact_messages', 'contact_messages_away')
  await expect(makeExport(server.app, id)).rejects.toThrow('contact_messages')
  await rename('contact_messages_away', 'contact_messages')
  expect(await server.app.files.private.exists(exportFileKey(id))).toBe(false)
  await makeExport(server.app, id)
  expect(await server.app.files.private.exists(exportFileKey(id))).toBe(true)
})

test('a deleted account takes its downloads with it', async () => {
  const person = await server.given.user()
  const legal = await server.given.user({ isLegal: true })
  const { id } = await ask(person)
  await server.drain()
  const body = { confirmation: 'ELIMINAR', ticketsGivenUp: 0 } as const
  const request = await server.call(requestDeletion, { body }, { as: person })
  const approval = { params: { id: request.id }, body: { action: 'approve' } } as const
  await server.call(resolveDeletion, approval, { as: legal })
  await server.advance({ seconds: 11 })
  await server.drain()
  expect(await server.app.files.private.exists(exportFileKey(id))).toBe(false)
  expect(await server.app.db.selectFrom('data_exports').selectAll().where('id', '=', id).execute()).toEqual([])
})
