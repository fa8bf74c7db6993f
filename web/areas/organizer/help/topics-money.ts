import type { HelpTopic } from './help-topic.ts'

/** What was sold, what goes back and what stays. */
export const money: readonly HelpTopic[] = [
  {
    slug: 'metricas',
    audience: 'organizer',
    title: 'Leer tus métricas',
    lead: 'Qué dice cada número y por qué coincide con tu liquidación.',
    blocks: [
      'Cada número tiene su explicación a un toque. Son los mismos que los de la liquidación: salen de los mismos asientos.',
      'Debajo de cada gráfico están su tabla, su CSV y su imagen para compartir.',
      {
        question: '¿Quién carga los costos?',
        answer:
          'Tu comercial de Previa, si el evento tiene uno. Acá ves cuánto suman por tipo, lo que te queda después de pagarlos y con cuántas entradas se cubren.',
      },
    ],
  },
  {
    slug: 'liquidaciones',
    audience: 'organizer',
    title: 'Entender la liquidación',
    lead: 'De lo que pagó la gente a lo que te queda, renglón por renglón.',
    blocks: [
      'Va de lo pagado a lo que te queda: se restan devoluciones, cargo por servicio y lo que cobra Mercado Pago.',
      { picture: 'liquidaciones', alt: 'La liquidación, de lo pagado a lo que te queda.' },
      {
        question: '¿Por qué lo vendido en persona está aparte?',
        answer: 'Porque esa plata no pasó por Mercado Pago: ya la tenés vos o quien vendió.',
      },
      {
        question: '¿Cómo le pago a un RRPP?',
        answer:
          'En el equipo del evento, «Liquidar»: ves su comisión confirmada y el efectivo que tiene, y cuánto va de un lado al otro. Vale cuando el RRPP lo confirma desde su teléfono.',
      },
    ],
  },
  {
    slug: 'reembolsos',
    audience: 'organizer',
    title: 'Devolver plata',
    lead: 'Una entrada, una parte o el evento entero.',
    blocks: [
      {
        steps: [
          'Una entrada: buscala en Reembolsos del evento, elegí cuánto y por qué.',
          'Todo el evento: te mostramos antes a cuántas personas y cuánto. Se puede pausar.',
          'Cada devolución dice en qué anda. Si falla, te decimos por qué y se reintenta.',
        ],
      },
      { picture: 'reembolsos', alt: 'Los reembolsos de un evento y en qué anda cada uno.' },
      {
        question: '¿De dónde sale la plata?',
        answer:
          'De tu cuenta de Mercado Pago. Si no alcanza, esperamos a que haya saldo y se lo decimos a quien espera.',
      },
    ],
  },
]
