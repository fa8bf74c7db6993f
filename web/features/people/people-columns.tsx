import type { DashboardUser } from '#contract/accounts/people.ts'
import { cell, day, figure, person } from '#web/features/lists/columns.tsx'
import { showPhone } from '#web/lib/phone.ts'
import type { Column } from '#web/ui/data/Table.tsx'
import { AccountState, RoleBadges } from './account-badges.tsx'

/** What lists say of staff and buyers. */
export const peopleColumns: readonly Column<DashboardUser, 'name' | 'since'>[] = [
  person('Persona', (user) => ({ person: user, details: user.mail }), { sort: 'name' }),
  cell('Teléfono', ({ phone }) => <span className="whitespace-nowrap">{phone ? showPhone(phone) : '—'}</span>),
  cell('Roles', (user) => <RoleBadges user={user} />),
  figure('Entradas', ({ tickets }) => tickets),
  cell('Estado', (user) => <AccountState user={user} />),
  day('Alta', ({ since }) => since, { sort: 'since' }),
]
