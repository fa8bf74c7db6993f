import type { FailureCode } from '#contract/api/failures.ts'

/** Codes that never come from the server: the network failed, or it answered something that is not ours. */
export type ClientFailureCode = 'network' | 'client_timeout' | 'cancelled' | 'unreadable'

export interface FieldProblem {
  path: readonly (string | number)[]
  message: string
}

interface ApiFailureParts {
  status: number
  code: FailureCode | ClientFailureCode
  message: string
  details?: unknown
  /** Seconds to wait before another try, when the server said so. */
  retryAfter?: number | undefined
  /** The server answered without saying what went wrong: `message` is ours, and a screen may have a better one. */
  isSilent?: boolean
}

/** A call that did not succeed, whatever the reason; `message` is for the screen, in Spanish. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  /** 0 when nothing was answered. */
  readonly status: number
  readonly code: FailureCode | ClientFailureCode
  readonly details: unknown
  readonly retryAfter: number | undefined
  readonly isSilent: boolean

  constructor({ status, code, message, details, retryAfter, isSilent = false }: ApiFailureParts) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
    this.isSilent = isSilent
  }

  /** What is wrong with each field of the input, when the server says it by field. */
  get fieldProblems(): readonly FieldProblem[] {
    return Array.isArray(this.details) ? this.details.filter(isFieldProblem) : []
  }
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    Array.isArray(value.path) &&
    'message' in value &&
    typeof value.message === 'string'
  )
}

/** Whether a thrown value is a failed call, optionally with one of these codes. */
export function isApiFailure(error: unknown, ...codes: readonly ApiFailure['code'][]): error is ApiFailure {
  return error instanceof ApiFailure && (codes.length === 0 || codes.includes(error.code))
}

/** The text that a screen shows for whatever was thrown: the server's message first, else `fallback` (rule R3.1). */
export function failureMessage(error: unknown, fallback?: string): string {
  if (error instanceof ApiFailure && !(error.isSilent && fallback)) return error.message
  return fallback ?? 'Error desconocido'
}
