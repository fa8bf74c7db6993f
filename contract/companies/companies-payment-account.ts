/** A company's account at the payment provider: connected by its owner, looked at by its people, disconnected. */
import * as z from 'zod/mini'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { companyOwners, companyReaders } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { opaque } from '#contract/values/text.ts'

/** Stored in the browser during the visit to the provider; the callback requires it. */
export const PAYMENT_ACCOUNT_COOKIE = 'previa_mercadopago'
export const PAYMENT_ACCOUNT_COOKIE_PATH = '/api/v1/webhook/mercadopago'

/** Identifies the account to the company's people. Nothing else of it leaves the server. */
const account = z.object({ nickname: z.nullable(z.string()), connectedAt: instant })

/** Why a company's paid tickets are not on sale, or will not be. */
export const PAYMENT_ACCOUNT_PROBLEMS = [
  /** This installation sells nothing: no provider is configured. */
  'payments_off',
  'never_connected',
  'disconnected',
  /** The seller took the permission back in their own account. */
  'revoked',
  /** The token ended, because the provider gave no new one in time. */
  'expired',
  /** It is connected, and its balance has not covered refunds for days: paid sales wait until those are made. */
  'unfunded',
  /** Another account than before, which sells from tomorrow on; the one before sells no more. */
  'not_yet',
  /** Still selling: the provider refused a new token, and the present one will end. */
  'expiring',
] as const
export type PaymentAccountProblem = (typeof PAYMENT_ACCOUNT_PROBLEMS)[number]

export const paymentAccountStatus = z.object({
  canSell: z.boolean(),
  problem: z.nullable(z.enum(PAYMENT_ACCOUNT_PROBLEMS)),
  /** The one that sells, or the last one that did. */
  account: z.nullable(z.extend(account, { sellsUntil: z.nullable(instant) })),
  /** Another one that takes its place. */
  next: z.nullable(z.extend(account, { sellsFrom: instant })),
  /** Orders for which the provider may be taking money: while there are some, only a god admin disconnects the one that sells. */
  awaitedOrders: z.int(),
  /** Whether the caller may connect and disconnect it: it is the owner's to do. */
  isYours: z.boolean(),
})
export type PaymentAccountStatus = z.infer<typeof paymentAccountStatus>

/** Whether there is an account, also one that sells only from its day on or waits for balance. */
export const isAccountConnected = ({ canSell, problem, next }: PaymentAccountStatus) =>
  canSell || problem === 'unfunded' || next !== null

export const getPaymentAccountLink = endpoint({
  method: 'GET',
  path: '/api/v1/webhook/mercadopago/get-link',
  summary: 'La dirección de Mercado Pago en la que la dueña autoriza a cobrar; deja una cookie de diez minutos',
  access: { roles: ['ORGANIZATOR'], object: { rule: 'managedCompany', from: 'query.companyId' } },
  stepUp: true,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 20, seconds: 600 },
  query: z.object({ companyId: idOf('company') }),
  response: z.object({ url: z.url() }),
  failures: ['company_not_found', 'mp_not_authorized', 'company_not_approved', 'payments_off'],
})

export const finishPaymentAccountLink = endpoint({
  method: 'GET',
  path: '/api/v1/webhook/mercadopago/callback',
  summary: 'A donde Mercado Pago devuelve a la dueña; sigue en /organizador/mercadopago/success o /error',
  access: 'public',
  whileImpersonating: 'blocked',
  // A browser that is sent here says no device: the limit is by address, and an office shares one.
  rate: { per: 'device', limit: 3000, seconds: 600 },
  query: z.object({
    state: z.optional(opaque({ max: 500 })),
    code: z.optional(opaque({ max: 2000 })),
    error: z.optional(opaque({ max: 200 })),
  }),
  response: 'redirect',
  auditBeside: ['company.connect_payment_account'],
  failures: [],
})

/** Why a connection came to nothing, as `/organizador/mercadopago/error` reads it. */
export const CONNECTION_PROBLEMS = ['state', 'cancelled', 'refused', 'unavailable', 'owner', 'sandbox'] as const
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number]

export const verifyPaymentAccount = endpoint({
  method: 'GET',
  path: '/api/v1/webhook/mercadopago/verify-connection/{id}',
  summary: 'Si la cuenta de Mercado Pago de una organización puede cobrar, preguntado a Mercado Pago',
  access: {
    roles: ['ORGANIZATOR', 'admin', 'legal', 'godAdmin'],
    object: { rule: 'managedCompany', from: 'params.id' },
  },
  whileImpersonating: 'read',
  rate: { per: 'account', limit: 30, seconds: 60 },
  params: z.object({ id: idOf('company') }),
  response: z.object({ isConnected: z.boolean(), nickname: z.nullable(z.string()) }),
  failures: ['company_not_found'],
})

export const getPaymentAccount = endpoint({
  method: 'GET',
  path: '/api/v1/company/{companyId}/payment-account',
  summary: 'Cómo está la cuenta con la que cobra una organización, y por qué no vende si no vende',
  access: companyReaders,
  whileImpersonating: 'read',
  params: z.object({ companyId: idOf('company') }),
  response: paymentAccountStatus,
  failures: ['company_not_found'],
})

export const disconnectPaymentAccount = endpoint({
  method: 'DELETE',
  path: '/api/v1/company/{companyId}/token',
  summary:
    'Desconecta la cuenta de Mercado Pago: sus entradas pagas dejan de venderse. Si otra espera su día, la dueña desconecta esa sola',
  access: companyOwners,
  stepUp: true,
  whileImpersonating: 'blocked',
  params: z.object({ companyId: idOf('company') }),
  query: z.object({
    /** God admins may, although orders wait for their payment. */
    force: z.optional(z.boolean()),
  }),
  response: 'empty',
  audit: 'company.disconnect_payment_account',
  failures: ['company_not_found', 'mp_not_authorized', 'mp_connection_not_found', 'orders_await_payment'],
  silent: { 401: 'mp_not_authorized', 404: 'mp_connection_not_found' },
})
