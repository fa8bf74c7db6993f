/** The sections of the landing that the bar leads to; the landing gives each its `id`. */
import { brand } from '#contract/platform/brand.ts'

export const HOME_SECTIONS = [
  { id: 'inicio', label: 'Inicio' },
  { id: 'que-es', label: `¿Qué es ${brand.name}?` },
  { id: 'que-ofrecemos', label: '¿Qué Ofrecemos?' },
  { id: 'contacto', label: 'Contacto' },
] as const

/** Rule R16.5, in pixels. */
export const SCROLL_OFFSET = 80
export const ACTIVE_WITHIN = 200
export const BACKGROUND_AFTER = 100

/** The last section whose top is within 200 px of the window's; the first when none is yet. `tops` are in page order. */
export function activeSection(tops: readonly { id: string; top: number }[]): string | undefined {
  return (tops.findLast(({ top }) => top <= ACTIVE_WITHIN) ?? tops[0])?.id
}
