/**
 * Object rules by name, and whose objects they let through. An endpoint names one; the module that owns the object implements it
 * in its `access.ts` and hands back a `Proof`, the id branded with the rule that was passed. Reads and writes demand the proof.
 */
export const objectRules = {
  managedEvent: 'of the own company, of an assigned commercial; any for support and god admins',
  promotedEvent: 'that one manages, or where one is assigned as a promoter',
  assignedEvent: 'where one is assigned as a promoter; any for god admins',
  visibleEvent:
    'what strangers may open, and else the company’s people, the event’s staff and administrators (rule R8.3)',
  visibleTicketType: 'of an event that one may see (rule R8.3), or in whose waitlist one is',
  visibleDrink: 'of an event that one may see (rule R8.3)',
  managedDrink: 'of an event that one manages',
  servedEvent: 'where one is assigned to the door and may scan, or of the own company (not its finance people)',
  servedVoucher: 'of an event where one serves',
  visibleRaffle: 'of an event that one may see (rule R8.3); a draft, of one that one manages',
  enterableRaffle: 'of an event that one sees as a client, and not a draft',
  managedRaffle: 'of an event that one manages',
  managedCompany: 'of its members; any for support, legal and god admins',
  scannableEvent: 'where one is assigned to the door, the own company’s, any for god admins (rules R13.4, R13.5)',
  ownOrder: 'of its buyer',
  linkedOrder: 'placed without a session, of a caller with its token (rule R10.17)',
  ownPromoterSettlement: 'of its promoter',
  heldTicket: 'of its holder',
  viewableTicket: 'of its holder, or of a caller with its link',
  resendableTicket:
    'of its holder, the company that sells it, the promoter who issued it, support and god admins (rule R11.6)',
  issuedTicket: 'that one issued by hand, at an event where one is still a promoter (rule R12.4)',
} as const

export type ObjectRule = keyof typeof objectRules
