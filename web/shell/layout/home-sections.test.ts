import { expect, test } from 'vitest'
import { activeSection } from './home-sections.ts'

const page = (...tops: number[]) => tops.map((top, index) => ({ id: `s${index}`, top }))

test.each([
  ['at the top', page(0, 900, 1500), 's0'],
  ['before any section', page(300, 1200), 's0'],
  ['a section enters the 200 px', page(-700, 200, 800), 's1'],
  ['one pixel before', page(-700, 201, 800), 's0'],
  ['the last of several that passed', page(-2000, -900, -10), 's2'],
  ['a page without sections', [], undefined],
])('%s', (_, tops, section) => {
  expect(activeSection(tops)).toBe(section)
})
