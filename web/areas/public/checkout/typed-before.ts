/** What was typed into the page's first HTML (`server/modules/checkout/buyer-fields.ts`) before the program drew its own fields. */
import { internationalPhone } from '#web/features/phone/international-phone.ts'
import type { StoredBuyer } from './stored-guest.ts'

type FieldName = keyof StoredBuyer

let fields: Map<FieldName, HTMLInputElement> | undefined

/** Looked for by the screen's loader, before anything is drawn; they keep their values when the page drops them. */
function found(): Map<FieldName, HTMLInputElement> {
  const inputs = document.querySelectorAll<HTMLInputElement>('#root [data-typed]')
  fields ??= new Map([...inputs].map((input) => [input.dataset['typed'] as FieldName, input])) // written by the server
  return fields
}

export interface TypedBefore {
  readonly values: Partial<StoredBuyer>
  /** The field that has the focus. */
  readonly held: FieldName | undefined
}

/** Null where there were no such fields, or they were read for good. */
export function typedBefore(): TypedBefore | null {
  const inputs = [...found()]
  if (inputs.length === 0) return null
  const typed = inputs.filter(([, { value }]) => value.trim() !== '')
  const held = inputs.find(([, input]) => input === document.activeElement)?.[0]
  const values = typed.map(([name, { value }]) => [name, name === 'phone' ? internationalPhone(value) : value])
  return { values: Object.fromEntries(values) as Partial<StoredBuyer>, held }
}

/** The form has them now. */
export function forgetTyped(): void {
  found().clear()
}
