import { expect, test, vi } from 'vitest'
import { askForLastingStorage } from './lasting-storage.ts'

function giveStorage(isPersisted: boolean) {
  const persist = vi.fn(async () => true)
  Object.defineProperty(navigator, 'storage', {
    value: { persisted: async () => isPersisted, persist },
    configurable: true,
  })
  return persist
}

test('it is asked for once a visit', async () => {
  const persist = giveStorage(false)
  await askForLastingStorage()
  await askForLastingStorage()
  expect(persist).toHaveBeenCalledOnce()
})

test('a phone that keeps everything already is not asked', async () => {
  const persist = giveStorage(true)
  await askForLastingStorage()
  expect(persist).not.toHaveBeenCalled()
})

test('a browser without it goes on', async () => {
  Object.defineProperty(navigator, 'storage', { value: undefined, configurable: true })
  await expect(askForLastingStorage()).resolves.toBeUndefined()
})
