import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeJobs } from './job-list.ts'

test('docs/jobs.md is what the modules declare; npm run docs:jobs writes it', async () => {
  const written = await readFile(new URL('../docs/jobs.md', import.meta.url), 'utf8')
  expect(written).toBe(describeJobs())
  expect(written.match(/^\| `[\w.-]+` \| [\w-]+ \| [^|]+ \| [^|]{20,} \|$/gm)?.length).toBeGreaterThan(50)
})
