/** The first file of a download. Pure. */
import { brand } from '#contract/platform/brand.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { platformWords, type PlatformData } from '#contract/platform/platform.ts'
import type { Section } from '#server/db/section.ts'

export function readme(
  { name, platform }: { readonly name: string; readonly platform: PlatformData },
  now: string,
  files: readonly (readonly [file: string, sections: readonly Section[]])[],
): string {
  const company = platformWords(platform)
  return `${brand.name} · Datos de ${name}
Preparado el ${formatMoment(now)} (hora de Buenos Aires)

Este archivo tiene lo que ${brand.name} guarda sobre vos (Ley 25.326, artículos 14 y 15):

${files.map(([file, [section]]) => `${file.padEnd(22)}${section?.about}`).join('\n')}
entradas/             tus entradas en PDF

Los importes están en pesos; las fechas, en hora universal (UTC). De otras personas figuran solo
el nombre y la inicial. Tu contraseña no está: la guardamos cifrada de un modo que ni nosotros podemos leer.
Los registros de seguridad (quién hizo qué, desde qué dirección) se piden a ${brand.supportMail}.

${company.legalName} · CUIT ${company.cuit} · ${company.address}
`
}
