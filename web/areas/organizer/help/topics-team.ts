import type { HelpTopic } from './help-topic.ts'

/** For those who work the night. */
export const team: readonly HelpTopic[] = [
  {
    slug: 'rrpp',
    audience: 'promoter',
    title: 'Vender con tu código',
    lead: 'Tu enlace, tus cortesías y lo que te llevás.',
    blocks: [
      {
        steps: [
          'Compartí tu enlace o tu QR: quien entra por ahí y compra en los siete días siguientes cuenta para vos.',
          'Mirá en el evento qué te dejaron hacer: cuántas cortesías, de qué entradas, hasta qué hora y si vendés en persona.',
          'Ahí ves también tu comisión y el efectivo que tenés que entregar.',
        ],
      },
      {
        question: '¿Cuándo gano la comisión?',
        answer:
          'Como lo decidió quien organiza: al venderse la entrada o cuando la persona ingresa. Si cambia, vale para lo que vendas desde entonces. Lo que se devuelve no se gana.',
      },
      {
        question: '¿Cómo doy una cortesía?',
        answer:
          '«Dar cortesía»: poné el WhatsApp de la persona y elegila. Si es la primera vez, completá su nombre y su email. Le llega a ella; si te equivocaste y no entró, la anulás y recuperás la cortesía.',
      },
      {
        question: 'Tengo una lista en WhatsApp',
        answer:
          'En «Dar cortesía» tocá «Pegar una lista»: una persona por línea. Antes de mandar ves qué falta completar, y cada una te dice si salió.',
      },
      {
        question: '¿Cuándo cobro?',
        answer:
          'Desde 48 horas después del evento. Quien organiza te propone la liquidación; confirmala en «Liquidación» cuando la plata haya cambiado de manos. Ahí queda el comprobante.',
      },
      { question: '¿Puedo comprar con mi propio código?', answer: 'Podés comprar, pero esa venta no cuenta para vos.' },
    ],
  },
  {
    slug: 'puerta',
    audience: 'door',
    title: 'Escanear en la puerta',
    lead: 'Qué significa cada color y qué hacer si no lee.',
    blocks: [
      {
        steps: [
          'Entrá a Escáner QR y elegí el evento.',
          'Apuntá al código. Verde es PASA; rojo es NO PASA, y dice por qué.',
          'Si te equivocaste, deshacelo en el minuto siguiente.',
        ],
      },
      { picture: 'escaner', alt: 'El escáner con el resultado de una entrada.' },
      {
        question: 'No lee el código',
        answer: 'Subí el brillo del otro teléfono. Si sigue, escribí el número de ocho letras que está debajo del QR.',
      },
      {
        question: '«El ticket ya fue utilizado»',
        answer: 'Debajo dice a qué hora y quién la escaneó. No dejes pasar: pedile que hable con quien organiza.',
      },
      { question: '«Pedir DNI»', answer: 'El evento tiene edad mínima: mirá el DNI antes de dejar pasar.' },
    ],
  },
  {
    slug: 'barra',
    audience: 'door',
    title: 'Canjear tragos en la barra',
    lead: 'El mismo QR de la entrada, una sola vez por trago.',
    blocks: [
      {
        steps: [
          'En el escáner elegí «Barra».',
          'Escaneá la entrada: ves qué tragos tiene pagos.',
          'Tocá el que entregás. Si fue un error, deshacelo en el minuto siguiente.',
        ],
      },
    ],
  },
]
