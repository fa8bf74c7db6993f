import { afterEach, expect, test } from 'vitest'
import { addToHistory, HISTORY_LIMIT, readHistory, writeHistory, type ScanHistoryEntry } from './scan-history.ts'

const entry = (id: string): ScanHistoryEntry => ({
  id,
  result: id,
  timestamp: '2026-11-29T02:47:08Z',
  status: 'admitted',
})
afterEach(() => sessionStorage.clear())

test('newest first, capped at fifty', () => {
  const history = Array.from({ length: 60 }, (_, index) => entry(String(index))).reduce(
    addToHistory,
    [] as ScanHistoryEntry[],
  )
  expect(history).toHaveLength(HISTORY_LIMIT)
  expect(history[0]?.id).toBe('59')
})

test('the same scan reported twice is listed once', () => {
  expect(addToHistory([entry('b'), entry('a')], entry('a')).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('it survives a reload of the tab, and damage', () => {
  writeHistory('noche', [entry('a')])
  expect(readHistory('noche')).toEqual([entry('a')])
  sessionStorage.setItem('escaneos:noche', '[{"id":1}, 3]')
  expect(readHistory('noche')).toEqual([])
  sessionStorage.setItem('escaneos:noche', '{')
  expect(readHistory('noche')).toEqual([])
})
