import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { ProviderUnavailable } from './port.ts'

export interface ClientSettings {
  readonly baseUrl: string
  /** Per try, until the answer's last byte. */
  readonly timeoutMs?: number
  /** Longest first pause before a retry; doubles, with jitter. */
  readonly retryDelayMs?: number
}

/** An answer, or the refusal that the vendor put in words. Faults of the call itself are thrown. */
export type Outcome<Answer> = { readonly ok: true; readonly answer: Answer } | Refused

export interface Refused {
  readonly ok: false
  /** What was asked for. */
  readonly operation: string
  readonly status: number
  readonly error: string
  readonly codes: readonly string[]
}

/** What is written carries the caller's key: with it a repeated call takes effect once. */
type Call = {
  readonly path: string
  /** Absent where the vendor wants none: tokens are asked for with the application's own secret. */
  readonly accessToken?: string
} & (
  | { readonly method: 'GET'; readonly query?: Readonly<Record<string, string | number>> }
  | { readonly method: 'POST' | 'PUT'; readonly body: object; readonly idempotencyKey: string }
)

/** What an answer says in our words, or null when it does not say what it must. */
export type Read<Answer> = (answer: unknown) => Answer | null

const MAX_RETRIES = 2
// The vendor may ask for a long pause (`Retry-After`); a buyer waits behind this call.
const MAX_DELAY_MS = 5_000
const RETRIED: readonly number[] = [429, 500, 502, 503, 504]
/** A page of fifty payments is a tenth of this. */
const MAX_ANSWER_BYTES = 4_000_000

const refusal = z.object({ error: z.unknown(), cause: z.catch(z.array(z.unknown()), []) })
const cause = z.object({ code: z.union([z.string(), z.number()]) })

/** The one place that speaks to the vendor: its address, its retries, its errors. */
export function createClient({ baseUrl, timeoutMs = 10_000, retryDelayMs = 500 }: ClientSettings) {
  async function tryOnce(operation: string, call: Call): Promise<{ response: Response; text: string }> {
    try {
      const response = await fetch(addressOf(baseUrl, call), {
        method: call.method,
        headers: headersOf(call),
        ...(call.method === 'GET' ? {} : { body: JSON.stringify(call.body) }),
        // Nothing of ours goes on to another address: neither the seller's token nor the application's secret.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { response, text: await textOf(response, operation) }
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error
      throw new ProviderUnavailable('unreachable', operation)
    }
  }

  async function send(operation: string, call: Call): Promise<{ response: Response; text: string }> {
    for (let retries = 0; ; retries += 1) {
      let pauseMs = backoff(retryDelayMs, retries)
      try {
        const answered = await tryOnce(operation, call)
        if (retries === MAX_RETRIES || !RETRIED.includes(answered.response.status)) return answered
        pauseMs = askedPause(answered.response) ?? pauseMs
      } catch (error) {
        const isLost = error instanceof ProviderUnavailable && error.reason === 'unreachable'
        if (retries === MAX_RETRIES || !isLost) throw error
      }
      await wait(pauseMs)
    }
  }

  return {
    async call<Answer>(operation: string, read: Read<Answer>, call: Call): Promise<Outcome<Answer>> {
      const { response, text } = await send(operation, call)
      const body = jsonOf(text)
      if (!response.ok) return refusalOf(response.status, body, operation)
      const answer = read(body)
      if (answer === null) throw new ProviderUnavailable('bad_answer', operation)
      return { ok: true, answer }
    },
  }
}
export type Client = ReturnType<typeof createClient>

/** Reads an answer of this shape; fields that it does not name are dropped. */
export function shaped<Shape extends z.ZodMiniType>(shape: Shape): Read<z.output<Shape>> {
  return (answer) => {
    const parsed = shape.safeParse(answer)
    return parsed.success ? parsed.data : null
  }
}

/** The answer of a call that has no refusals; throws `ProviderUnavailable`. */
export function answerOf<Answer>(outcome: Outcome<Answer>): Answer {
  if (!outcome.ok) throw faultOf(outcome)
  return outcome.answer
}

/** The same, and null where the vendor does not know what was asked about. */
export function answerIfKnown<Answer>(outcome: Outcome<Answer>): Answer | null {
  return !outcome.ok && outcome.status === 404 ? null : answerOf(outcome)
}

/** A refusal that the caller can only report. */
export function faultOf(refused: Refused): ProviderUnavailable {
  const { status, operation } = refused
  const reason = status === 401 ? 'account_revoked' : status === 409 ? 'conflict' : 'bad_request'
  return new ProviderUnavailable(reason, operation, { status, detail: describe(refused) })
}

/** The vendor's codes, never its sentences: those may repeat what we sent. */
export function describe({ error, codes }: Pick<Refused, 'error' | 'codes'>): string {
  return [error, ...codes].filter(Boolean).join(' ')
}

function addressOf(baseUrl: string, call: Call): URL {
  const address = new URL(`${baseUrl}${call.path}`)
  const query = call.method === 'GET' ? call.query : undefined
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, String(value))
  return address
}

function headersOf(call: Call): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(call.accessToken === undefined ? {} : { Authorization: `Bearer ${call.accessToken}` }),
    ...(call.method === 'GET' ? {} : { 'Content-Type': 'application/json', 'X-Idempotency-Key': call.idempotencyKey }),
  }
}

/** The answer's text, counted as it arrives: one without end is let go. */
async function textOf(response: Response, operation: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) {
      throw new ProviderUnavailable('bad_answer', operation, { status: response.status, detail: 'too_large' })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No shape fits it, and a refusal without text is known by its status.
    return undefined
  }
}

function backoff(firstMs: number, retries: number): number {
  return randomInt(0, Math.min(firstMs * 2 ** retries, MAX_DELAY_MS) + 1)
}

/** The pause that the vendor asks for, where it says it is overloaded. */
function askedPause(response: Response): number | null {
  const asked = response.headers.get('retry-after') ?? ''
  if (response.status !== 429 || !/^\d{1,9}$/.test(asked)) return null
  return Math.min(Number(asked) * 1000, MAX_DELAY_MS)
}

function refusalOf(status: number, body: unknown, operation: string): Refused {
  const said = shaped(refusal)(body)
  const refused: Refused = {
    ok: false,
    operation,
    status,
    error: wordOf(said?.error),
    codes: (said?.cause ?? []).flatMap(codesOf),
  }
  const detail = describe(refused)
  if (status === 429) throw new ProviderUnavailable('rate_limited', operation, { status, detail })
  // 423 and 424 say that the vendor was busy with itself.
  if (status >= 500 || status === 423 || status === 424) {
    throw new ProviderUnavailable('provider_error', operation, { status, detail })
  }
  // Its API is where its documentation says. An answer that names another address comes from an intermediary.
  if (status < 400) throw new ProviderUnavailable('bad_answer', operation, { status, detail: 'redirect' })
  return refused
}

function codesOf(body: unknown): string[] {
  const parsed = cause.safeParse(body)
  return parsed.success ? [wordOf(String(parsed.data.code))].filter(Boolean) : []
}

function wordOf(text: unknown): string {
  return typeof text === 'string' && /^[\w.-]{1,60}$/.test(text) ? text : ''
}
