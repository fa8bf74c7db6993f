/**
 * A copy of plain data in which each half of a surrogate pair is replaced: PostgreSQL takes none in JSON, and a job that
 * cannot be stored would fail the act that enqueues it for ever.
 */
export function wellFormed<Value>(value: Value): Value {
  return copy(value) as Value // of the same shape
}

function copy(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(copy)
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner)]))
}
