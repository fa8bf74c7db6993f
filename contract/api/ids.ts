/** Ids that callers send, each with the kind of object that it names: generated tests use it to send other people's ids. */
import * as z from 'zod/mini'

export type ObjectKind =
  | 'event'
  | 'ticketType'
  | 'order'
  | 'ticket'
  | 'company'
  | 'user'
  | 'session'
  | 'deletion'
  | 'dataExport'
  | 'discountCode'
  | 'drink'
  | 'drinkVoucher'
  | 'cost'
  | 'raffle'
  | 'refund'
  | 'massRefund'
  | 'regret'
  | 'notice'
  | 'organizerRequest'
  | 'promoterSettlement'
  | 'issuedTicket'

/** The kind of object that an input field names, by its schema. */
export const objectKinds = z.registry<{ names: ObjectKind }>()

/** A schema of an input that names an object of that kind; a UUID where none is given. */
export function idOf(names: ObjectKind): z.ZodMiniUUID
export function idOf<Schema extends z.ZodMiniType>(names: ObjectKind, schema: Schema): Schema
export function idOf(names: ObjectKind, schema: z.ZodMiniType = z.uuid()): z.ZodMiniType {
  objectKinds.add(schema, { names })
  return schema
}
