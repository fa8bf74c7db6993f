/** What the legal pages say of themselves to search engines and link previews. */
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import type { Page } from '#server/http/page-head.ts'

const SECONDS = 300
const SCREEN_FILE = 'areas/public/legal/LegalScreen.tsx'

const texts = [
  [
    paths.termsOfUse(),
    'Términos de uso',
    `Las reglas para usar ${brand.name}: tu cuenta, la transferencia de entradas, lo que no se puede hacer y cómo reclamar.`,
  ],
  [
    paths.terms(),
    'Términos y condiciones de compra',
    `Precio, cargo por servicio, pago, arrepentimiento, cancelaciones, transferencia y admisión: las condiciones al comprar entradas en ${brand.name}.`,
  ],
  [
    paths.privacy(),
    'Política de privacidad',
    `Qué datos personales trata ${brand.name}, para qué, con quién los comparte y cómo ejercer tus derechos (Ley 25.326).`,
  ],
] as const

export const pages: readonly Page[] = texts.map(([path, title, description]) => ({
  path,
  seconds: SECONDS,
  head: () => Promise.resolve({ status: 200, title, description, canonicalPath: path, screenFile: SCREEN_FILE }),
}))
