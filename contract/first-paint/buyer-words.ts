/** The fields of who buys without a session, before the program runs and in its form. */
export const buyerWords = {
  title: 'Tus datos',
  phone: 'WhatsApp',
  name: 'Nombre y apellido',
  mail: 'Email',
  mailHint: 'Ahí van tus entradas.',
  birthDate: 'Fecha de nacimiento',
} as const
