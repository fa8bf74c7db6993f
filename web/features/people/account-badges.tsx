/** What an account is and does, in badges. */
import type { DashboardUser } from '#contract/accounts/people.ts'
import type { StateLabels } from '#web/features/lists/states.ts'
import { counted } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { roleNames } from '#contract/accounts/role-names.ts'

export const accountStates: StateLabels<DashboardUser['state']> = {
  active: { one: 'Activo', many: 'Activos', tone: 'neutral' },
  pending: { one: 'Pendiente de activación', many: 'Pendientes de activación', tone: 'sol' },
  blocked: { one: 'Bloqueado', many: 'Bloqueados', tone: 'rojo' },
}

export function AccountBadge({ state }: Pick<DashboardUser, 'state'>) {
  return <Badge tone={accountStates[state].tone}>{accountStates[state].one}</Badge>
}

interface UserProps {
  user: DashboardUser
}

/** An active account shows plain text; any other state shows a badge. */
export function AccountState({ user: { state, isProved } }: UserProps) {
  if (state !== 'active') return <AccountBadge state={state} />
  return isProved ? 'Activo' : <Badge tone="sol">Sin verificar</Badge>
}

/** Shows the buyer badge only for people without another role. */
export function RoleBadges({ user: { roles, assignments } }: UserProps) {
  const events = new Set(assignments.map(({ eventId }) => eventId)).size
  const shown = roles.length > 1 ? roles.filter((role) => role !== 'CLIENT') : roles
  return (
    <span className="flex flex-wrap items-center gap-1.5 max-md:justify-end">
      {shown.map((role) => (
        <Badge key={role} tone={role === 'CLIENT' ? 'neutral' : 'celeste'}>
          {roleNames[role]}
        </Badge>
      ))}
      {events > 0 && <span className="text-12 text-humo">{counted(events, 'evento', 'eventos')}</span>}
    </span>
  )
}
