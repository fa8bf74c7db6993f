/** People for the tests of this area, as the server describes them. */
import type { TeamMember } from '#contract/events/events-team.ts'
import type { EventPromoter } from '#contract/promoters/promoter-desk-promoters.ts'
import type { Promo } from '#contract/promoters/promos.ts'
import type { DashboardUser } from '#contract/accounts/people.ts'
import { EVENT_ID } from './organizer-fixtures.ts'

export const LAUTARO_ID = '01990000-0000-7000-8000-0000000000f1'

export function dashboardUser(changes: Partial<DashboardUser> = {}): DashboardUser {
  return {
    id: LAUTARO_ID,
    username: 'Lautaro Paz',
    name: 'Lautaro Paz',
    mail: 'l***@previa.example',
    phone: '+54 9 341 ****-0102',
    urlProfileImgId: null,
    state: 'active',
    status: true,
    role: 'RRPP',
    roles: ['RRPP', 'CLIENT'],
    assignments: [{ eventId: EVENT_ID, eventName: 'Fiesta Lunar Rosario', kind: 'RRPP', canScan: false }],
    tickets: 0,
    isProved: true,
    since: '2026-11-01T20:00:00-03:00',
    ...changes,
  }
}

export function teamMember(changes: Partial<TeamMember> = {}): TeamMember {
  const { id, username, name, mail, phone, urlProfileImgId } = dashboardUser()
  return {
    id,
    username,
    name,
    mail,
    phone,
    urlProfileImgId,
    state: 'active',
    assignments: [{ kind: 'SCANNER', canScan: true, assignedAt: '2026-11-01T20:00:00-03:00' }],
    ...changes,
  }
}

export function eventPromoter(changes: Partial<EventPromoter> = {}): EventPromoter {
  const { assignments: _, ...person } = teamMember()
  return {
    ...person,
    isOnTeam: true,
    code: 'LAUTI77',
    promo: promo(),
    usedCourtesies: 0,
    sales: 0,
    tickets: 0,
    arrived: 0,
    commissionCents: 0,
    unpaidCents: 0,
    cashInHandCents: 0,
    ...changes,
  }
}

export function promo(changes: Partial<Promo> = {}): Promo {
  return {
    remainingUses: 0,
    maxUses: 0,
    isActive: true,
    allowedTypes: null,
    closesAt: null,
    isListClosed: false,
    canSellInPerson: false,
    debtLimitCents: null,
    commission: null,
    ...changes,
  }
}
