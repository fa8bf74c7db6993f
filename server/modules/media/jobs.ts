import type { JobHandlers } from '#server/jobs/queue.ts'
import { makeAvif } from './make-avif.ts'

export const handlers: JobHandlers = {
  'media.make-avif': (app, { imageId }) => makeAvif(app, imageId),
}
