/** What a cart holds, a quantity a line. */
import * as z from 'zod/mini'
import { idOf } from '#contract/api/ids.ts'
import { MAX_OF_A_DRINK } from '#contract/events/drinks.ts'

const MAX_OF_A_TYPE = 10
const MAX_LINES = 30

type Line<Id extends string> = Readonly<Record<Id, string>> & { readonly quantity: number }

/** Adds up the lines of one thing before the limit counts: two lines of ten are twenty (invariant I6). */
function atMostOfEach<Id extends string>(id: Id, most: number) {
  return z.refine<readonly Line<Id>[]>((lines) => {
    const sums = new Map<string, number>()
    for (const line of lines) sums.set(line[id], (sums.get(line[id]) ?? 0) + line.quantity)
    return [...sums.values()].every((sum) => sum <= most)
  }, `Hasta ${most} de cada una`)
}

export const quantity = z
  .int('Elegí una cantidad')
  .check(z.minimum(1, 'Elegí al menos una entrada'), z.maximum(MAX_OF_A_TYPE))
export const ticketLines = z
  .array(z.object({ ticketTypeId: idOf('ticketType'), quantity }))
  .check(z.minLength(1, 'Elegí tus entradas'), z.maxLength(MAX_LINES), atMostOfEach('ticketTypeId', MAX_OF_A_TYPE))

const drinkQuantity = z
  .int('Elegí una cantidad')
  .check(z.minimum(1, 'Elegí al menos una bebida'), z.maximum(MAX_OF_A_DRINK))
/** What of the event's menu comes with the tickets, as vouchers that the bar redeems. */
export const orderedDrinks = z
  .array(z.object({ drinkId: idOf('drink'), quantity: drinkQuantity }))
  .check(z.maxLength(MAX_LINES), atMostOfEach('drinkId', MAX_OF_A_DRINK))
export const drinks = z.optional(orderedDrinks)
