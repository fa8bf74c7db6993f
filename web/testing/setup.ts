import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'

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
})
