/** Runs before each test file of the server: an unexpected error on the console is a defect of ours, and so
 * is a call that does not do what its endpoint declares. */
import './shift-clock.ts'
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'
import { declarationProblems } from './declarations.ts'

let complaints: MockInstance

beforeEach(() => {
  complaints = vi.spyOn(console, 'error')
})

afterEach(async () => {
  const heard = complaints.mock.calls
  complaints.mockRestore()
  expect(heard, 'console.error').toEqual([])
  expect(await declarationProblems(), 'what endpoints declare').toEqual([])
})
