import { expect, test } from 'vitest'
import type { Regret, RegretOrder } from '#contract/sales/regrets.ts'
import { regretSteps, spellRegretCode } from './regret-words.ts'

const asked: Regret = {
  code: '7M4Q2-KZC0V',
  state: 'received',
  submittedAt: '2026-11-20T15:00:00.000Z',
  answerBy: '2026-11-21T15:00:00.000Z',
  isOverdue: false,
  orders: null,
  answer: null,
}
const bought: RegretOrder = {
  orderId: 'Wp1ZbRBp1ZbRBp1ZbRBp1Z',
  orderNumber: '7KQ29XM8',
  eventName: 'Fiesta Lunar',
  tickets: 2,
  paidAt: '2026-11-19T15:00:00.000Z',
  amount: 39_600,
  until: '2026-11-29T15:00:00.000Z',
  isEligible: true,
  obstacle: null,
  state: 'received',
  outcome: 'open',
  answer: null,
}

test.each<[string, Partial<Regret>, string[]]>([
  ['asked', {}, ['done', 'now', 'later', 'later']],
  ['with a person, unproved', { state: 'with_person' }, ['done', 'now', 'later', 'later']],
  ['late, by its code alone', { state: 'with_person', isOverdue: true }, ['done', 'now', 'later', 'later']],
  ['proved', { orders: [bought] }, ['done', 'done', 'now', 'later']],
  ['confirmed', { state: 'done', orders: [{ ...bought, outcome: 'refunding' }] }, ['done', 'done', 'done', 'now']],
  ['refused', { state: 'done', orders: [{ ...bought, outcome: 'refused' }] }, ['done', 'done', 'done', 'later']],
  ['over, by its code alone', { state: 'done' }, ['done', 'done', 'done', 'later']],
])('a regret that is %s', (_name, changes, statuses) => {
  expect(regretSteps({ ...asked, ...changes }).map(({ status }) => status)).toEqual(statuses)
})

test('what is to be done next is said, and by when', () => {
  const texts = (changes: Partial<Regret>) => regretSteps({ ...asked, ...changes }).map(({ text }) => text)
  expect(texts({})[2]).toContain('Antes del sáb 21 nov')
  expect(texts({ orders: [bought] })[2]).toContain('Confirmá abajo')
  expect(texts({ state: 'with_person', isOverdue: true })[2]).toContain('Está demorado')
  expect(texts({ state: 'done' })[3]).toBe('Si te corresponde, ya está en camino.')
})

test.each([
  ['30e39mtx0d', '30E39-MTX0D'],
  [' 30E39 – MTX0D. ', '30E39-MTX0D'],
  ['3OE39-MTXOD', '30E39-MTX0D'],
  ['il239-mtx0d', '11239-MTX0D'],
  ['３０Ｅ３９-ＭＴＸ０Ｄ', '30E39-MTX0D'],
  ['otra', 'OTRA'],
])('%s is the code %s', (typed, code) => expect(spellRegretCode(typed)).toBe(code))
