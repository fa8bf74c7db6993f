import { expect, test } from 'vitest'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { allEndpoints } from '#web/testing/contract-answers.ts'
import { changedBy, known } from './changes.ts'

/** Read once only, or never changed by a user. */
const FIXED_READS = [
  '/api/v1/sign-in-options',
  '/api/v1/auth/google',
  '/api/v1/webhook/mercadopago/get-link',
  '/api/v1/event/categories',
  '/api/v1/role',
  // The answer of each write of an event is the next state of its editor, which asks again by itself when it was outrun.
  '/api/v1/event/{id}/manage',
  // Shown once: a second reading is a second view, and nothing of it stays.
  '/api/v1/admin/organizer-requests/{id}/dni',
]

/** They begin or prove a session, send something, or come from another machine: nothing that was read is otherwise after them. */
const CHANGES_NOTHING = [
  'POST /api/v1/login',
  'POST /api/v1/login/google',
  'POST /api/v1/logout',
  'POST /api/v1/user',
  'POST /api/v1/session/confirm',
  'POST /api/v1/auth/google/token',
  'POST /api/v1/auth/google/confirm',
  'POST /api/v1/user/request-password-reset',
  'POST /api/v1/user/confirm-password-reset',
  'POST /api/v1/user/activate-account',
  'POST /api/v1/user/renew-activation',
  'POST /api/v1/user/verify-contact/request',
  'POST /api/v1/checkout/code',
  'POST /api/v1/checkout/code/confirm',
  'POST /api/v1/user/data-export/{id}/link',
  'POST /api/v1/events/{id}/staff/{userId}/invitation',
  'POST /api/v1/events/{id}/discount-quote',
  'POST /api/v1/email/contact',
  'POST /api/v1/client-error',
  'POST /api/v1/webhook/mercadopago',
  'POST /api/v1/webhook/whatsapp',
]

const name = ({ method, path }: EndpointSpec) => `${method} ${path}`

test('every write of the contract says what it changes, and every answer that is kept says what it is of', () => {
  const writes = allEndpoints.filter(({ method }) => method !== 'GET').map(name)
  expect([...known.writes, ...CHANGES_NOTHING].sort()).toEqual([...new Set(writes)].sort())
  const reads = allEndpoints.filter(({ method, response }) => method === 'GET' && typeof response !== 'string')
  expect([...known.reads, ...FIXED_READS].sort()).toEqual([...new Set(reads.map(({ path }) => path))].sort())
})

test('a write changes what is read of its subjects and nothing else', () => {
  const changed = changedBy({ method: 'PUT', path: '/api/v1/event/{id}' })
  expect(changed.has('/api/v1/event/single-page/{id}')).toBe(true)
  expect(changed.has('/api/v1/orders')).toBe(false)
  expect(changedBy({ method: 'POST', path: '/api/v1/email/contact' }).size).toBe(0)
})
