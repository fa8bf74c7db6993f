/** The number of a purchase, made and read as a ticket's. It is for people: nothing opens by it alone. */
import { formatTicketNumber, normaliseTicketNumber } from './ticket-number.ts'

export const normaliseOrderNumber = normaliseTicketNumber
export const formatOrderNumber = formatTicketNumber
