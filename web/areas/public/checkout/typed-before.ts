/** What was typed into the page's first HTML (`server/modules/checkout/buyer-fields.ts`) before the program drew its own fields. */
import { internationalPhone } from '#web/features/phone/international-phone.ts'
import type { StoredBuyer } from './stored-guest.ts'

type FieldName = keyof StoredBuyer

/** Found when this file comes, which is before anything is drawn; they keep their values when the page drops them. */
const fields = new Map(
  [...document.querySelectorAll<HTMLInputElement>('#root [data-typed]')].map((input) => [
    input.dataset['typed'] as FieldName, // written by the server
    input,
  ]),
)

export interface TypedBefore {
  readonly values: Partial<StoredBuyer>
  /** The field that has the focus. */
  readonly held: FieldName | undefined
}

/** Null where there were no such fields, or they were read for good. */
export function typedBefore(): TypedBefore | null {
  if (fields.size === 0) return null
  const typed = [...fields].filter(([, { value }]) => value.trim() !== '')
  const held = [...fields].find(([, input]) => input === document.activeElement)?.[0]
  const values = typed.map(([name, { value }]) => [name, name === 'phone' ? internationalPhone(value) : value])
  return { values: Object.fromEntries(values) as Partial<StoredBuyer>, held }
}

/** The form has them now. */
export function forgetTyped(): void {
  fields.clear()
}
