/**
 * The figures of events and companies: one name and one definition for each, on every screen and in every file. A figure that
 * is counted in another way is another figure, with another name. The money ones are those of the settlement
 * (`settlementFigures`), read from the ledger.
 */
export interface FigureWords {
  readonly label: string
  /** One or two sentences, for people who ask what it counts. */
  readonly definition: string
}

export const figures = {
  sold: {
    label: 'Vendidas',
    definition: 'Entradas compradas, o reservadas gratis, que siguen en pie: sin las devueltas ni las cortesías.',
  },
  courtesies: {
    label: 'Cortesías',
    definition: 'Entradas que regalaron la organización o sus RRPP, sin las que se anularon.',
  },
  occupied: { label: 'Ocupadas', definition: 'Vendidas más cortesías: todas las que siguen en pie.' },
  held: {
    label: 'Sin pagar',
    definition: 'Lugares guardados mientras alguien termina de pagar. Si no paga, vuelven a la venta.',
  },
  capacity: { label: 'Lugares', definition: 'Los que el evento o el tipo de entrada tiene en total.' },
  left: { label: 'Quedan', definition: 'Lugares que todavía se pueden vender o regalar.' },
  admitted: { label: 'Ingresaron', definition: 'Entradas que pasaron por la puerta.' },
  noShows: {
    label: 'No vinieron',
    definition: 'Entradas que nadie usó, contadas cuando ya cerró la puerta.',
  },
  byPromoters: {
    label: 'Por RRPP',
    definition:
      'Entradas pagadas que vendieron tus RRPP: las de las compras con su código y las que cobraron en persona, también las que se devolvieron después.',
  },
  discounts: { label: 'Descuentos', definition: 'Lo que los códigos de descuento bajaron del precio de lo pagado.' },
  sales: { label: 'Compras', definition: 'Compras pagadas. Cada una puede tener varias entradas.' },
  paidTickets: {
    label: 'Pagadas',
    definition: 'Entradas de las compras pagadas, también las que se devolvieron después. No cuenta las gratis.',
  },
  drinks: {
    label: 'Bebidas pagadas',
    definition: 'Bebidas que se compraron con entradas, también las que se devolvieron después.',
  },
  redeemed: { label: 'Retiradas', definition: 'Bebidas que la barra ya entregó.' },
  paid: {
    label: 'Pagado',
    definition:
      'Todo lo que pagó la gente, con el cargo por servicio cuando lo paga quien compra, aunque después se haya devuelto.',
  },
  refunded: {
    label: 'Devuelto',
    definition:
      'Lo que volvió a quienes pagaron: reembolsos, devoluciones que hiciste desde Mercado Pago y contracargos. Cuenta el día en que se devolvió, aunque la venta sea de antes.',
  },
  refunding: { label: 'En camino', definition: 'Reembolsos que se pidieron y Mercado Pago todavía no devolvió.' },
  refundable: {
    label: 'Se puede devolver',
    definition: 'Lo que queda por devolver de las entradas pagas que no se usaron, con su cargo por servicio.',
  },
  platform: {
    label: 'Cargo Previa',
    definition:
      'El cargo por servicio, lo pague quien compra o tu organización, menos la parte que devolvimos junto con cada reembolso.',
  },
  provider: {
    label: 'Mercado Pago',
    definition:
      'Lo que Mercado Pago se queda de cada pago. Cuando la plata se devuelve esa comisión no vuelve, tampoco la de un pago que llegó tarde o repetido y devolvimos entero.',
  },
  charges: { label: 'Cargos', definition: 'Cargo Previa más Mercado Pago.' },
  commissions: { label: 'Comisiones RRPP', definition: 'Lo que ganaron tus RRPP por lo que vendieron.' },
  costs: {
    label: 'Costos',
    definition: 'Lo que cuesta hacer el evento: lugar, sonido, artistas y lo demás que se cargó.',
  },
  perTicket: {
    label: 'Deja cada entrada',
    definition:
      'Lo que queda, antes de los costos, dividido por las entradas pagadas, también las que se devolvieron después.',
  },
  breakEven: {
    label: 'Punto de equilibrio',
    definition:
      'Cuántas entradas pagadas hacen falta para cubrir los costos, si cada una deja lo mismo que dejaron en promedio hasta ahora.',
  },
  kept: {
    label: 'Te queda',
    definition: 'Lo pagado menos lo devuelto, el cargo de Previa, Mercado Pago y las comisiones, antes de los costos.',
  },
  result: { label: 'Resultado', definition: 'Lo que te queda menos los costos del evento.' },
  promoterCash: {
    label: 'En manos de tus RRPP',
    definition:
      'Lo que tus RRPP cobraron en efectivo y todavía no te rindieron. Es parte de lo que te queda; lo liquidás con cada uno en el equipo del evento.',
  },
  released: {
    label: 'Ya en tu Mercado Pago',
    definition:
      'Lo que te queda de los pagos que Mercado Pago ya te deja usar, menos lo que se devolvió de ellos. Todavía sin restar comisiones de RRPP ni costos, que se pagan aparte.',
  },
  toRelease: {
    label: 'Por liberarse',
    definition:
      'Lo que te queda de los pagos que Mercado Pago todavía retiene, según la fecha que informa para cada uno. Todavía sin restar comisiones de RRPP ni costos.',
  },
} as const satisfies Readonly<Record<string, FigureWords>>

/** What is left of what is kept once the costs are paid, in centavos. */
export function resultCents({
  keptCents,
  costCents,
}: {
  readonly keptCents: number
  readonly costCents: number
}): number {
  return keptCents - costCents
}
