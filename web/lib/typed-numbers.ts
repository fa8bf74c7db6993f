/** Numbers as people here type them, and back. */

/** A whole number; spaces, a sign of pesos, dots between thousands and cents that are zero are forgiven. Null when it is none. */
export function readWhole(text: string): number | null {
  const bare = text.replaceAll(/[\s$]/g, '').replace(/,00?$/, '')
  if (/^\d{1,3}(\.\d{3})+$/.test(bare)) return Number(bare.replaceAll('.', ''))
  return /^\d{1,12}$/.test(bare) ? Number(bare) : null
}

/** A percentage with at most two decimals, in hundredths of a percent: `7,5` is 750. Null when it is none. */
export function readPercent(text: string): number | null {
  const bare = text.replaceAll(/[\s%]/g, '').replace(',', '.')
  return /^\d{1,3}(\.\d{1,2})?$/.test(bare) ? Math.round(Number(bare) * 100) : null
}

/** `750` → `7,5`. */
export function showPercent(hundredths: number): string {
  return String(hundredths / 100).replace('.', ',')
}

/** For a field that may be empty. */
export function showWhole(value: number | null): string {
  return value === null ? '' : String(value)
}
