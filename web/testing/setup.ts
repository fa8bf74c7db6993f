import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'
import { forgetSessionEnd } from '#web/api/session-end.ts'
import { takeFaults } from './contract-answers.ts'

/** A busy machine is slow, not wrong. Set again for each file, because files of a worker share their modules. */
configure({ asyncUtilTimeout: 10_000, defaultHidden: false })

/** What a test adds to the browser leaves with it: the files of a worker share one window. */
const ofTheBrowser = new Set(Reflect.ownKeys(navigator))

let complaints: MockInstance

// What React complains about is a defect of ours: it fails the test.
beforeEach(() => {
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = vi.fn()
  complaints = vi.spyOn(console, 'error')
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  forgetSessionEnd()
  const heard = complaints.mock.calls
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  for (const key of Reflect.ownKeys(navigator)) if (!ofTheBrowser.has(key)) Reflect.deleteProperty(navigator, key)
  expect(heard, 'console.error').toEqual([])
  expect(takeFaults(), 'answers that the contract does not know').toEqual([])
})
