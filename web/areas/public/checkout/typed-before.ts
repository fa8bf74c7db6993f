/** What was typed into the page's first HTML (`server/modules/checkout/buyer-fields.ts`) before the program drew its own fields. */
import { internationalPhone } from '#web/features/phone/international-phone.ts'
import { firstFields } from '#web/lib/start/first-fields.ts'
import type { StoredBuyer } from './stored-guest.ts'

type FieldName = keyof StoredBuyer | 'birthDate'

/** The last is there where the event asks for it. */
const NAMES: readonly FieldName[] = ['phone', 'name', 'mail', 'birthDate']

export interface TypedBefore {
  readonly values: Partial<Record<FieldName, string>>
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
  return { values: Object.fromEntries(values) as TypedBefore['values'], held }
}

/** The field among them that has the focus. */
export function heldBefore(): HTMLInputElement | undefined {
  return NAMES.map((name) => firstFields().get(name)).find((input) => input && input === document.activeElement)
}

/** The fields as they stand in the page, to be drawn once more until the form is here; null where there are none. */
export function firstGroup(): Element | null {
  return firstFields().get('phone')?.closest('[role=group]') ?? null
}

let dateTyped: Promise<void> | undefined

/**
 * Settles once the date that is being typed is whole or left; null while none is. Half a date has no value that could be taken over,
 * so the form waits for it.
 */
export function dateBeingTyped(): Promise<void> | null {
  const input = firstFields().get('birthDate')
  if (!input?.validity.badInput || input !== document.activeElement) return null
  dateTyped ??= new Promise((resolve) => {
    const settle = () => {
      if (dateBeingTyped()) return
      input.removeEventListener('input', settle)
      input.removeEventListener('blur', settle)
      dateTyped = undefined
      resolve()
    }
    input.addEventListener('input', settle)
    input.addEventListener('blur', settle)
  })
  return dateTyped
}

/** The form has them now. */
export function forgetTyped(): void {
  for (const name of NAMES) firstFields().delete(name)
}
