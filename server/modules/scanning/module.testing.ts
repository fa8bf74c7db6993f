import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  requests: (of) => ({ 'POST /api/v1/ticket/scan-qr/{ticketId}': { body: { eventId: of.event, via: 'typed' } } }),
  opens: { scannableEvent: { sibling: ['organizer', 'god'], foreign: ['god'] } },
  // `order-of-checks.test.ts` is about it.
  judgesItself: ['POST /api/v1/ticket/scan-qr/{ticketId}'],
}
