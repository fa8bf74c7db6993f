import { groupBy } from '#web/lib/group-by.ts'

/** `2 × Fernet, 1 × Agua`. */
export function drinksWords(names: readonly string[]): string {
  return [...groupBy(names, (name) => name)].map(([name, { length }]) => `${length} × ${name}`).join(', ')
}
