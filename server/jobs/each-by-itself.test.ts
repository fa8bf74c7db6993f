import { expect, test } from 'vitest'
import type { App } from '#server/context.ts'
import { eachByItself } from './each-by-itself.ts'

test('one that cannot be handled is logged and holds up none of the others; one that is locked is no error', async () => {
  const lines: object[] = []
  const note = (level: string) => (facts: object, text: string) => lines.push({ level, ...facts, text })
  const app = { log: { warn: note('warn'), error: note('error') } } as unknown as App
  const [defect, locked] = [new Error('a defect'), Object.assign(new Error('locked'), { code: '55P03' })]
  const handled: string[] = []
  await eachByItself(app, {
    items: ['first', 'second', 'third'],
    async handle(item) {
      if (item === 'first') throw defect
      if (item === 'second') throw locked
      handled.push(item)
    },
    facts: (item) => ({ item }),
    failed: 'it could not be done',
  })
  expect(handled).toEqual(['third'])
  expect(lines).toEqual([
    { level: 'error', err: defect, item: 'first', text: 'it could not be done' },
    { level: 'warn', err: locked, item: 'second', text: 'it could not be done' },
  ])
})
