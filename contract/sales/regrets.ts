/** The Botón de Arrepentimiento: who bought takes it back, without an account and without a reason (rules R14.3 and R14.9). */
import * as z from 'zod/mini'
import { mail } from '#contract/accounts/accounts.ts'
import { CROCKFORD } from '#contract/values/crockford.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { pesos } from '#contract/values/money-schemas.ts'
import { looksLikePhone } from '#contract/values/phone.ts'
import { line, linkToken, paragraph } from '#contract/values/text.ts'

/** Answered within so long of its submission; an unopened link goes to a person before that, and an unanswered request raises an alarm. */
export const REGRET_HOURS = { answer: 24, escalate: 20, deadline: 22 } as const

/** Two groups, so that it can be read out. */
export const REGRET_CODE = new RegExp(`^[${CROCKFORD}]{5}-[${CROCKFORD}]{5}$`)

/** `received`: the link is not opened yet; `with_person`: the team decides. */
export const REGRET_STATES = ['received', 'with_person', 'done'] as const
export type RegretState = (typeof REGRET_STATES)[number]

/** Outcome for one purchase of it. */
export const REGRET_OUTCOMES = ['open', 'refunding', 'with_person', 'refused'] as const
/** Why its money is not given back by itself. */
export const REGRET_OBSTACLES = [
  'too_late',
  'event_near',
  /** It was confirmed after the time of the answer, or once the event had begun. */
  'link_over',
  'used',
  'transferred',
  'refunded',
  'disputed',
  'free',
] as const
export type RegretObstacle = (typeof REGRET_OBSTACLES)[number]

const regretOrder = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  eventName: z.string(),
  tickets: z.int(),
  paidAt: instant,
  /** All that the buyer would have back, service fee included. */
  amount: pesos,
  /** Until when it may be regretted; null where that was over before it began. */
  until: z.nullable(instant),
  /** Whether it goes back by itself once its buyer confirms; otherwise why not. */
  isEligible: z.boolean(),
  obstacle: z.nullable(z.enum(REGRET_OBSTACLES)),
  /** Of this purchase alone. */
  state: z.enum(REGRET_STATES),
  outcome: z.enum(REGRET_OUTCOMES),
  /** The team's answer about it. */
  answer: z.nullable(z.string()),
})
export type RegretOrder = z.infer<typeof regretOrder>

export const regret = z.object({
  code: z.string(),
  state: z.enum(REGRET_STATES),
  /** The moment that counts. */
  submittedAt: instant,
  /** Until when it is answered. */
  answerBy: instant,
  /** The deadline has passed without an answer. */
  isOverdue: z.boolean(),
  /** The purchases that it may be about: only for who opened the link that was sent to their buyer. */
  orders: z.nullable(z.array(regretOrder)),
  /** The team's answer to the buyer who opened the link; the code alone never shows it. */
  answer: z.nullable(z.string()),
})
export type Regret = z.infer<typeof regret>

const code = linkToken({ max: 20 })
const token = linkToken({ max: 100 })

/** Empty, or a contact that a person can be found and reached by. */
function isContact(typed: string): boolean {
  return typed === '' || looksLikePhone(typed) || mail.safeParse(typed).success
}

export const submitRegret = endpoint({
  method: 'POST',
  path: '/api/v1/regret',
  summary: 'Arrepentimiento de una compra, sin cuenta y sin motivo: da un código en el momento',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 10, seconds: 3600 },
  audit: 'regret.submit',
  status: 201,
  body: z
    .object({
      /** The purchase's number, as its mail and its receipt say it. */
      orderNumber: z.optional(line({ max: 60 })),
      /** Mail or phone that it was bought with. */
      contact: z.optional(line({ max: 254 }).check(z.refine(isContact, 'Escribí un email o un teléfono'))),
    })
    .check(
      z.refine(({ orderNumber, contact }) => Boolean(orderNumber?.trim()) || Boolean(contact?.trim()), {
        error: 'Escribí el número de compra, o el email o teléfono con que compraste',
        path: ['orderNumber'],
      }),
    ),
  response: regret,
  failures: [],
})

export const getRegret = endpoint({
  method: 'GET',
  path: '/api/v1/regret/{code}',
  summary: 'En qué está un arrepentimiento; con el enlace del mail, también sus compras',
  access: 'public',
  whileImpersonating: 'read',
  rate: { per: 'device', limit: 120, seconds: 3600 },
  params: z.object({ code }),
  query: z.object({ token: z.optional(token) }),
  response: regret,
  failures: ['regret_not_found'],
})

