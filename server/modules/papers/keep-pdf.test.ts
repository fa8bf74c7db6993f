import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPurchase } from '#contract/sales/checkout.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { isFailure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { dropPdfs, dropPdfsOf } from './store.ts'
import { fileKey, keepPdf, type Pdf } from './keep-pdf.ts'
import { forgetPdfs, sweepPdfs } from './sweep-pdfs.ts'

let server: TestApp
let ownerId: string
let drawn: string[]
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  ownerId = (await server.given.user()).id
  drawn = []
})

function pdf(text: string, changes: Partial<Pdf> = {}): Pdf {
  const draw = async () => {
    drawn.push(text)
    return Buffer.from(text)
  }
  return { kind: 'tickets', ownerId, subjects: [newId()], printed: text, draw, ...changes }
}

const rows = () => server.app.db.selectFrom('kept_papers').selectAll().where('owner_id', '=', ownerId).execute()
const files = async () => {
  const kept = await rows()
  const there = await Promise.all(kept.map(({ key }) => server.app.files.private.exists(fileKey(key))))
  return there.filter(Boolean).length
}

test('threat 35: a hundred who come together share one drawing, and so do all who come later', async () => {
  const one = pdf('una')
  const all = await Promise.all(Array.from({ length: 100 }, () => keepPdf(server.app, one)))
  await keepPdf(server.app, one)
  expect(drawn).toEqual(['una'])
  expect(new Set(all.map(String))).toEqual(new Set(['una']))
  expect([await rows(), await files()]).toEqual([[expect.objectContaining({ size_bytes: 3, kind: 'tickets' })], 1])
})

test('control: who draws for each draws a hundred times', async () => {
  const one = pdf('una')
  await Promise.all(Array.from({ length: 100 }, () => one.draw()))
  expect(drawn).toHaveLength(100)
})

test('threat 35: one is drawn at a time, a hundred wait, and the next must come back later', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let inside = 0
  let most = 0
  const slow = (text: string) =>
    pdf(text, {
      async draw() {
        inside += 1
        most = Math.max(most, inside)
        await promise
        inside -= 1
        return Buffer.from(text)
      },
    })
  // Each looks for its file first, so that any of them may come last.
  const calls = Array.from({ length: 102 }, (_, place) => keepPdf(server.app, slow(`lenta ${place}`)))
  const refused = await new Promise((refuse) => calls.forEach((call) => void call.catch(refuse)))
  expect(isFailure(refused, 'busy')).toBe(true)
  resolve()
  const ends = await Promise.allSettled(calls)
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(101)
  expect(most).toBe(1)
})

test('what is printed makes the PDF: another text is drawn again, and the older one about the same leaves', async () => {
  const subjects = [newId()]
  await keepPdf(server.app, pdf('Ana', { subjects }))
  const first = await rows()
  expect(String(await keepPdf(server.app, pdf('Anita', { subjects })))).toBe('Anita')
  // About others too, it is another PDF.
  await keepPdf(server.app, pdf('Ana y otra', { subjects: [...subjects, newId()] }))
  await sweepPdfs(server.app)
  expect(drawn).toEqual(['Ana', 'Anita', 'Ana y otra'])
  expect([(await rows()).length, await files()]).toEqual([2, 2])
  expect(await server.app.files.private.exists(fileKey(first[0]?.key ?? ''))).toBe(false)
})

test('a drawing that fails is not kept, and the next caller tries again', async () => {
  const broken = pdf('rota', { draw: () => Promise.reject(new Error('sin tinta')) })
  await expect(keepPdf(server.app, broken)).rejects.toThrow('sin tinta')
  expect(String(await keepPdf(server.app, pdf('rota')))).toBe('rota')
})

test('together they stay within their bytes: the oldest leave first', async () => {
  for (const text of ['vieja', 'media', 'nueva']) {
    await keepPdf(server.app, pdf(text.repeat(100)))
    await server.advance({ seconds: 1 })
  }
  await sweepPdfs(server.app, 1000)
  expect([(await rows()).length, await files()]).toEqual([2, 2])
  await keepPdf(server.app, pdf('nueva'.repeat(100)))
  expect(drawn).toHaveLength(3)
  await keepPdf(server.app, pdf('vieja'.repeat(100)))
  expect(drawn).toHaveLength(4)
})

test('what changes hands leaves with the next sweep, whatever else it is on', async () => {
  const ticketId = newId()
  await keepPdf(server.app, pdf('sola', { subjects: [ticketId] }))
  await keepPdf(server.app, pdf('con otra', { subjects: [newId(), ticketId] }))
  await keepPdf(server.app, pdf('otra'))
  await dropPdfs(server.app, [ticketId])
  await server.app.queue.runJob(server.app, 'papers.sweep')
  expect([(await rows()).length, await files()]).toEqual([1, 1])
  await dropPdfsOf(server.app, ownerId)
  await server.app.queue.runJob(server.app, 'papers.sweep')
  expect(await rows()).toEqual([])
})

test('who leaves takes their PDFs along, also one that is being drawn', async () => {
  await keepPdf(server.app, pdf('antes'))
  const kept = await rows()
  const { promise, resolve } = Promise.withResolvers<void>()
  const meanwhile = keepPdf(server.app, pdf('mientras', { draw: () => promise.then(() => Buffer.from('mientras')) }))
  await server.app.db.updateTable('users').set({ state: 'deleted' }).where('id', '=', ownerId).execute()
  await forgetPdfs(server.app, ownerId)
  resolve()
  expect(String(await meanwhile)).toBe('mientras')
  expect([await rows(), await server.app.files.private.exists(fileKey(kept[0]?.key ?? ''))]).toEqual([[], false])
})

test('a ticket that is handed over while it is drawn leaves no PDF of its earlier holder', async () => {
  const [event, holder, next] = [await server.given.event(), await server.given.user(), await server.given.user()]
  const type = await server.given.ticketType({ event, priceCents: 0 })
  const body = { eventId: event.id, ticketTypeId: type.id, quantity: 1 }
  await server.call(createPurchase, { body }, { as: holder })
  const { id } = await server.app.db
    .selectFrom('tickets')
    .select('id')
    .where('holder_id', '=', holder.id)
    .executeTakeFirstOrThrow()
  const about = { ownerId: holder.id, subjects: [id], epochs: [1] }
  const kept = () => server.app.db.selectFrom('kept_papers').select('key').where('owner_id', '=', holder.id).execute()
  // Control: nothing happened to it meanwhile.
  await keepPdf(server.app, pdf('entera', about))
  expect(await kept()).toHaveLength(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const meanwhile = keepPdf(
    server.app,
    pdf('de antes', { ...about, draw: () => promise.then(() => Buffer.from('de antes')) }),
  )
  await server.call(transferTicket, { params: { id }, body: { toUserId: next.id } }, { as: holder })
  resolve()
  expect(String(await meanwhile)).toBe('de antes')
  await sweepPdfs(server.app)
  expect(await kept()).toEqual([])
})
