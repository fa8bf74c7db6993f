/** The number of a purchase, made and read as a ticket's. It is for people: nothing opens by it alone. */
import { formatTicketNumber, normaliseTicketNumber } from './ticket-number.ts'

const PUBLIC_ID = /^\s*[\w-]{22}\s*$/

/** As a ticket's. The id that a purchase's links carry is no number, whatever stands between its dashes. */
export function normaliseOrderNumber(text: string): string | null {
  return PUBLIC_ID.test(text) ? null : normaliseTicketNumber(text)
}
export const formatOrderNumber = formatTicketNumber
