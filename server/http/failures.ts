/** One place turns whatever was thrown into the answer that people and programs get: `{ code, message, details? }`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FailureCode } from '#contract/api/failures.ts'
import { codeOf, isDatabaseAway } from '#server/db/connection/connection-loss.ts'
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

/** It gave up on this attempt, which changed nothing: too long, or in the way of another transaction. */
const DATABASE_GAVE_UP = new Set(['57014', '40P01', '40001', '55P03'])

/**
 * The failure that a thrown value amounts to; null when it is a defect of ours. A schema's error is one too: where an
 * input is read it became a failure already, and anywhere else the caller did nothing wrong.
 */
export function asFailure(error: unknown): Failure | null {
  if (isFailure(error)) return error
  const code = codeOf(error)
  const known = FRAMEWORK[code]
  if (known) return new Failure(known)
  // PostgreSQL comes back: the caller may try again.
  if (DATABASE_GAVE_UP.has(code) || isDatabaseAway(error)) {
    return new Failure('timeout', undefined, { retryAfterSeconds: 1, cause: error })
  }
  return null
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
