import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  requests: (of, person) => ({
    // An unknown person: a person of the test would get the role, or lose their session.
    'PATCH /api/v1/user/change-role': { body: { userId: of.event, roleId: 'RRPP', eventId: of.event } },
    'GET /api/v1/user/search': { query: { query: 'camila' } },
    'GET /api/v1/user/search-by-phone': { query: { phone: person.phone } },
  }),
  // A person who has an account. One of another company is refused in `change-role.test.ts`.
  namesAnybody: ['PATCH /api/v1/user/change-role userId'],
  // Anybody who knows the phone (rules R6.10, R12.11).
  reveals: {
    'GET /api/v1/user/search-by-phone': /zorzalito P\.$/i,
    'GET /api/v1/user/search-for-rrpp': /zorzalito P\.$/i,
  },
  acts: ['PATCH /api/v1/user/change-role'],
}
