import { daily, queued } from '#server/jobs/job.ts'

export const jobs = {
  'media.make-avif': queued<{ imageId: string }>('drawing', 'Makes the AVIF files of a picture.'),
  'media.request-missing-avif': daily('4:35', 'Enqueues pictures whose AVIF files were never made.'),
}
