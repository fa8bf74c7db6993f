import { changeRole, getRoles, type DashboardUser } from '#contract/accounts/people.ts'
import type { WireRole } from '#contract/api/roles.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { LoadedDialog } from '#web/features/reads/LoadedDialog.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { OpenAccounts } from './open-accounts.tsx'
import { GrantRoleDialog, type AssignableRole } from './GrantRoleDialog.tsx'
import { roleNames } from '#contract/accounts/role-names.ts'

interface Taken {
  readonly roleId: WireRole
  readonly eventId?: string
  readonly where: string
}

const rolesQuery = endpointQuery(getRoles, {})

interface RoleDialogProps {
  user: DashboardUser
  onClose: () => void
}

/** What a person does at which event, what else they may be given, and what may be taken from them. */
export function RoleDialog({ user, onClose }: RoleDialogProps) {
  const taking = useAct(changeRole, {
    title: ({ roleId }: Taken) => `¿Sacarle ${roleNames[roleId]} a ${user.name}?`,
    description: ({ eventId, where }) =>
      eventId === undefined
        ? 'Deja de serlo en todos sus eventos y se cierran sus sesiones: para seguir usando su cuenta tiene que volver a ingresar.'
        : `Deja de serlo en «${where}» en el momento.`,
    children: ({ roleId, eventId }) =>
      roleId === 'RRPP' && eventId !== undefined && <OpenAccounts eventId={eventId} promoterId={user.id} />,
    confirm: 'Sacar',
    tone: 'danger',
    input: ({ roleId, eventId }) => ({
      body: { userId: user.id, roleId, action: 'revoke' as const, ...(eventId !== undefined && { eventId }) },
    }),
    done: ({ roleId }) => `${user.name} dejó de ser ${roleNames[roleId]}`,
  })

  if (taking.dialog) return taking.dialog

  return (
    <LoadedDialog title={`Roles de ${user.name}`} query={rolesQuery} label="Cargando los roles" onClose={onClose}>
      {({ roles: assignable }) => (
        <GrantRoleDialog user={user} roles={assignable} onClose={onClose}>
          <HeldRoles held={heldBy(user, assignable)} onTake={taking.ask} />
        </GrantRoleDialog>
      )}
    </LoadedDialog>
  )
}

function heldBy(user: DashboardUser, assignable: readonly AssignableRole[]): Taken[] {
  return [
    ...user.assignments
      .filter(({ kind }) => assignable.some(({ id, isPerEvent }) => id === kind && isPerEvent))
      .map(({ kind, eventId, eventName }) => ({ roleId: kind, eventId, where: eventName })),
    ...assignable
      .filter(({ id, isPerEvent }) => !isPerEvent && user.roles.includes(id))
      .map(({ id }) => ({ roleId: id, where: 'en toda la plataforma' })),
  ]
}

function HeldRoles({ held, onTake }: { held: readonly Taken[]; onTake: (taken: Taken) => void }) {
  if (held.length === 0) return null
  return (
    <ul aria-label="Roles que tiene" className="divide-y divide-linea rounded-card border border-linea">
      {held.map((each) => (
        <li key={`${each.roleId} ${each.eventId}`} className="flex items-center justify-between gap-3 py-1.5 pr-1 pl-4">
          <span className="min-w-0">
            <b className="block">{roleNames[each.roleId]}</b>
            <span className="block text-14 wrap-anywhere text-humo">{each.where}</span>
          </span>
          <Button
            tone="quiet"
            size="s"
            aria-label={`Sacar ${roleNames[each.roleId]} de ${each.where}`}
            onClick={() => onTake(each)}
          >
            Sacar
          </Button>
        </li>
      ))}
    </ul>
  )
}
