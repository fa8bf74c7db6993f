import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  requests: () => ({ 'GET /api/v1/stream': { query: { topics: 'account' } } }),
}
