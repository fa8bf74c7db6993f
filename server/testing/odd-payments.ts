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
  { name: 'an unknown status', fields: { status: 'teleported' }, isReadable: false },
  { name: 'no status', fields: { status: null }, isReadable: false },
  { name: 'no amount', fields: { transaction_amount: null }, isReadable: false },
  { name: 'no currency', fields: { currency_id: null }, isReadable: false },
  { name: 'no collector', fields: { collector_id: undefined }, isReadable: false },
  { name: 'no mode', fields: { live_mode: undefined }, isReadable: false },
  { name: 'a last change that is no moment', fields: { date_last_updated: 'ayer' }, isReadable: false },
  { name: 'nothing at all', fields: null, isReadable: false },
]
