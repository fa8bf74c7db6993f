/** The form of a company's name in its address. */

const MAX_LENGTH = 60

/** `Peña & Asociados S.A.` → `pena-asociados-s-a`; a name without letters or figures gives `organizacion`. */
export function companySlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
  return plain || 'organizacion'
}

/** The slug to try at the given attempt, from 1: `club-central`, `club-central-2`, … */
export function numberedSlug(slug: string, attempt: number): string {
  return attempt === 1 ? slug : `${slug}-${attempt}`
}
