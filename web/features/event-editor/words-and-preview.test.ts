import { expect, test } from 'vitest'
import { managedEvent } from '#web/testing/organizer-fixtures.ts'
import { newEvent, newTicketType, valuesOf } from './event-values.ts'
import { fieldProblems } from './focus-problem.ts'
import { previewCard } from './preview-card.ts'
import { provinceOptions, provinces } from '#web/lib/provinces.ts'
import { optionsSummary, takenWords } from './ticket-type-words.ts'

test('the card shows what is typed, and what will stand where nothing is', () => {
  expect(previewCard(newEvent, null, null)).toMatchObject({
    name: 'El nombre de tu evento',
    startDate: null,
    priceFrom: null,
    priceTo: null,
  })
  const typed = valuesOf(managedEvent())
  const types = [
    { ...newTicketType, price: '25.000' },
    { ...newTicketType, price: '18000' },
    { ...newTicketType, price: '0', visibility: 'courtesy' as const },
    { ...newTicketType, price: 'x' },
  ]
  const terms = { percentBps: 1000, fixedCents: 0, leastCents: 0, mostCents: null }
  const absorbing = { ...typed, absorbsServiceFee: true, ticketTypes: types }
  expect(previewCard(absorbing, null, terms)).toMatchObject({ priceFrom: 18_000, priceTo: 25_000 })
  expect(previewCard({ ...absorbing, absorbsServiceFee: false }, null, terms)).toMatchObject({
    name: 'Fiesta Lunar Rosario',
    startDate: '2030-11-30T23:30:00-03:00',
    endDate: '2030-12-01T06:00:00-03:00',
    priceFrom: 19_800,
    priceTo: 27_500,
    Location: { name: 'Salón Paraná', city: 'Rosario' },
  })
})

test('what is taken of a type', () => {
  expect(takenWords({ sold: 1214, held: 1, courtesies: 0 })).toBe('1.214 vendidas · 1 reservada')
})

test('what is set behind the options', () => {
  expect(optionsSummary(newTicketType)).toBe('')
  expect(
    optionsSummary({ ...newTicketType, visibility: 'hidden', perPersonLimit: '4', validUntil: '2026-11-29T02:00' }),
  ).toBe('oculta · hasta 4 por persona · sirve hasta dom 29 nov, 02:00')
})

test('24 provinces, and whatever an event already says', () => {
  expect(new Set(provinces).size).toBe(24)
  expect(provinceOptions('Salta')).toHaveLength(24)
  expect(provinceOptions('Montevideo').at(-1)).toEqual({ value: 'Montevideo', label: 'Montevideo' })
})

test('problems are counted field by field', () => {
  const problem = { type: 'custom', message: 'x', ref: {} }
  const errors = { name: problem, ticketTypes: { 1: { price: problem }, root: problem }, root: undefined }
  expect(fieldProblems(errors).map(({ name }) => name)).toEqual(['name', 'ticketTypes.1.price', 'ticketTypes'])
})
