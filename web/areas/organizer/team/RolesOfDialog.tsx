import { useQuery } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { getUsersDashboard, type DashboardUser } from '#contract/accounts/people.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { mayOf } from '#web/shell/session/may.ts'
import { usePerson } from '#web/shell/session/person.ts'

interface RolesOfDialogProps {
  id: string
  /** Their row, until they are read. */
  shown: DashboardUser | undefined
  onClose: () => void
}

/** The person is read by themselves: a role given or taken may put their row out of the filters' reach, or on another page. */
export function RolesOfDialog({ id, shown, onClose }: RolesOfDialogProps) {
  const person = usePerson()
  const found = useQuery(endpointQuery(getUsersDashboard, { query: { userId: id } }, { fresh: true }))
  const user = found.data ? found.data.users[0] : shown
  if (!user && found.isPending) return null
  if (user && mayChangeRole(person, user)) return <RoleDialog user={user} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title="Roles">
      <p className="text-humo">
        {found.isError && !user
          ? failureMessage(found.error)
          : user
            ? `Los roles de ${user.name} no se cambian desde acá.`
            : 'No encontramos a esa persona entre las de tus eventos.'}
      </p>
    </Dialog>
  )
}

/** Neither one's own role nor an administrator's can be changed; the server decides again. */
export function mayChangeRole(person: SessionUser, user: DashboardUser): boolean {
  const isAdministrator = user.roles.includes('GOD_ADMIN') || user.roles.includes('admin')
  return mayOf(person).edit && user.id !== person.id && !isAdministrator && user.state !== 'blocked'
}
