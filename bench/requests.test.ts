import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { login } from '#contract/accounts/accounts.ts'
import { createPurchase } from '#contract/sales/checkout.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { decodeTicketCode } from '#contract/values/ticket-code.ts'
import { normaliseTicketNumber } from '#contract/values/ticket-number.ts'
import { normalisePhone } from '#server/shared/phone.ts'
import { accountPhone, benchTicket, eventId, typeId } from './people.ts'
import { buildRequests } from './requests.ts'

function sent(bytes: Buffer | null) {
  const [head = '', body = ''] = (bytes?.toString() ?? '').split('\r\n\r\n')
  const [start = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2)))
  return { start, headers, body, json: body === '' ? undefined : (JSON.parse(body) as unknown) }
}

test('orders are those of the contract, each from another account, target in turn, under a key of its own', () => {
  const targets = [0, 1].map((n) => ({ eventId: eventId(n), typeId: typeId(n) }))
  const next = buildRequests({ kind: 'orders', accounts: 3, targets, quantity: 2 })
  const all = [sent(next()), sent(next()), sent(next())]
  expect(next()).toBeNull()
  const bodies = all.map(({ json }) => z.parse(createPurchase.body, json))
  expect(bodies.map((body) => body.eventId)).toEqual([eventId(0), eventId(1), eventId(0)])
  for (const name of ['authorization', 'idempotency-key', 'x-forwarded-for']) {
    expect(new Set(all.map(({ headers }) => headers[name])).size, name).toBe(3)
  }
  expect(all[0]?.start).toBe(`${createPurchase.method} ${createPurchase.path} HTTP/1.1`)
  expect(all[0]?.headers['content-length']).toBe(String(all[0]?.body.length))
})

test('a scan carries the code of its ticket', () => {
  const { id, number, code } = benchTicket(7, 201)
  expect(decodeTicketCode(code)).toMatchObject({ ticketId: id, eventNumber: 201, epoch: 1 })
  expect(normaliseTicketNumber(number)).toBe(number)
  expect(benchTicket(8, 201).number).not.toBe(number)
  const next = buildRequests({
    kind: 'scans',
    eventId: eventId(200),
    eventNumber: 201,
    tickets: 8,
    firstDoorman: 50,
    doormen: 5,
  })
  const last = Array.from({ length: 8 }, () => sent(next())).at(-1)
  expect(last?.start).toBe(`POST ${scanTicket.path.replace('{ticketId}', id)} HTTP/1.1`)
  expect(z.parse(scanTicket.body, last?.json)).toMatchObject({ code, eventId: eventId(200), via: 'qr' })
})

test('sign-ins name phones that the server knows to read', () => {
  const next = buildRequests({ kind: 'signIns', firstAccount: 119_000, accounts: 1 })
  const body = z.parse(login.body, sent(next()).json)
  expect(normalisePhone(body.phone)).toBe(accountPhone(119_000))
})
