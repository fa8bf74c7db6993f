/** Shapes in which a provider's list has shown payments; `fields` as the simulator's `oddPayments` takes them. */
export interface OddShape {
  readonly name: string
  readonly fields: Readonly<Record<string, unknown>> | null
  /** It says all that decides about money, so that it counts as it is. */
  readonly isReadable: boolean
}

export const oddShapes: readonly OddShape[] = [
  { name: 'a payer that is a list', fields: { payer: [] }, isReadable: true },
  { name: 'details that are a list', fields: { transaction_details: [] }, isReadable: true },
  {
    name: 'fees without an amount',
    fields: { fee_details: [{ type: 'mercadopago_fee', amount: null }] },
    isReadable: true,
  },
  { name: 'instalments in words', fields: { installments: 'una' }, isReadable: true },
  { name: 'a method that is an object', fields: { payment_method_id: {}, payment_type_id: [] }, isReadable: true },
  { name: 'a number as reference', fields: { external_reference: 20_261_125 }, isReadable: true },
  {
    name: 'halves of letters',
    fields: {
      payer: { email: '\ud83d' },
      status_detail: 'a\ud83d',
      payment_method_id: '\udc00',
      payment_type_id: '\ud83d',
    },
    isReadable: true,
  },
  { name: 'instalments beyond every integer', fields: { installments: 1e12 }, isReadable: true },
  { name: 'half an instalment', fields: { installments: 1.5 }, isReadable: true },
  { name: 'a fee below zero', fields: { fee_details: [{ type: 'mercadopago_fee', amount: -5 }] }, isReadable: true },
  {
    name: 'less than nothing received',
    fields: { transaction_details: { net_received_amount: -5 } },
    isReadable: true,
  },
  { name: 'a release in another age', fields: { money_release_date: '+275760-09-13T00:00:00.000Z' }, isReadable: true },
  {
    name: 'a release before all ages',
    fields: { money_release_date: '-271821-04-20T00:00:00.000Z' },
    isReadable: true,
  },
  { name: 'made in another age', fields: { date_created: '+275760-09-13T00:00:00.000Z' }, isReadable: true },
  { name: 'approved in another age', fields: { date_approved: '+275760-09-13T00:00:00.000Z' }, isReadable: true },
  { name: 'less than nothing refunded', fields: { transaction_amount_refunded: -5 }, isReadable: false },
  { name: 'more refunded than paid', fields: { transaction_amount_refunded: 999_999_999 }, isReadable: false },
  { name: 'an amount below zero', fields: { transaction_amount: -100 }, isReadable: false },
  {
    name: 'a last change in another age',
    fields: { date_last_updated: '+275760-09-13T00:00:00.000Z' },
    isReadable: false,
  },
  { name: 'an unknown status', fields: { status: 'teleported' }, isReadable: false },
  { name: 'no status', fields: { status: null }, isReadable: false },
  { name: 'no amount', fields: { transaction_amount: null }, isReadable: false },
  { name: 'no currency', fields: { currency_id: null }, isReadable: false },
  { name: 'no collector', fields: { collector_id: undefined }, isReadable: false },
  { name: 'no mode', fields: { live_mode: undefined }, isReadable: false },
  { name: 'a last change that is no moment', fields: { date_last_updated: 'ayer' }, isReadable: false },
  { name: 'nothing at all', fields: null, isReadable: false },
]
