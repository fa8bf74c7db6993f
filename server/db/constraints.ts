/** Names of broken constraints: the guard that a use case relies on is a constraint, and its failure is said in words. */

const UNIQUE_VIOLATION = '23505'
const CHECK_VIOLATION = '23514'
const EXCLUSION_VIOLATION = '23P01'

/** The name of the unique index, check or exclusion that PostgreSQL says was broken; null for any other error. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return null
  const isBroken = [UNIQUE_VIOLATION, CHECK_VIOLATION, EXCLUSION_VIOLATION].includes(String(error.code))
  return isBroken && typeof error.constraint === 'string' ? error.constraint : null
}
