import { expect, test } from 'vitest'
import type { App } from '#server/context.ts'
import { forEachIsolated } from './for-each-isolated.ts'

test('a failed item is logged and stops none of the others; a locked item is only a warning', async () => {
  const lines: object[] = []
  const note = (level: string) => (fields: object, text: string) => lines.push({ level, ...fields, text })
  const app = { log: { warn: note('warn'), error: note('error') } } as unknown as App
  const [defect, locked] = [new Error('a defect'), Object.assign(new Error('locked'), { code: '55P03' })]
  const handled: string[] = []
  await forEachIsolated(app, {
    items: ['first', 'second', 'third'],
    async handle(item) {
      if (item === 'first') throw defect
      if (item === 'second') throw locked
      handled.push(item)
    },
    logFields: (item) => ({ item }),
    failed: 'it could not be done',
  })
  expect(handled).toEqual(['third'])
  expect(lines).toEqual([
    { level: 'error', err: defect, item: 'first', text: 'it could not be done' },
    { level: 'warn', err: locked, item: 'second', text: 'it could not be done' },
  ])
})
