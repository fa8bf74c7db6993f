import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  requests: (of) => ({
    'POST /api/v1/admin/commercials/assign': { body: { userId: of.user, eventId: of.event } },
  }),
}
