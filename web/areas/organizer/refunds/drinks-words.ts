/** `2 × Fernet, 1 × Agua`. */
export function drinksWords(names: readonly string[]): string {
  return [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => `${length} × ${name}`).join(', ')
}
