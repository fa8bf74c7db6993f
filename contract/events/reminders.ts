/** Reminders that an organizer sends to people with something left to do for an event: pay, buy again, activate. Rules R22. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventOwners } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { instant } from '#contract/values/date-schemas.ts'

/**
 * What a person is reminded of: a pending payment in cash; an expired hold while there are places; a pending account that has a
 * ticket. A person of several groups gets the first.
 */
export const REMINDER_KINDS = ['cash', 'expired', 'activation'] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

/** Most names in a group of the preview; `people` counts all. */
export const PREVIEW_NAMES = 20

const group = z.object({
  kind: z.enum(REMINDER_KINDS),
  people: z.int(),
  /** The first `PREVIEW_NAMES` of them, by alphabet. */
  names: z.array(z.string()),
})

export const getPendingReminders = endpoint({
  method: 'GET',
  path: '/api/v1/ticket/event/{id}/pending-reminders',
  summary: 'A quiénes les llegaría hoy un recordatorio y por qué',
  access: eventOwners,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: z.object({ id: idOf('event') }),
  response: z.object({
    /** Groups with people, in the order of the kinds. */
    groups: z.array(group),
    people: z.int(),
    lastSentAt: z.nullable(instant),
    /** When they may be sent again; null when they may be now. */
    nextAt: z.nullable(instant),
  }),
  failures: ['event_not_found'],
})

export const sendPendingReminders = endpoint({
  method: 'POST',
  path: '/api/v1/ticket/event/{id}/send-pending-reminders',
  summary: 'Les recuerda por mail y WhatsApp lo que les falta: pagar, volver a comprar o activar su cuenta',
  access: eventOwners,
  whileImpersonating: 'blocked',
  audit: 'event.send_reminders',
  params: z.object({ id: idOf('event') }),
  response: z.object({ groups: z.array(group), people: z.int() }),
  failures: ['event_not_found', 'event_state', 'company_role_not_allowed', 'reminders_sent_lately', 'no_reminders'],
})
