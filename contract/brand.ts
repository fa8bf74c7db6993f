/** Everything that names the product or the company behind it. Renaming the product is one edit of this file. */
export const brand = {
  name: 'Previa',
  subtitle: 'Entradas para eventos en Argentina',
  tagline: 'La noche empieza en la previa.',
  description: 'Comprá tu entrada en dos toques y entrá con tu QR, aunque no haya señal.',
  supportMail: 'ayuda@previa.example',
  supportWhatsapp: '+5491100000000',
  appStoreUrl: 'https://apps.apple.com/ar/app/previa/id0000000000',
  googlePlayUrl: 'https://play.google.com/store/apps/details?id=example.previa',
  company: {
    legalName: 'Previa Entradas S.A.S.',
    cuit: '30-00000000-7',
    address: 'Ciudad Autónoma de Buenos Aires, Argentina',
  },
} as const
