/** Expected failures are thrown as `Failure`; a throw inside a transaction rolls it back by construction. */
import { brand } from '#contract/platform/brand.ts'
import { failures, type FailureBody, type FailureCode } from '#contract/api/failures.ts'

export interface FailureExtras {
  /** Becomes the `Retry-After` header, in whole seconds. */
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
  /** Instead of the code's own text, when that cannot say enough. */
  readonly message?: string
}

/** `busy` outside a purchase: its default text speaks of a sale. */
export const CROWDED = `Hay mucha gente usando ${brand.name} en este momento. Probá de nuevo en unos segundos`

/** An expected failure: its code fixes HTTP status and Spanish text (contract/api/failures.ts). */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: FailureCode
  readonly status: number
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(code: FailureCode, details?: unknown, extras: FailureExtras = {}) {
    const [status, message] = failures[code]
    super(extras.message ?? message, extras.cause === undefined ? undefined : { cause: extras.cause })
    this.code = code
    this.status = status
    this.details = details
    this.retryAfterSeconds = extras.retryAfterSeconds
  }
}

/** Whether `error` is an expected failure, and the one with `code` when a code is given. */
export function isFailure(error: unknown, code?: FailureCode): error is Failure {
  return error instanceof Failure && (code === undefined || error.code === code)
}

/** What a schema says of an input, by field; `at` is where in the input it was read. */
export function refusedInput(
  { issues }: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] },
  code: FailureCode = 'invalid_input',
  at: readonly PropertyKey[] = [],
): Failure {
  return new Failure(
    code,
    issues.map(({ path, message }) => ({ path: [...at, ...path], message })),
  )
}

/** What goes over the wire. */
export function failureBody(failure: Failure): FailureBody {
  return {
    code: failure.code,
    message: failure.message,
    ...(failure.details === undefined ? {} : { details: failure.details }),
  }
}
