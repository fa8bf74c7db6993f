/** `npm run docs:jobs`: writes `docs/jobs.md` from the jobs that the modules declare. */
import { writeFile } from 'node:fs/promises'
import { describeJobs } from './job-list.ts'

await writeFile(new URL('../docs/jobs.md', import.meta.url), describeJobs())
