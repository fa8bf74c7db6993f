import { expect, test } from 'vitest'
import { codeChooser, type CodeKind } from './choose-code.ts'

const KINDS: Readonly<Record<string, CodeKind>> = { MINE: 'own', NEXT: 'own', ELSEWHERE: 'other' }

/** The codes that are reported of frames, a hundred milliseconds apart, with the time of each. */
function reportsOf(frames: readonly (readonly string[])[]): string[] {
  const chooser = codeChooser((text) => KINDS[text] ?? 'foreign')
  return frames.flatMap((texts, frame) => {
    const code = chooser.choose(texts, frame * 100)
    return code === null ? [] : [`${code} at ${frame * 100}`]
  })
}
const times = (count: number, ...texts: string[]) => Array.from({ length: count }, () => texts)

test.each([
  ['MINE', 'flyer'],
  ['flyer', 'MINE'],
  ['ELSEWHERE', 'MINE'],
  ['flyer', 'ELSEWHERE', 'MINE'],
])('a ticket of this event wins in its first frame: %s, %s', (...texts) => {
  expect(reportsOf([texts])).toEqual(['MINE at 0'])
})

test('a foreign code alone is reported after some frames, once', () => {
  expect(reportsOf(times(20, 'flyer'))).toEqual(['flyer at 500'])
  expect(reportsOf(times(5, 'flyer'))).toEqual([])
  // Slow frames: not by its time alone.
  const chooser = codeChooser(() => 'foreign')
  expect([0, 550, 1100].map((now) => chooser.choose(['flyer'], now))).toEqual([null, null, 'flyer'])
})

test('a flyer that is read before its ticket refuses nothing', () => {
  expect(reportsOf([...times(4, 'flyer'), ...times(30, 'flyer', 'MINE')])).toEqual(['MINE at 400'])
})

test('a flyer that stays in view while its ticket leaves is not reported at once', () => {
  const left = reportsOf([...times(3, 'flyer', 'MINE'), ...times(25, 'flyer')])
  expect(left).toEqual(['MINE at 0'])
  // The control: nothing else is in view later on.
  expect(reportsOf([...times(3, 'flyer', 'MINE'), ...times(60, 'flyer')])).toEqual(['MINE at 0', 'flyer at 3300'])
})

test('a ticket of another event comes before a foreign code, and waits as one', () => {
  expect(reportsOf(times(10, 'flyer', 'ELSEWHERE'))).toEqual(['ELSEWHERE at 500'])
})

test('of two tickets the first stays chosen while both are in view', () => {
  expect(reportsOf([...times(1, 'MINE', 'NEXT'), ...times(40, 'NEXT', 'MINE')])).toEqual(['MINE at 0'])
  expect(reportsOf([...times(2, 'MINE', 'NEXT'), ['NEXT']])).toEqual(['MINE at 0', 'NEXT at 200'])
})

test('frames before a pause, or before a gap, count no more', () => {
  const chooser = codeChooser(() => 'foreign')
  const at = (...moments: number[]) => moments.map((now) => chooser.choose(['flyer'], now))
  expect(at(0, 300)).toEqual([null, null])
  chooser.pause(500)
  expect(at(600, 900)).toEqual([null, null])
  expect(at(2000, 2300)).toEqual([null, null])
  expect(at(2600)).toEqual(['flyer'])
})

test('a poster in view is refused once, however often the door pauses; a ticket is asked again', () => {
  const chooser = codeChooser((text) => KINDS[text] ?? 'foreign')
  const reports: string[] = []
  const read = (text: string, from: number, until: number) => {
    for (let now = from; now < until; now += 100) {
      const code = chooser.choose([text], now)
      if (code !== null) reports.push(`${code} at ${now}`)
    }
  }
  read('poster', 0, 600)
  for (let now = 600; now < 6600; now += 100) chooser.pause(now)
  read('poster', 6600, 12_000)
  expect(reports).toEqual(['poster at 500'])
  // Away for longer than a scan, it is shown again.
  read('poster', 15_000, 16_000)
  expect(reports).toEqual(['poster at 500', 'poster at 15500'])
  read('MINE', 16_000, 16_100)
  for (let now = 16_100; now < 22_000; now += 100) chooser.pause(now)
  read('MINE', 22_000, 22_100)
  expect(reports.slice(2)).toEqual(['MINE at 16000', 'MINE at 22000'])
})
