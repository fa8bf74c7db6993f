/** Who runs the product finds every job that runs by the clock in one table, with how often. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allJobs } from './catalogue.ts'
import type { JobOptions } from './job.ts'

/** Name and second column of each row of the table. */
function described(): Map<string, string> {
  const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split('\n## Jobs by the clock\n')
  const rows = section.split('\n## ')[0]?.matchAll(/^\| `([\w.-]+)` \| ([^|]+) \| [^|]{10,} \|$/gm) ?? []
  return new Map([...rows].map(([, name = '', when = '']) => [name, when]))
}

/** In the table's words; the cron expressions that there are. */
function when({ cron, everySeconds }: JobOptions): string {
  if (everySeconds !== undefined) {
    const minutes = everySeconds / 60
    if (everySeconds === 1) return 'every second'
    return minutes < 1 ? `every ${everySeconds} s` : minutes === 1 ? 'every minute' : `every ${minutes} minutes`
  }
  const [minute = '', hour = '', , , days = ''] = cron?.split(' ') ?? []
  if (hour !== '*') return `${hour}:${minute.padStart(2, '0')}${days === '1-5' ? ', Monday to Friday' : ''}`
  const step = minute.split('/')[1]
  return step ? `every ${step} minutes` : minute === '*' ? 'every minute' : 'every hour'
}

test('every job by the clock stands in the table of operations, as often as it runs, and no other', () => {
  const byClock = Object.entries<JobOptions>(allJobs).filter(([, { cron, everySeconds }]) => cron ?? everySeconds)
  expect(byClock.length).toBeGreaterThan(10)
  const expected = byClock.map(([name, options]): [string, string] => [name, when(options)])
  expect(described()).toEqual(new Map(expected))
})
