import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readNotification, verifySignature } from './mercado-pago-webhook.ts'

const secret = 'a secret'
const now = '2026-11-21T12:00:00.000Z'
const seconds = 1_795_262_400
const requestId = 'b3f1c0de'

function sign(manifest: string, key = secret): string {
  return createHmac('sha256', key).update(manifest).digest('hex')
}

function headers(ts: number | string, manifest: string, key = secret) {
  return { 'x-signature': `ts=${ts},v1=${sign(manifest, key)}`, 'x-request-id': requestId }
}

const right = headers(seconds, `id:123;request-id:${requestId};ts:${seconds};`)

test('a signature that the vendor’s own library accepted is valid', () => {
  const xSignature = `ts=${seconds},v1=09cd8f8f2b98d184e323a7aae4eb455656ab6ba321da846201ffc228b3f42fd5`
  expect(right['x-signature']).toBe(xSignature)
  expect(verifySignature(secret, { headers: right, dataId: '123', now })).toBe('valid')
})

test.each([
  ['ts in milliseconds', headers(seconds * 1000, `id:123;request-id:${requestId};ts:${seconds * 1000};`), '123'],
  ['an id signed in lower case', headers(seconds, `id:ab12;request-id:${requestId};ts:${seconds};`), 'AB12'],
  ['an id signed in upper case', headers(seconds, `id:AB12;request-id:${requestId};ts:${seconds};`), 'ab12'],
  ['no id', headers(seconds, `request-id:${requestId};ts:${seconds};`), undefined],
  ['no request id', { 'x-signature': `ts=${seconds},v1=${sign(`id:123;ts:${seconds};`)}` }, '123'],
  ['spaces after the comma', { ...right, 'x-signature': right['x-signature'].replace(',', ', ') }, '123'],
  ['a header that came as a list', { ...right, 'x-signature': [right['x-signature']] }, '123'],
])('%s is valid', (_, headers, dataId) => {
  expect(verifySignature(secret, { headers, dataId, now })).toBe('valid')
})

test.each([
  ['five minutes late', '2026-11-21T12:05:00.000Z', 'valid'],
  ['five minutes and a bit late', '2026-11-21T12:05:00.001Z', 'invalid'],
  ['five minutes early', '2026-11-21T11:55:00.000Z', 'valid'],
  ['five minutes and a bit early', '2026-11-21T11:54:59.999Z', 'invalid'],
])('%s', (_, at, trust) => {
  expect(verifySignature(secret, { headers: right, dataId: '123', now: at })).toBe(trust)
})

test.each([
  ['another id', right, '124'],
  ['another request', { ...right, 'x-request-id': 'other' }, '123'],
  ['another key', headers(seconds, `id:123;request-id:${requestId};ts:${seconds};`, 'not it'), '123'],
  ['no hash', { 'x-signature': `ts=${seconds}` }, '123'],
  ['no time', { 'x-signature': `v1=${sign('')}` }, '123'],
  ['a short hash', { ...right, 'x-signature': right['x-signature'].slice(0, -1) }, '123'],
  ['not a signature at all', { 'x-signature': 'hello' }, '123'],
  ['a time far beyond any', headers('9'.repeat(15), `id:123;request-id:${requestId};ts:${'9'.repeat(15)};`), '123'],
])('%s is invalid', (_, headers, dataId) => {
  expect(verifySignature(secret, { headers, dataId, now })).toBe('invalid')
})

test('one bit off is invalid, whichever', () => {
  const [ts = '', hash = ''] = right['x-signature'].split(',v1=')
  const bytes = Buffer.from(hash, 'hex')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const forged = Buffer.from(bytes)
    forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    const headers = { ...right, 'x-signature': `${ts},v1=${forged.toString('hex')}` }
    expect(verifySignature(secret, { headers, dataId: '123', now })).toBe('invalid')
  }
})

test('without a signature it is a hint; without a secret nothing is believed', () => {
  expect(verifySignature(secret, { headers: {}, dataId: '123', now })).toBe('unsigned')
  const emptyKey = headers(seconds, `id:123;request-id:${requestId};ts:${seconds};`, '')
  expect(verifySignature('', { headers: emptyKey, dataId: '123', now })).toBe('invalid')
})

test.each([
  [
    { 'data.id': '123', type: 'payment' },
    { id: 55, type: 'payment', user_id: 111, data: { id: '123' } },
    { notificationId: '55', topic: 'payment', resourceId: '123', collectorId: '111' },
  ],
  [
    {},
    { id: 55, type: 'payment', data: { id: 123 } },
    { notificationId: '55', topic: 'payment', resourceId: '123', collectorId: null },
  ],
  [
    { topic: 'payment', id: '123' },
    {},
    { notificationId: expect.any(String), topic: 'payment', resourceId: '123', collectorId: null },
  ],
  [{ 'data.id': '9', type: 'topic_merchant_order_wh' }, { id: 56 }, { topic: 'merchant_order', resourceId: '9' }],
  [
    { 'data.id': '7', type: 'topic_chargebacks_wh' },
    { id: 57, data: { id: '7', payment_id: 123 } },
    { topic: 'chargeback', resourceId: '123' },
  ],
  [
    { 'data.id': '111', type: 'mp-connect' },
    { id: 58, user_id: 111 },
    { topic: 'account', resourceId: '111' },
  ],
  [{ 'data.id': '1', type: 'stop_delivery_op_wh' }, { id: 59 }, { topic: 'other', resourceId: '1' }],
])('reads %j with %j', (query, body, notification) => {
  expect(readNotification(query, body)).toMatchObject(notification)
})

test('the older kind has no id: every delivery is new', () => {
  const ids = [1, 2].map(() => readNotification({ topic: 'payment', id: '123' }, null)?.notificationId)
  expect(ids[0]).not.toBe(ids[1])
})

test.each([
  [{}, {}],
  [{ type: 'payment' }, {}],
  [{ type: 'payment', 'data.id': 'abc' }, {}],
  [{ type: 'payment', 'data.id': '../../users/me' }, {}],
  [{ type: ['payment'], 'data.id': '1' }, 'text'],
  [{ type: 'topic_chargebacks_wh', 'data.id': '7' }, {}],
  [{ type: 'payment', 'data.id': { $ne: 1 } }, null],
])('%j with %j says nothing', (query, body) => {
  expect(readNotification(query, body)).toBeNull()
})
