/** Runs before each test file of the server: an error that nobody expected on the console is a defect of ours. */
import { afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls
  vi.mocked(console.error).mockRestore()
  expect(complaints, 'console.error').toEqual([])
})
