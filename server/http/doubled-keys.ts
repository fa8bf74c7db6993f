/** JSON with a repeated key is ambiguous: the parser keeps the last, and a reader of the text may see the first. */

const QUOTE = 34
const COLON = 58
const BACKSLASH = 92

/** Whether a JSON text names more fields than its parsed `value` has: an object repeats a key. */
export function hasDoubledKey(text: string, value: unknown): boolean {
  return fieldsNamed(text) !== fieldsOf(value)
}

/** Every field of valid JSON has a colon of its own, and any other colon is within quotes. */
function fieldsNamed(text: string): number {
  let fields = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === COLON) fields += 1
    else if (letter === QUOTE) {
      do {
        at = text.indexOf('"', at + 1)
      } while (isEscaped(text, at))
    }
  }
  return fields
}

/** Whether an odd number of backslashes precedes it. */
function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text.charCodeAt(from - 1) === BACKSLASH) from -= 1
  return (at - from) % 2 === 1
}

/** Without calling itself: how deep a value is has not been judged yet. */
function fieldsOf(value: unknown): number {
  let fields = 0
  const left: unknown[] = [value]
  while (left.length > 0) {
    const each = left.pop()
    if (each === null || typeof each !== 'object') continue
    const inner: unknown[] = Object.values(each)
    if (!Array.isArray(each)) fields += inner.length
    for (const item of inner) if (typeof item === 'object') left.push(item)
  }
  return fields
}
