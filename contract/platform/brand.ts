/** Everything that names the product. Renaming it is one edit of this file; the environment names its operator (`platform.ts`). */
export const brand = {
  name: 'Previa',
  subtitle: 'Entradas para eventos en Argentina',
  tagline: 'La noche empieza en la previa.',
  description: 'Comprá tu entrada en dos toques y entrá con tu QR, aunque no haya señal.',
  supportMail: 'ayuda@previa.example',
  supportWhatsapp: '+5491100000000',
  appStoreUrl: 'https://apps.apple.com/ar/app/previa/id0000000000',
  googlePlayUrl: 'https://play.google.com/store/apps/details?id=example.previa',
} as const