export const confirmRegret = endpoint({
  method: 'POST',
  path: '/api/v1/regret/{code}/confirm',
  summary: 'Quien compró confirma de qué compras se arrepiente; lo que corresponde se devuelve solo',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 30, seconds: 3600 },
  audit: 'regret.confirm',
  auditBeside: ['ticket.suspend', 'refund.request'],
  params: z.object({ code }),
  body: z.object({
    token,
    orderIds: z.array(line({ max: 60 })).check(z.minLength(1, 'Elegí al menos una compra'), z.maxLength(50)),
  }),
  response: regret,
  failures: ['regret_not_found', 'regret_link_invalid', 'order_not_found'],
})

const managedOrder = z.extend(regretOrder, {
  /** Contacts are whole for administrators and masked for the rest of the team (rule R6.9). */
  buyer: z.object({
    id: z.uuid(),
    name: z.nullable(z.string()),
    mail: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
  /** All that a person's decision would give back now: what is left of its unused tickets, service fee included. */
  refundable: pesos,
  /** The team named it; nothing typed in the form matched it. */
  isNamed: z.boolean(),
  /** Its own buyer opened the link and confirmed. */
  isProved: z.boolean(),
  /** It was named, or the regret has several buyers, and its own is not verified: a person confirms that they spoke with them. */
  isUnproved: z.boolean(),
  /** Why money that was asked for it did not go back after all, in the provider's word; null where nothing failed. */
  failure: z.nullable(z.string()),
})
export type ManagedRegretOrder = z.infer<typeof managedOrder>

/** Readers of the team's answer, by mail: the buyer, or the person who typed a mail without purchases. */
export const REGRET_READERS = ['buyer', 'contact', 'nobody'] as const
export type RegretReader = (typeof REGRET_READERS)[number]

const managedRegret = z.extend(regret, {
  id: z.uuid(),
  /** As they were typed. */
  orderNumber: z.nullable(z.string()),
  contact: z.nullable(z.string()),
  /** The buyer of every purchase opened the link. */
  isProved: z.boolean(),
  answerTo: z.enum(REGRET_READERS),
  orders: z.array(managedOrder),
})
export type ManagedRegret = z.infer<typeof managedRegret>

export const listRegrets = listOf({
  path: '/api/v1/admin/regrets',
  summary: 'Los arrepentimientos, los que esperan a una persona primero',
  access: { roles: ['legal', 'godAdmin'] },
  whileImpersonating: 'blocked',
  rows: { regrets: managedRegret },
  filters: {
    state: z.optional(z.enum(REGRET_STATES)),
    search: z.optional(line({ max: 100 })),
  },
  sort: ['answerBy'],
  order: 'asc',
  failures: [],
})

export const nameRegretOrder = endpoint({
  method: 'POST',
  path: '/api/v1/admin/regrets/{id}/orders',
  summary: 'El equipo suma a un arrepentimiento una compra por su número entero; a quien la hizo le llega el enlace',
  access: { roles: ['legal', 'godAdmin'] },
  stepUp: true,
  whileImpersonating: 'blocked',
  audit: 'regret.name-order',
  params: z.object({ id: idOf('regret') }),
  body: z.object({
    /** Whole: both ends alone may be of several. */
    orderNumber: line({ min: 1, max: 60, short: 'Escribí el número entero de la compra' }),
  }),
  response: managedRegret,
  failures: ['regret_not_found', 'regret_done', 'order_not_found', 'regret_other_buyer'],
})

export const resolveRegret = endpoint({
  method: 'POST',
  path: '/api/v1/admin/regrets/{id}/resolve',
  summary: 'Una persona decide un arrepentimiento: devuelve una de sus compras, o contesta por qué no',
  access: { roles: ['legal', 'godAdmin'] },
  stepUp: true,
  whileImpersonating: 'blocked',
  audit: 'regret.resolve',
  auditBeside: ['ticket.suspend', 'refund.request'],
  params: z.object({ id: idOf('regret') }),
  body: z.object({
    decision: z.enum(['refund', 'refuse']),
    /** The purchase that is given back, or refused; a refusal without it is of all that wait, if they are of one buyer. */
    orderId: z.optional(line({ max: 60 })),
    /** The team spoke with the buyer of a purchase that was not verified as theirs. */
    withoutProof: z.optional(z.boolean()),
    /** The text for its buyer. */
    answer: paragraph({ min: 10, max: 1000, short: 'Contale qué pasó, en al menos 10 letras' }),
  }),
  response: managedRegret,
  failures: [
    'regret_not_found',
    'regret_done',
    'order_not_found',
    'regret_several_buyers',
    'regret_unproved',
    'nothing_to_refund',
  ],
})
