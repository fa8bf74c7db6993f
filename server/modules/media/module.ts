import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { forgetImage } from './forget-image.ts'
import { makeAvif, requestMissingAvif } from './make-avif.ts'
import { openImageFile } from './queries.ts'

export const media: Module = {
  name: 'media',
  tables: ['images'],
  handlers: {
    'media.make-avif': (app, { imageId }) => makeAvif(app, imageId),
    'media.request-missing-avif': (app) => requestMissingAvif(app),
  } satisfies HandlersOf<'media'>,
  hooks: { openImageFile },
  person: {
    erase: {
      picture: async (app, { person }) => {
        if (person.imageId) await forgetImage(app, person.imageId)
      },
    },
  },
}
