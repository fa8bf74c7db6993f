import { expect, test } from 'vitest'
import { openStorage, tryToStore } from './open-storage.ts'

/** A window whose storage is closed, as with blocked cookies (Chromium throws, old Firefox gives null). */
function closedWindow(): Window {
  const view = {} as Window // only its storage is read
  Object.defineProperty(view, 'localStorage', {
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
    configurable: true,
  })
  Object.defineProperty(view, 'sessionStorage', { value: null, configurable: true })
  return view
}

test('a closed storage is stood in for by one that lives as long as the page', () => {
  const view = closedWindow()
  openStorage(view)
  for (const area of [view.localStorage, view.sessionStorage]) {
    area.setItem('a', '1')
    area.setItem('b', '2')
    area.removeItem('a')
    expect(area.getItem('a')).toBeNull()
    expect(area.getItem('b')).toBe('2')
    expect([area.length, area.key(0), area.key(1)]).toEqual([1, 'b', null])
    area.clear()
    expect(area.length).toBe(0)
  }
})

test('an open storage is left alone', () => {
  const before = window.localStorage
  openStorage(window)
  expect(window.localStorage).toBe(before)
})

test('a full storage keeps nothing and breaks nothing', () => {
  const full = {
    setItem() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  } as unknown as Storage // a full one, of which only writing matters
  expect(tryToStore(full, 'a', '1')).toBe(false)
  expect(tryToStore(localStorage, 'a', '1')).toBe(true)
  expect(localStorage.getItem('a')).toBe('1')
})
