import { toLocalDate } from '#contract/dates.ts'
import type { FailureCode } from '#contract/failures.ts'
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'

/** Nobody alive was born before it. */
const EARLIEST = '1900-01-01'

/** Throws `code` at the field `birthDate` for a day that is not past yet in Buenos Aires, or longer ago than anybody lives. */
export function checkBirthDate(app: App, birthDate: string | null | undefined, code: FailureCode): void {
  if (birthDate === undefined || birthDate === null) return
  if (birthDate > EARLIEST && birthDate < toLocalDate(app.clock.now())) return
  throw new Failure(code, [{ path: ['birthDate'], message: 'La fecha de nacimiento no es válida' }])
}
