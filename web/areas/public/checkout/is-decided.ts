import { isApiFailure, type ApiFailure } from '#web/api/api-failure.ts'

/** Whether the server has said no to this purchase itself; while its twin runs, or before it was looked at, it has not. */
export function isDecided(error: unknown): error is ApiFailure {
  if (!isApiFailure(error)) return false
  const { status, code } = error
  return status >= 400 && status < 500 && status !== 401 && status !== 429 && code !== 'operation_running'
}
