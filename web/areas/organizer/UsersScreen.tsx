import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { SessionUser } from '#contract/accounts.ts'
import { getUsersDashboard, type DashboardUser } from '#contract/people.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery, invalidate, queryClient } from '#web/api/query.ts'
import { useListAddress } from '#web/features/lists/use-list-address.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { BottomBar } from '#web/ui/BottomBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { AddMemberDialog } from './AddMemberDialog.tsx'
import { mayEdit } from './event-acts.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { choicesQuery } from './use-event-choices.ts'
import { usePerson } from './use-person.ts'
import { isUsersFiltered, noUserFilters, readUserFilters, usersPath, type UsersQuery } from './user-filters.ts'
import { UsersFilters } from './UsersFilters.tsx'
import { UsersTable, UsersTableSkeleton } from './UsersTable.tsx'

/** Access moves: asked afresh each time. */
export const query = (filters: UsersQuery) => endpointQuery(getUsersDashboard, { query: filters }, { fresh: true })
export const loader = ({ request }: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(choicesQuery())
  void queryClient.prefetchQuery(query(readUserFilters(new URL(request.url).searchParams)))
  return null
}

/** `/organizador/usuarios`: the staff and buyers of the company's events. */
function UsersScreen() {
  usePageTitle('Usuarios')
  const person = usePerson()
  const { query: filters, change, turnTo } = useListAddress(readUserFilters, usersPath)
  const users = useQuery({ ...query(filters), placeholderData: keepPreviousData })
  const [changed, setChanged] = useState<DashboardUser | null>(null)
  const [isInviting, setIsInviting] = useState(false)
  if (!person) return null
  const hasNone = users.data?.pagination.totalUsers === 0 && !isUsersFiltered(filters)
  const canInvite = mayEdit(person)

  const invite = (
    <Button icon={<UserPlus aria-hidden="true" className="size-5" />} onClick={() => setIsInviting(true)}>
      Sumar al equipo
    </Button>
  )

  return (
    <>
      <PageHeader
        eyebrow="Organizador"
        title="Usuarios"
        action={canInvite && <div className="max-md:hidden">{invite}</div>}
      />
      {!hasNone && (
        <UsersFilters
          filters={filters}
          total={users.data?.pagination.totalUsers}
          isCapped={users.data?.pagination.isTotalCapped ?? false}
          onChange={change}
        />
      )}
      {users.isPending && <UsersTableSkeleton />}
      {users.isError && !users.data && (
        <ErrorState
          message={failureMessage(users.error, 'Error al buscar usuario')}
          onRetry={() => void users.refetch()}
          retrying={users.isFetching}
        />
      )}
      {hasNone && (
        <EmptyState
          icon={<Users aria-hidden="true" className="size-10" />}
          title="Todavía no hay nadie"
          action={canInvite && <div className="max-md:hidden">{invite}</div>}
        >
          Acá vas a ver a tus RRPP, a la gente de la puerta y a quienes compren entradas de tus eventos.
        </EmptyState>
      )}
      {users.data?.users.length === 0 && !hasNone && (
        <EmptyState title="Nadie así" action={<Button onClick={() => change(noUserFilters)}>Sacar filtros</Button>}>
          Probá con otro nombre, otro evento u otro rol.
        </EmptyState>
      )}
      {users.data && users.data.users.length > 0 && (
        <div className={users.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
          <UsersTable
            users={users.data.users}
            sort={{ key: filters.sort ?? 'name', order: filters.order ?? 'asc' }}
            onSort={({ key, order }) => change({ sort: key as UsersQuery['sort'], order })} // the keys of our own columns
            mayChange={(user) => mayChangeRole(person, user)}
            onChangeRole={setChanged}
          />
          <Pagination
            page={users.data.pagination.page}
            totalPages={users.data.pagination.totalPages}
            label="usuarios"
            onPage={turnTo}
          />
        </div>
      )}
      {canInvite && <BottomBar className="md:hidden [&_button]:w-full">{invite}</BottomBar>}
      {isInviting && (
        <AddMemberDialog onClose={() => setIsInviting(false)} onDone={() => void invalidate(getUsersDashboard)} />
      )}
      {changed && (
        <RoleDialog
          user={users.data?.users.find(({ id }) => id === changed.id) ?? changed}
          onClose={() => setChanged(null)}
          onDone={() => void invalidate(getUsersDashboard)}
        />
      )}
    </>
  )
}

/** Nobody changes their own role, nor an administrator's; the server decides again. */
function mayChangeRole(person: SessionUser, user: DashboardUser): boolean {
  const isAdministrator = user.roles.includes('GOD_ADMIN') || user.roles.includes('admin')
  return mayEdit(person) && user.id !== person.id && !isAdministrator && user.state !== 'blocked'
}

export { UsersScreen as Component }
