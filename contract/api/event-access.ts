/** Access of calls about one event or company that people manage; the id is `params.id` (`docs/permissions.md`). */

const event = { rule: 'managedEvent', from: 'params.id' } as const
const company = { rule: 'managedCompany', from: 'params.companyId' } as const

/** Reads of an event: its company, an assigned commercial, support. */
export const eventReaders = { roles: ['ORGANIZATOR', 'COMERCIAL', 'admin', 'godAdmin'], object: event } as const
/** Sellers of an event: its company and an assigned commercial. */
export const eventSellers = { roles: ['ORGANIZATOR', 'COMERCIAL', 'godAdmin'], object: event } as const
/**
 * The work of a commercial: of events that are assigned to them; god admins, of any. The roles narrow the rule, so that the company's
 * own people do not pass here.
 */
export const eventCommercials = { roles: ['COMERCIAL', 'godAdmin'], object: event } as const
/** Decisions of its company alone. */
export const eventOwners = { roles: ['ORGANIZATOR', 'godAdmin'], object: event } as const

/** Reads of a company: its members, support, legal. */
export const companyReaders = { roles: ['ORGANIZATOR', 'admin', 'legal', 'godAdmin'], object: company } as const
export const companyOwners = { roles: ['ORGANIZATOR', 'godAdmin'], object: company } as const
