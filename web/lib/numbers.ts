import { grouped } from '#contract/values/numbers.ts'

/** `1 evento`, `1.208 eventos`. */
export function counted(value: number, one: string, many: string): string {
  return value === 1 ? `1 ${one}` : `${grouped(value)} ${many}`
}

/**
 * A part of a whole in words: `75 %`, with more decimals where they are asked for. What is not nothing is never `0 %` and what is
 * not all never `100 %`: `menos de 1 %`, `más de 99 %`. A dash without a whole.
 */
export function shareOf(part: number | null, whole: number | null, decimals = 0): string {
  if (part === null || whole === null || whole <= 0) return '—'
  const rate = (100 * part) / whole
  const least = 10 ** -decimals
  const written = (value: number) => `${value.toLocaleString('es-AR', { maximumFractionDigits: decimals })} %`
  if (rate > 0 && rate < least) return `menos de ${written(least)}`
  if (rate < 100 && rate > 100 - least) return `más de ${written(100 - least)}`
  return written(rate)
}
