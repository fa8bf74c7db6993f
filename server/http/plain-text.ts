/** Texts that the database cannot keep are refused before anything is done with them. */
import { Failure } from '#server/shared/failure.ts'

/**
 * Throws `invalid_input` with the path of the first text in `value` that has a NUL or half of a surrogate pair: PostgreSQL
 * takes the one in no column and the other in no JSON, and no person types either.
 */
export function refuseBrokenText(value: unknown, path: readonly (string | number)[] = []): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new Failure('invalid_input', [{ path, message: 'El texto tiene caracteres que no se pueden guardar' }])
    }
  } else if (Array.isArray(value)) {
    value.forEach((item, place) => refuseBrokenText(item, [...path, place]))
  } else if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) {
    for (const [name, item] of Object.entries(value)) refuseBrokenText(item, [...path, name])
  }
}
