/** Redacts a person for audit rows. Pure. */
import { maskMail, maskPhone } from '#contract/values/phone.ts'

const MASKS: Readonly<Record<string, (value: string) => string>> = {
  name: initials,
  phone: maskPhone,
  pendingPhone: maskPhone,
  mail: maskMail,
  pendingMail: maskMail,
  /** The year. */
  birthDate: (date) => date.slice(0, 4),
}

/**
 * The same fields, telling that and how they changed, but not who it is: rows are never changed or deleted, and so outlive
 * the account (rule R15.4).
 */
export function redactPerson(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]: [string, unknown]) => [
      field,
      typeof value === 'string' ? (MASKS[field]?.(value) ?? value) : value,
    ]),
  )
}

function initials(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word) => `${Array.from(word)[0]?.toUpperCase()}.`)
    .join(' ')
}
