import { every } from '#server/jobs/job.ts'

export const jobs = {
  'papers.sweep': every(15, 'Keeps the drawn PDFs within 1 GiB; deletes the oldest first.'),
}
