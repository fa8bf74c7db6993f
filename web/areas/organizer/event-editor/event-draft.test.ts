import { expect, test } from 'vitest'
import { clearDraft, draftKey, keepDraft, readDraft } from './event-draft.ts'
import { newEvent, newTicketType } from './event-values.ts'

const key = draftKey('person', null)
const values = { ...newEvent, name: 'Fiesta', ticketTypes: [{ ...newTicketType, name: 'VIP', price: '100' }] }

test('what was typed is there again, for that person and event alone', () => {
  keepDraft(sessionStorage, key, { values, hadFlyer: true, version: 3 })
  expect(readDraft(sessionStorage, key)).toEqual({ values, hadFlyer: true, version: 3 })
  expect(readDraft(sessionStorage, draftKey('other', null))).toBeNull()
  expect(readDraft(sessionStorage, draftKey('person', 'event'))).toBeNull()
  clearDraft(sessionStorage, key)
  expect(readDraft(sessionStorage, key)).toBeNull()
})

test('a draft of another version of the form keeps what still fits', () => {
  sessionStorage.setItem(
    key,
    JSON.stringify({ values: { name: 'Fiesta', orderLimit: 7, gone: 'x', ticketTypes: [{ name: 'A' }, 3] } }),
  )
  expect(readDraft(sessionStorage, key)).toEqual({
    values: { ...newEvent, name: 'Fiesta', ticketTypes: [{ ...newTicketType, name: 'A' }, newTicketType] },
    hadFlyer: false,
    version: null,
  })
})

test.each(['{', '3', 'null', '{"values":null}'])('%s is no draft', (text) => {
  sessionStorage.setItem(key, text)
  expect(readDraft(sessionStorage, key)).toBeNull()
})

test('a storage that refuses loses nothing else', () => {
  const full = {
    setItem: () => {
      throw new Error('full')
    },
  } as unknown as Storage // only what is called
  expect(() => keepDraft(full, key, { values, hadFlyer: false, version: null })).not.toThrow()
})
