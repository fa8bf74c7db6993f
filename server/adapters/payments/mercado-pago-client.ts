import { MercadoPagoConfig, MercadoPagoError, MPConnectionError } from 'mercadopago'
import { AppConfig } from 'mercadopago/dist/utils/config/index.js'
import { RestClient } from 'mercadopago/dist/utils/restClient/index.js'
import { ProviderUnavailable } from './port.ts'

export interface ClientSettings {
  readonly baseUrl: string
  /** Per try, until the answer's headers. */
  readonly timeoutMs?: number
  /** Longest first pause before a retry; doubles, with jitter. */
  readonly retryDelayMs?: number
}

/** An answer, or the refusal that the vendor put in words. Faults of the call itself are thrown. */
export type Outcome<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly status: number; readonly error: string; readonly codes: readonly string[] }

interface RestRequest {
  readonly method: 'POST' | 'PUT'
  readonly body: object
  readonly idempotencyKey: string
  /** Absent where the vendor wants none: tokens are asked for with the application's own secret. */
  readonly accessToken?: string
}

const MAX_RETRIES = 2
// The vendor may ask for a long pause (`Retry-After`); a buyer waits behind this call.
const MAX_DELAY_MS = 5_000

/** The one place that calls the SDK: its address, its retries, its errors. */
export function createClient({ baseUrl, timeoutMs = 10_000, retryDelayMs = 500 }: ClientSettings) {
  const options = {
    timeout: timeoutMs,
    maxRetries: MAX_RETRIES,
    initialDelay: retryDelayMs,
    maxDelay: MAX_DELAY_MS,
    jitter: true,
  }
  // The SDK stops its timer when headers arrive; a body that never ends is ours to cut.
  const deadlineMs = (MAX_RETRIES + 1) * timeoutMs + MAX_RETRIES * MAX_DELAY_MS

  async function run<Answer>(operation: string, start: () => Promise<Answer>): Promise<Outcome<Answer>> {
    // Static and process-wide in the SDK, and read before its first await: set for each call, it never mixes two addresses.
    Object.assign(AppConfig, { BASE_URL: baseUrl })
    try {
      return { ok: true, answer: await beforeDeadline(start(), deadlineMs, operation) }
    } catch (error) {
      return refusal(error, operation)
    }
  }

  return {
    /**
     * One call of an SDK client, made by `start` with a configuration of its own. The SDK merges each call's options into
     * the configuration it was given, so a shared one would repeat an idempotency key on the next call.
     */
    call<Answer>(
      operation: string,
      accessToken: string,
      idempotencyKey: string | null,
      start: (config: MercadoPagoConfig) => Promise<Answer>,
    ) {
      const config = new MercadoPagoConfig({
        accessToken,
        options: { ...options, ...(idempotencyKey === null ? {} : { idempotencyKey }) },
      })
      return run(operation, () => start(config))
    },
    /** One call that the SDK has no method for, or only one that sends an empty bearer token. */
    rest(operation: string, path: string, { method, body, idempotencyKey, accessToken }: RestRequest) {
      const headers = accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }
      return run(operation, () =>
        RestClient.fetch<unknown>(path, { method, headers, body: JSON.stringify(body), idempotencyKey, ...options }),
      )
    },
  }
}
export type Client = ReturnType<typeof createClient>

export type Refused = Extract<Outcome<unknown>, { ok: false }>

/** The answer of a call that has no refusal to tell; throws `ProviderUnavailable`. */
export function answerOf<Answer>(outcome: Outcome<Answer>, operation: string): Answer {
  if (!outcome.ok) throw faultOf(outcome, operation)
  return outcome.answer
}

/** A refusal that the caller can only report. */
export function faultOf(refused: Refused, operation: string): ProviderUnavailable {
  const { status } = refused
  const reason = status === 401 ? 'account_revoked' : status === 409 ? 'conflict' : 'bad_request'
  return new ProviderUnavailable(reason, operation, { status, detail: describe(refused) })
}

/** The vendor's codes, never its sentences: those may repeat what we sent. */
export function describe({ error, codes }: Pick<Refused, 'error' | 'codes'>): string {
  return [error, ...codes].filter(Boolean).join(' ')
}

async function beforeDeadline<Answer>(
  answer: Promise<Answer>,
  milliseconds: number,
  operation: string,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ProviderUnavailable('unreachable', operation, { detail: 'deadline' })),
      milliseconds,
    )
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

function refusal(error: unknown, operation: string): Outcome<never> {
  if (error instanceof MPConnectionError) throw new ProviderUnavailable('unreachable', operation)
  if (!(error instanceof MercadoPagoError)) throw error
  const status = error.status
  const refused = { ok: false, status, error: wordOf(error.error), codes: codesOf(error.causes) } as const
  const detail = describe(refused)
  if (status === 429) throw new ProviderUnavailable('rate_limited', operation, { status, detail })
  // 423 and 424 say that the vendor was busy with itself.
  if (status >= 500 || status === 423 || status === 424) {
    throw new ProviderUnavailable('provider_error', operation, { status, detail })
  }
  return refused
}

function wordOf(text: unknown): string {
  return typeof text === 'string' && /^[\w.-]{1,60}$/.test(text) ? text : ''
}

function codesOf(causes: unknown): string[] {
  if (!Array.isArray(causes)) return []
  return causes.flatMap((cause: unknown) => {
    const code = cause !== null && typeof cause === 'object' && 'code' in cause ? cause.code : null
    return typeof code === 'number' || typeof code === 'string' ? [wordOf(String(code))].filter(Boolean) : []
  })
}
