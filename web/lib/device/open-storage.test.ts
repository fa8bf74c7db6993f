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

test('one that opens and throws at every use keeps what is written for the page, and loses what is removed', () => {
  const held = new Map([['viejo', '1']])
  const refuses = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  const full = {
    get length() {
      return held.size
    },
    key: (index: number) => [...held.keys()][index] ?? null,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: refuses,
    removeItem: (key: string) => void held.delete(key),
    clear: () => held.clear(),
  }
  const mute = { length: 0, key: refuses, getItem: refuses, setItem: refuses, removeItem: refuses, clear: refuses }
  const view = { localStorage: full, sessionStorage: mute } as unknown as Window // only its storage is read
  openStorage(view)
  for (const area of [view.localStorage, view.sessionStorage]) {
    area.setItem('compra', '2')
    expect(area.getItem('compra')).toBe('2')
    expect(Array.from({ length: area.length }, (_, index) => area.key(index))).toContain('compra')
  }
  expect(view.localStorage.getItem('viejo')).toBe('1')
  view.localStorage.removeItem('viejo')
  expect([held.size, view.localStorage.getItem('viejo')]).toEqual([0, null])
  view.sessionStorage.clear()
  expect(view.sessionStorage.getItem('compra')).toBeNull()
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
