import { expect, test } from 'vitest'
import { handlers } from '#server/app.ts'
import { allJobs } from '#server/jobs/catalogue.ts'

test('every job of the catalogue has a handler', () => {
  expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(allJobs).toSorted())
})
