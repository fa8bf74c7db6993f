import type { JobHandlers } from '#server/jobs/queue.ts'
import { makeAvif, requestMissingAvif } from './make-avif.ts'

export const handlers: JobHandlers = {
  'media.make-avif': (app, { imageId }) => makeAvif(app, imageId),
  'media.request-missing-avif': (app) => requestMissingAvif(app),
}
