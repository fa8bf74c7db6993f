/** One place turns whatever was thrown into the answer that people and programs get: `{ code, message, details? }`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { core } from 'zod/mini'
import type { FailureCode } from '#contract/failures.ts'
import { Failure, failureBody, isFailure } from '#server/shared/failure.ts'

/** Framework errors that are the caller's doing. */
const FRAMEWORK: Readonly<Record<string, FailureCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_FILES_LIMIT: 'too_large',
  FST_PARTS_LIMIT: 'too_large',
  FST_FIELDS_LIMIT: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_PROTO_VIOLATION: 'invalid_input',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** PostgreSQL is restarting or unreachable: the caller may try again. */
const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08003',
  '08001',
  '53300',
])
/** It gave up on this attempt, which changed nothing: too long, or in the way of another transaction. */
const DATABASE_GAVE_UP = new Set(['57014', '40P01', '40001', '55P03'])

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** What a schema says of an input, by field. */
export function refusedInput({ issues }: core.$ZodError, code: FailureCode): Failure {
  return new Failure(
    code,
    issues.map((issue) => ({ path: issue.path, message: issue.message })),
  )
}

/** The failure that a thrown value amounts to; null when it is a defect of ours. */
export function asFailure(error: unknown): Failure | null {
  if (isFailure(error)) return error
  if (error instanceof core.$ZodError) {
    return refusedInput(error, 'invalid_input')
  }
  const code = codeOf(error)
  const known = code ? FRAMEWORK[code] : undefined
  if (known) return new Failure(known)
  if (error instanceof SyntaxError) return new Failure('invalid_input')
  if ((code && DATABASE_GAVE_UP.has(code)) || isDatabaseAway(error, code)) {
    return new Failure('timeout', undefined, { retryAfterSeconds: 1, cause: error })
  }
  return null
}

function isDatabaseAway(error: unknown, code: string | undefined): boolean {
  if (!(error instanceof Error)) return false
  // Its socket is not there; without this a file of ours that is missing would read alike.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  const isCut = /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  return isCut || (code !== undefined && DATABASE_AWAY.has(code))
}

/** Answers a thrown value; a defect is logged once, whole, with its request id. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = asFailure(error)
  if (!failure) request.log.error({ err: error }, 'unexpected failure')
  else if (failure.cause) request.log.warn({ err: failure.cause }, failure.code)
  const answer = failure ?? new Failure('internal', { requestId: request.id })
  if (answer.retryAfterSeconds !== undefined) void reply.header('retry-after', String(answer.retryAfterSeconds))
  void reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failureBody(answer)))
}
