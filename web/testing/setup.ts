import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'
import { takeFaults } from './contract-answers.ts'

/** A busy machine is slow, not wrong. */
configure({ asyncUtilTimeout: 5000 })

let complaints: MockInstance

// What React complains about is a defect of ours: it fails the test.
beforeEach(() => {
  complaints = vi.spyOn(console, 'error')
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  const heard = complaints.mock.calls
  vi.restoreAllMocks()
  expect(heard, 'console.error').toEqual([])
  expect(takeFaults(), 'answers that the contract does not know').toEqual([])
})
