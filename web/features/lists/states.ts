import type { BadgeTone } from '#web/ui/base/Badge.tsx'

/** A state of something as screens show it. Badges, filter chips and filters derive from it. */
export interface StateLabel {
  /** Of one thing: «Devuelto». */
  readonly one: string
  /** Of many, in filters: «Devueltos». */
  readonly many: string
  readonly tone: BadgeTone
  /** In the address; without it `many` in lower case with hyphens. */
  readonly slug?: string
}

export type StateLabels<State extends string> = Readonly<Record<State, StateLabel>>

/** `Con cambios pedidos` → `con-cambios-pedidos`, `En revisión` → `en-revision`. */
export function slugOf({ many, slug }: Pick<StateLabel, 'many' | 'slug'>): string {
  return slug ?? many.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\W+/g, '-')
}
