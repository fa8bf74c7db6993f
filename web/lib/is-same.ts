/** Whether two forms say the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  // A File has no own fields to compare.
  if (a instanceof Blob || b instanceof Blob) return false
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length && names.every((name) => isSame(Reflect.get(a, name), Reflect.get(b, name)))
  )
}
