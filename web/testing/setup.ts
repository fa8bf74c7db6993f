import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// happy-dom runs nothing of the page's own; what React complains about is a defect of ours.
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  const complaints = vi.mocked(console.error).mock.calls
  vi.restoreAllMocks()
  expect(complaints, 'console.error').toEqual([])
})
