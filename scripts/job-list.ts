/** The text of `docs/jobs.md`: every job as its module declares it. */
import { allJobs } from '#server/jobs/catalogue.ts'
import { RETRIES, type JobOptions } from '#server/jobs/job.ts'

const INTRODUCTION = `# Jobs

Written by \`npm run docs:jobs\` from the modules' \`jobs.ts\`; a test fails when the two differ. \`server/jobs/README.md\` says how they run.

## By the clock
One worker runs a job at a time, whichever comes first. Jobs of seconds and minutes are tried again after growing pauses; metrics
\`previa_clock_job_overdue_seconds\` and \`previa_clock_job_failures\`. Daily jobs run by Buenos Aires time; metric \`previa_queue_jobs\`.
`

/** Writes all of `docs/jobs.md`. */
export function describeJobs(): string {
  const jobs = Object.entries<JobOptions>(allJobs).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
    [head, head.map(() => '---'), ...rows].map(row).join('\n')
  const moduleOf = (name: string) => name.split('.')[0] ?? ''
  const clock = jobs.flatMap(([name, { runs, summary }]) =>
    'kind' in runs ? [] : [[`\`${name}\``, moduleOf(name), whenOf(runs), summary]],
  )
  const queued = jobs.flatMap(([name, { runs, summary }]) =>
    'kind' in runs ? [[`\`${name}\``, moduleOf(name), runs.kind, summary]] : [],
  )
  const kinds = Object.entries(RETRIES).map(([kind, { retryLimit, retryDelaySeconds }]) => [
    kind,
    String(retryLimit),
    `${retryDelaySeconds} s`,
  ])
  return [
    INTRODUCTION,
    table(['job', 'module', 'when', 'what it does'], clock),
    '\n## Queued\nEnqueued in the transaction that causes them. After the last retry a job is in the dead letter.\n',
    table(['job', 'module', 'retried as', 'what it does'], queued),
    '',
    table(['retried as', 'retries', 'first pause, doubled up to an hour'], kinds),
    '',
  ].join('\n')
}

function whenOf(runs: { readonly everySeconds: number } | { readonly cron: string }): string {
  if ('everySeconds' in runs) {
    const { everySeconds } = runs
    return everySeconds % 60 === 0 ? `every ${everySeconds / 60} min` : `every ${everySeconds} s`
  }
  const [minute = '', hour = '', , , days] = runs.cron.split(' ')
  return `${hour}:${minute.padStart(2, '0')}${days === '*' ? '' : ', Monday to Friday'}`
}
