/** Runs before each test file of the server: an error that nobody expected on the console is a defect of ours. */
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'

let complaints: MockInstance

beforeEach(() => {
  complaints = vi.spyOn(console, 'error')
})

afterEach(() => {
  const heard = complaints.mock.calls
  complaints.mockRestore()
  expect(heard, 'console.error').toEqual([])
})
