const letters = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** The first letter as people see it: an emoji or a letter with its accents is one. Empty for an empty text. */
export function firstLetter(text: string): string {
  for (const { segment } of letters.segment(text.trim())) return segment
  return ''
}
