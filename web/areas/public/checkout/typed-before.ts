/** What was typed into the page's first HTML (`server/modules/checkout/buyer-fields.ts`) before the program drew its own fields. */
import { internationalPhone } from '#web/features/phone/international-phone.ts'
import { firstFields } from '#web/lib/start/first-fields.ts'
import type { StoredBuyer } from './stored-guest.ts'

type FieldName = keyof StoredBuyer

const NAMES: readonly FieldName[] = ['phone', 'name', 'mail']

export interface TypedBefore {
  readonly values: Partial<StoredBuyer>
  /** The field that has the focus. */
  readonly held: FieldName | undefined
}

/** Null where there were no such fields, or they were read for good. To be asked by the screen's loader, before anything is drawn. */
export function typedBefore(): TypedBefore | null {
  const inputs = NAMES.flatMap((name) => {
    const input = firstFields().get(name)
    return input ? [[name, input] as const] : []
  })
  if (inputs.length === 0) return null
  const typed = inputs.filter(([, { value }]) => value.trim() !== '')
  const held = inputs.find(([, input]) => input === heldBefore())?.[0]
  const values = typed.map(([name, { value }]) => [name, name === 'phone' ? internationalPhone(value) : value])
  return { values: Object.fromEntries(values) as Partial<StoredBuyer>, held }
}

/** The field among them that has the focus. */
export function heldBefore(): HTMLInputElement | undefined {
  return NAMES.map((name) => firstFields().get(name)).find((input) => input && input === document.activeElement)
}

/** The fields as they stand in the page, to be drawn once more until the form is here; null where there are none. */
export function firstGroup(): Element | null {
  return firstFields().get('phone')?.closest('[role=group]') ?? null
}

/** The form has them now. */
export function forgetTyped(): void {
  for (const name of NAMES) firstFields().delete(name)
}
