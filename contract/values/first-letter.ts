/** Made for the first text: a browser takes tens of milliseconds for it. */
let letters: Intl.Segmenter | undefined

/** The first letter as people see it: an emoji or a letter with its accents is one. Empty for an empty text. */
export function firstLetter(text: string): string {
  // Old Firefox has none: it shows the first code point.
  if (!('Segmenter' in Intl)) return Array.from(text.trim())[0] ?? ''
  letters ??= new Intl.Segmenter('es', { granularity: 'grapheme' })
  for (const { segment } of letters.segment(text.trim())) return segment
  return ''
}
