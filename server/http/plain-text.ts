/** Input that what comes after it cannot take is refused before anything is done with it. */
import { inputProblems } from '#contract/api/failures.ts'
import { Failure } from '#server/shared/failure.ts'

/** Levels of lists and objects in one another. The deepest input of the contract has four. */
export const MAX_DEPTH = 20

/**
 * Throws `invalid_input` with the path of the first text in `value` that has a NUL or half of a surrogate pair: PostgreSQL
 * takes the one in no column and the other in no JSON, and no person types either. The same for what lies deeper than
 * `MAX_DEPTH`: it runs before any other walk of the input, since a recursive walk overflows at some thousand levels.
 */
export function refuseBrokenText(value: unknown, path: readonly (string | number)[] = []): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw refused(path, inputProblems.unstorable)
    }
  } else if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) {
    if (path.length >= MAX_DEPTH) throw refused(path.slice(0, 1), inputProblems.tooDeep)
    if (Array.isArray(value)) value.forEach((item, place) => refuseBrokenText(item, [...path, place]))
    else for (const [name, item] of Object.entries(value)) refuseBrokenText(item, [...path, name])
  }
}

function refused(path: readonly (string | number)[], message: string): Failure {
  return new Failure('invalid_input', [{ path, message }])
}
