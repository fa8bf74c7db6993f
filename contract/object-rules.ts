/** Rules about objects: whose an object must be for a call. */
export const objectRules = {
  managedEvent: 'of the own company, of an assigned commercial; any for support and god admins',
  visibleEvent:
    'what strangers may open, and else the company’s people, the event’s staff and administrators (rule R8.3)',
  managedCompany: 'of its members; any for support, legal and god admins',
  scannableEvent: 'where one is assigned to the door, the own company’s, any for god admins (rules R13.4, R13.5)',
  ownOrder: 'of whoever bought',
  heldTicket: 'of its holder',
  viewableTicket: 'of its holder, or of whoever brings its link',
  resendableTicket: 'of its holder, the company that sells it, support and god admins (rule R11.6)',
} as const

export type ObjectRule = keyof typeof objectRules
