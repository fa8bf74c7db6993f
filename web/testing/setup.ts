import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'
import { expireSession } from '#web/api/session.ts'
import { forgetSessionEnd } from '#web/api/session-end.ts'
import { takeFaults } from './contract-answers.ts'

/** A busy machine is slow, not wrong. Set again for each file, because files of a worker share their modules. */
configure({ asyncUtilTimeout: 10_000, defaultHidden: false })

/**
 * React keeps the stack of ten thousand elements a second, to say in a complaint where one was made: a fifth of the time of these
 * tests. It complains all the same, and the test that fails says where.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {}, configurable: true })

/** What a test adds to the browser leaves with it: the files of a worker share one window. */
const ofTheBrowser = new Set(Reflect.ownKeys(navigator))

let complaints: MockInstance

// What React complains about is a defect of ours: it fails the test.
beforeEach(() => {
  // jsdom lays nothing out. Browsers answer with a promise: an effect that returns it breaks its screen when it goes.
  Element.prototype.scrollIntoView = vi.fn<() => unknown>(() => Promise.resolve())
  complaints = vi.spyOn(console, 'error')
})

afterEach(() => {
  cleanup()
  // A person who signed in, by a screen too, is out before the next test.
  expireSession()
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
