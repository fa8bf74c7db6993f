import { expect, test } from 'vitest'
import { barsOf, type WaterfallStep } from './Waterfall.tsx'

const step = (is: WaterfallStep['is'], amount: number): WaterfallStep => ({ label: is, amount, is, tone: 'humo' })
const spans = (...steps: WaterfallStep[]) => barsOf(steps).map(({ from, size }) => [from, size])

test('each step starts at the previous remainder, and the last remainder starts at zero', () => {
  expect(spans(step('start', 200), step('less', 50), step('less', 0), step('less', 30), step('end', 120))).toEqual([
    [0, 100],
    [75, 25],
    [75, 0],
    [60, 15],
    [0, 60],
  ])
})

test('what falls below nothing is drawn under the ground, and what comes back rises', () => {
  expect(spans(step('start', 0), step('less', 100), step('less', -20), step('end', -80))).toEqual([
    [100, 0],
    [0, 100],
    [0, 20],
    [20, 80],
  ])
})

test('of nothing nothing is drawn', () => {
  expect(spans(step('start', 0), step('less', 0), step('end', 0))).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})
