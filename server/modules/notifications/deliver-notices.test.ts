/** Notices to many: each person's message by itself, with vendors that behave as a test says. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Email } from '#server/adapters/email/port.ts'
import type { App } from '#server/context.ts'
import { newId } from '#server/shared/ids.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { deliverNotices, type ComposeNotice } from './deliver-notices.ts'
import { noticeKey, readNoticeKey } from './delivery-key.ts'
import { queueNotice, queueNoticeAgain } from './queue-notice.ts'
import { advanceNotice, forgetNotices } from './store-notices.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())
beforeEach(() => sql`delete from notice_deliveries`.execute(server.app.db))

const people = (...ids: string[]) => sql`select u as user_id from unnest(${ids}::uuid[]) u`
const compose: ComposeNotice = async (_app, { userId, channel, idempotencyKey }) =>
  channel === 'mail'
    ? { channel, to: `${userId}@previa.example`, subject: 'Aviso', html: '', text: '', idempotencyKey }
    : { channel, to: '+5491155550000', template: 'evento_cancelado', params: [], idempotencyKey }
const withEmail = (send: Email['send']): App => ({
  ...server.app,
  vendors: { ...server.app.vendors, email: { isOn: true, send, async close() {} } },
})
const rows = (channel = 'mail') =>
  server.app.db.selectFrom('notice_deliveries').selectAll().where('channel', '=', channel).orderBy('id').execute()
const queued = async () => {
  const [noticeId, { id }] = [newId(), await server.given.user()]
  await queueNotice(server.app, noticeId, people(id))
  return { noticeId, userId: id }
}

test('a mail host that is away is tried eight times, then the person counts as not reached; a retry begins from the first attempt', async () => {
  const { noticeId } = await queued()
  const down = withEmail(async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    expect(await deliverNotices(down, 'mail', compose)).toBe(1)
    expect(await deliverNotices(down, 'mail', compose)).toBe(0)
    await server.advance({ hours: 6, seconds: 1 })
  }
  expect(await rows()).toMatchObject([{ state: 'failed', attempts: 8, last_error: 'Error ECONNREFUSED' }])
  // By another channel they may still be reached.
  expect(await queueNoticeAgain(server.app, noticeId)).toBe(0)
  await sql`update notice_deliveries set state = 'failed' where channel = 'whatsapp'`.execute(server.app.db)
  expect(await queueNoticeAgain(server.app, noticeId)).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'queued', attempts: 0, resends: 1, last_error: null }])
})

test('each person gets it once: queued again, sent by two workers at once, or received already', async () => {
  const { noticeId, userId } = await queued()
  await queueNotice(server.app, noticeId, people(userId))
  const counts = await Promise.all([1, 2, 3].map(() => deliverNotices(server.app, 'mail', compose)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  const waited = await server.given.user({ state: 'pending' })
  await queueNotice(server.app, noticeId, people(waited.id))
  await sql`select notifications_move_person(${waited.id}::uuid, ${userId}::uuid)`.execute(server.app.db)
  expect(await rows()).toMatchObject([{ user_id: userId, state: 'sent' }])
})

test('what WhatsApp reports moves a notice forward and never back, known by its message or by its key', async () => {
  await queued()
  const [row] = await rows('whatsapp')
  const key = noticeKey({ id: row?.id ?? '', resends: 0 })
  expect(readNoticeKey('delivery-x')).toBeNull()
  await sql`update notice_deliveries set attempts = 1 where channel = 'whatsapp'`.execute(server.app.db)
  const report = (state: 'sent' | 'delivered' | 'read' | 'failed') =>
    advanceNotice(server.app, { messageId: 'm-1', state, failure: null, delivery: readNoticeKey(key) })
  await report('delivered')
  await report('sent')
  expect(await rows('whatsapp')).toMatchObject([{ state: 'delivered', provider_message_id: 'm-1' }])
  // Its answer was lost, and is not sent again.
  expect(await deliverNotices(server.app, 'whatsapp', compose)).toBe(0)
  await report('read')
  expect(await rows('whatsapp')).toMatchObject([{ state: 'read' }])
})

test('when a person closes their account, no vendor report is kept, and nothing more is sent', async () => {
  const { userId } = await queued()
  await forgetNotices(server.app, userId)
  expect(await deliverNotices(server.app, 'mail', compose)).toBe(0)
  expect(await rows()).toMatchObject([{ state: 'failed', last_error: 'no_contact', provider_message_id: null }])
})
