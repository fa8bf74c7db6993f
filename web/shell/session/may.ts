/** What a person may do with events of their company. The server decides again at every call, by the same rules. */
import type { SessionUser } from '#contract/accounts/accounts.ts'

export type Permitted = Pick<SessionUser, 'roles' | 'godAdmin' | 'permission' | 'companyRole'>

export interface May {
  /** Write events: of the company's people all but its finance ones (rule R7.1). */
  readonly edit: boolean
  /** Change how an event sells: those who write it, and commercials. */
  readonly sell: boolean
  /** Refund: the company's people and god admins. */
  readonly refund: boolean
  /** Refund a whole event: of the company's people its owner alone (rule R14.6). */
  readonly refundAll: boolean
}

/** A legal account may do none of it. */
export function mayOf({ roles, godAdmin, permission, companyRole }: Permitted): May {
  const isLegal = permission === 'legal'
  const refund = !isLegal && (roles.includes('ORGANIZATOR') || godAdmin)
  const edit = refund && (godAdmin || companyRole !== 'finance')
  return {
    edit,
    sell: edit || (!isLegal && roles.includes('COMERCIAL')),
    refund,
    refundAll: refund && (godAdmin || companyRole === 'owner'),
  }
}

/** Assign commercials to events: god admins alone; support and commercials read. */
export function mayAssign({ godAdmin, permission }: Permitted): boolean {
  return godAdmin && permission !== 'legal'
}

/** Refuses what god admins alone may do, before the server does. */
export const GOD_ONLY = 'Acceso denegado. Solo el administrador autorizado puede realizar esta acción.'
