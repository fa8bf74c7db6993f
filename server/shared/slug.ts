/** A text as one part of an address: `Peña & Asociados S.A.` → `pena-asociados-s-a`; empty where no letter or figure remains. */
export function slugOf(text: string, maxLength: number): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, '')
}
