/** Comparing what people type; apart from `text.ts`, which every visit loads. */
import { asLine } from './text.ts'

/**
 * Whether two lines say the same when a phone typed one of them: capitals, accents, blanks, what follows the last word, and
 * the quotes and dashes that a keyboard makes of plain ones do not count.
 */
export function isSameLine(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(text: string): string {
  const plain = asLine(text)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[‘’´`]/gu, "'")
    .replaceAll(/[“”«»]/gu, '"')
    .replaceAll(/\p{Pd}/gu, '-')
  return plain.replace(/[\s.,;:!…]+$/u, '') || plain
}
