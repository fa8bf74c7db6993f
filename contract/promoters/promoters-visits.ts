/** The one call about promoters that visitors make: in a file of its own, so that it comes without the desks' calls. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { linkCode } from '#contract/values/text.ts'

/** Counts the opening of a promoter's link. Nothing of the visitor is stored; an unknown code answers alike. */
export const countReferralVisit = endpoint({
  method: 'POST',
  path: '/api/v1/referral-visits',
  summary: 'Cuenta que alguien abrió el enlace de un RRPP',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 60, seconds: 60 },
  body: z.object({ eventId: idOf('event'), code: linkCode({ min: 2, max: 40 }) }),
  response: 'empty',
  failures: [],
})
