/** The bar: the drinks that were paid with a ticket, redeemed once after its code was scanned. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { opaque } from '#contract/values/text.ts'
import { publicImage } from '#contract/events/event-schemas.ts'
import { drinkVoucher, TICKET_STATES } from './tickets.ts'

/** Seconds in which the person who redeemed a voucher may undo it. */
export const UNDO_SECONDS = 60

/** The whole text of a ticket's QR, or the number under it. */
const code = opaque({ min: 1, max: 400 })

export const servedVoucher = z.extend(drinkVoucher, {
  image: z.nullable(publicImage),
  /** Name of who served it. */
  redeemedBy: z.nullable(z.string()),
  /** Until when the caller may undo it; null when they may not. */
  undoUntil: z.nullable(instant),
})
export type ServedVoucher = z.infer<typeof servedVoucher>

/** Door staff serve too (rule R21.4). */
const servers = { roles: ['SCANNER', 'ORGANIZATOR'] } as const
const refusals = ['invalid_qr_code', 'ticket_not_found', 'wrong_event_qr', 'ticket_inactive'] as const
/** `details` of `ticket_inactive`. */
export const unservedTicket = z.object({
  reason: z.enum(['refunded', 'cancelled', 'expired', 'suspended', 'event_inactive', 'too_early', 'too_late']),
})

export const findVouchers = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/drink-vouchers',
  summary: 'Las bebidas de una entrada, por su código',
  access: { ...servers, object: { rule: 'servedEvent', from: 'params.id' } },
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 120, seconds: 60 },
  params: z.object({ id: idOf('event') }),
  body: z.object({ code }),
  response: z.object({
    ticket: z.object({
      id: z.guid(),
      number: z.string(),
      type: z.string(),
      state: z.enum(TICKET_STATES),
      holderName: z.string(),
    }),
    vouchers: z.array(servedVoucher),
  }),
  failures: ['event_not_found', ...refusals],
})

const ofVoucher = {
  params: z.object({ id: idOf('drinkVoucher') }),
  access: { ...servers, object: { rule: 'servedVoucher', from: 'params.id' } },
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 120, seconds: 60 },
  response: z.object({ voucher: servedVoucher }),
} as const

export const redeemVoucher = endpoint({
  ...ofVoucher,
  method: 'POST',
  path: '/api/v1/drink-vouchers/{id}/redeem',
  summary: 'Canjea una bebida, una sola vez, con el código de su entrada',
  idempotent: true,
  audit: 'drink_voucher.redeem',
  body: z.object({ code }),
  failures: ['drink_voucher_not_found', 'drink_voucher_redeemed', ...refusals],
})

/** `details` of `drink_voucher_redeemed`. */
export const redeemedVoucher = z.object({ redeemedAt: instant, redeemedBy: z.string() })

export const undoRedemption = endpoint({
  ...ofVoucher,
  method: 'POST',
  path: '/api/v1/drink-vouchers/{id}/undo',
  summary: 'Deshace un canje propio dentro del minuto',
  audit: 'drink_voucher.undo',
  failures: ['drink_voucher_not_found', 'redemption_final', 'redemption_refunded'],
})
