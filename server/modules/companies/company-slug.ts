/** The form of a company's name in its address. */
import { slugOf } from '#server/shared/slug.ts'

const MAX_LENGTH = 60

/** `Peña & Asociados S.A.` → `pena-asociados-s-a`; a name without letters or figures gives `organizacion`. */
export function companySlug(name: string): string {
  return slugOf(name, MAX_LENGTH) || 'organizacion'
}

/** The slug to try at the given attempt, from 1: `club-central`, `club-central-2`, … */
export function numberedSlug(slug: string, attempt: number): string {
  return attempt === 1 ? slug : `${slug}-${attempt}`
}
