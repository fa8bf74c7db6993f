import { appendFile, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMercadoPago } from '#server/adapters/payments/mercado-pago.ts'
import { movableClock } from '#server/testing/movable-clock.ts'
import { start } from './start.ts'
import { change, drop, emptyState, keepState, loadState, nextId, put } from './state.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const seller = (n: number) => ({ userId: `${n}`, nickname: `Noche ${n}`, email: 'a@b.example', balanceCents: null })
const account = { accessToken: 'APP_USR-noche', collectorId: '111' }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('everything is there after a restart: sellers, payments, keys, and notifications not yet taken', async () => {
  const state = join(folder, 'nested', 'mercado-pago.json')
  const before = await start({ port: 0, clock, state, isAutomatic: false })
  await before.control.addSeller({
    userId: '111',
    nickname: 'La Noche',
    accessToken: account.accessToken,
    refreshToken: 'TG-noche',
  })
  const preference = await fetch(`${before.url}/checkout/preferences/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.accessToken}` },
    body: JSON.stringify({
      items: [{ title: 'General', quantity: 1, unit_price: 100 }],
      notification_url: 'http://127.0.0.1:9/closed',
    }),
  })
  const { id } = (await preference.json()) as { id: string } // a created preference
  const paymentId = await before.control.pay(id)
  const adapter = ({ url, authUrl, application }: typeof before) =>
    createMercadoPago({ baseUrl: url, authUrl, retryDelayMs: 1, ...application })
  const refund = { paymentId, amountCents: 40_00, idempotencyKey: 'kept' }
  const refunded = await adapter(before).refundPayment(account, refund)
  // Taken while the first one runs: what was answered is on disk already, as after a kill.
  const kept = join(folder, 'kept.json')
  await copyFile(state, kept)
  await before.stop()
  const after = await start({ port: 0, clock, state: kept, isAutomatic: false })
  await expect(adapter(after).refundPayment(account, refund)).resolves.toEqual(refunded)
  await expect(adapter(after).fetchPayment(account, paymentId)).resolves.toMatchObject({ refundedCents: 40_00 })
  await expect(adapter(after).refreshToken('TG-noche')).resolves.toMatchObject({ state: 'granted' })
  expect(after.control.pendingNotifications()).toBe(2)
  expect(await after.control.pay(id)).not.toBe(paymentId)
  await after.stop()
})

test('a save covers every change made before it, however many are asked for at once', async () => {
  const file = join(folder, 'many.json')
  const state = emptyState(clock)
  const save = keepState(file, state)
  const kept = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const id = Number(nextId(state))
      await save()
      return loadState(file, clock).lastId >= id
    }),
  )
  expect(kept).not.toContain(false)
  expect(loadState(file, clock).lastId).toBe(state.lastId)
})

test('a save writes what changed since the last one, and an unfinished line at the end is left out', async () => {
  const file = join(folder, 'lines.json')
  const state = emptyState(clock)
  const save = keepState(file, state)
  for (let n = 0; n < 1000; n += 1) put(state, 'sellers', `${n}`, seller(n))
  await save()
  const { size } = await stat(file)
  change(state, 'sellers', '7', { balanceCents: 700 })
  drop(state, 'sellers', '8')
  await save()
  expect((await stat(file)).size - size).toBeLessThan(500)
  const { sellers } = loadState(file, clock)
  expect([sellers['7']?.balanceCents, sellers['8'], Object.keys(sellers).length]).toEqual([700, undefined, 999])
  await appendFile(file, '{"lastId":1,"sellers":{"9":')
  expect(loadState(file, clock)).toEqual({ ...state, changed: new Map() })
})

test('a file whose changes outgrew it is written anew', async () => {
  const file = join(folder, 'long.json')
  const state = emptyState(clock)
  const save = keepState(file, state)
  for (let n = 0; n < 12; n += 1) {
    put(state, 'sellers', '1', { ...seller(n), nickname: `${n}`.padEnd(1_000_000) })
    await save()
  }
  expect((await stat(file)).size).toBeLessThan(8_000_000)
  expect(loadState(file, clock).sellers['1']?.nickname.trim()).toBe('11')
})

test('an unreadable file stops the start instead of overwriting it', async () => {
  const file = join(folder, 'broken.json')
  await writeFile(file, '{"sellers":')
  await expect(start({ port: 0, clock, state: file })).rejects.toThrow(SyntaxError)
  expect(await readFile(file, 'utf8')).toBe('{"sellers":')
})

test('keys are kept for a day', () => {
  const state = emptyState(clock)
  const file = join(folder, 'keys.json')
  put(state, 'idempotency', '111 old', { requestHash: 'x', status: 201, json: {}, at: '2026-11-20T11:59:59.000Z' })
  put(state, 'idempotency', '111 new', { requestHash: 'x', status: 201, json: {}, at: '2026-11-20T12:00:01.000Z' })
  return keepState(file, state)().then(() =>
    expect(Object.keys(loadState(file, clock).idempotency)).toEqual(['111 new']),
  )
})
