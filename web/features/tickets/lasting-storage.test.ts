import { expect, test, vi } from 'vitest'
import { giveStorage } from '#web/testing/lasting-storage.ts'
import { askForLastingStorage } from './lasting-storage.ts'

test('it is asked for once a visit', async () => {
  const persist = giveStorage()
  await askForLastingStorage()
  await askForLastingStorage()
  expect(persist).toHaveBeenCalledOnce()
})

test('a phone that keeps everything already is not asked', async () => {
  const persist = giveStorage({ isPersisted: true })
  await askForLastingStorage()
  expect(persist).not.toHaveBeenCalled()
})

test('a browser without it goes on', async () => {
  Object.defineProperty(navigator, 'storage', { value: undefined, configurable: true })
  await expect(askForLastingStorage()).resolves.toBeUndefined()
})

test('a browser that would show a question is not asked', async () => {
  const persist = giveStorage()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0',
  )
  await askForLastingStorage()
  expect(persist).not.toHaveBeenCalled()
})
