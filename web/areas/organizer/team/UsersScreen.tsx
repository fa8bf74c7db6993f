import { UserPlus, Users } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import type { SessionUser } from '#contract/accounts.ts'
import { formatDay } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { exportUsersDashboard, getUsersDashboard, type DashboardUser } from '#contract/people.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, day, idOf, search } from '#web/features/lists/filters.ts'
import { ListView, type ListColumn } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { grouped } from '#web/lib/numbers.ts'
import { showPhone } from '#web/lib/phone.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { BottomBar } from '#web/ui/overlays/BottomBar.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { AccountState, RoleBadges } from './account-badges.tsx'
import { AddMemberDialog } from './AddMemberDialog.tsx'
import { mayEdit } from '../events/event-acts.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { roleNames } from './role-words.ts'
import { choicesQuery, useEventChoices } from '../events/use-event-choices.ts'
import { usePerson } from '#web/shell/session/use-person.ts'
import { UserName } from './UserName.tsx'

const groups = [
  ['staff', 'equipo', 'Equipo'],
  ['buyers', 'compradores', 'Compradores'],
] as const
const roles = [
  ['SCANNER', 'escaner', roleNames.SCANNER],
  ['RRPP', 'rrpp', roleNames.RRPP],
  ['COMERCIAL', 'comercial', roleNames.COMERCIAL],
] as const
const states = [
  [true, 'activos', 'Activos'],
  [false, 'inactivos', 'Inactivos'],
] as const

export const people = defineList(getUsersDashboard, {
  path: paths.organizerUsers,
  filters: {
    group: choice('grupo', groups, { is: 'chips', label: 'Grupo de usuarios', all: 'Todos' }),
    username: search('buscar', { label: 'Persona', placeholder: 'Nombre, email o teléfono' }),
    eventId: idOf('evento', { label: 'Evento', all: 'Todos' }),
    roleId: choice('rol', roles, { is: 'select', label: 'Rol', all: 'Todos' }),
    status: choice('estado', states, { is: 'select', label: 'Estado', all: 'Todos' }),
    date: day('desde', 'Día de alta'),
  },
  sort: {
    names: { name: 'nombre', since: 'antiguedad' },
    first: { sort: 'name', order: 'asc' },
    choices: [
      { sort: 'name', order: 'asc', label: 'De la A a la Z' },
      { sort: 'name', order: 'desc', label: 'De la Z a la A' },
      { sort: 'since', order: 'desc', label: 'Últimas altas' },
      { sort: 'since', order: 'asc', label: 'Primeras altas' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
  file: { endpoint: exportUsersDashboard, name: 'usuarios' },
})
export const loader = (navigation: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(choicesQuery())
  return people.loader(navigation)
}

/** `/organizador/usuarios`: the staff and buyers of the company's events. */
function UsersScreen() {
  const person = usePerson()
  const list = useList(people)
  const events = useEventChoices()
  const [adding, setAdding] = useDialogAddress('sumar')
  const [rolesOf, setRolesOf] = useDialogAddress('roles')
  if (!person) return null
  const users = list.answer?.users ?? []
  const invite = mayEdit(person) && (
    <Button icon={<UserPlus aria-hidden="true" className="size-5" />} onClick={() => setAdding('')}>
      Sumar al equipo
    </Button>
  )
  const inviteAbove = invite && <div className="max-md:hidden">{invite}</div>
  return (
    <>
      <PageHeader eyebrow="Organizador" title="Usuarios" action={inviteAbove} />
      <ListView
        list={list}
        rows={() => users}
        rowKey={({ id }) => id}
        noun={{ none: 'Nadie', one: 'persona', many: 'personas' }}
        empty={{
          icon: <Users aria-hidden="true" className="size-10" />,
          title: 'Todavía no hay nadie',
          children: 'Acá vas a ver a tus RRPP, a la gente de la puerta y a quienes compren entradas de tus eventos.',
          action: inviteAbove,
        }}
        nothing="Probá con otro nombre, otro evento u otro rol."
        failure="Error al buscar usuario"
        choices={{ eventId: events }}
        caption="Usuarios"
        columns={[
          ...columns,
          ...(users.some((user) => mayChangeRole(person, user)) ? [acts(person, ({ id }) => setRolesOf(id))] : []),
        ]}
      />
      {invite && (
        <BottomBar stretch className="md:hidden">
          {invite}
        </BottomBar>
      )}
      {invite && adding !== null && <AddMemberDialog onClose={() => setAdding(null)} />}
      {rolesOf !== null && (
        <RolesOf id={rolesOf} shown={users.find(({ id }) => id === rolesOf)} onClose={() => setRolesOf(null)} />
      )}
    </>
  )
}

interface RolesOfProps {
  id: string
  /** Their row, until they are read. */
  shown: DashboardUser | undefined
  onClose: () => void
}

/** The person is read by themselves: a role given or taken may put their row out of the filters' reach, or on another page. */
function RolesOf({ id, shown, onClose }: RolesOfProps) {
  const person = usePerson()
  const found = useQuery(endpointQuery(getUsersDashboard, { query: { userId: id } }, { fresh: true }))
  const user = found.data ? found.data.users[0] : shown
  if (!person || (!user && found.isPending)) return null
  if (user && mayChangeRole(person, user)) return <RoleDialog user={user} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title="Roles">
      <p className="text-humo">
        {found.isError && !user
          ? failureMessage(found.error, 'Error al buscar usuario')
          : user
            ? `Los roles de ${user.name} no se cambian desde acá.`
            : 'No encontramos a esa persona entre las de tus eventos.'}
      </p>
    </Dialog>
  )
}

type UserColumn = ListColumn<typeof getUsersDashboard, DashboardUser>

const columns: readonly UserColumn[] = [
  {
    key: 'name',
    header: 'Persona',
    sort: 'name',
    isTitle: true,
    cell: (user) => <UserName user={user} details={[user.mail]} />,
  },
  {
    key: 'phone',
    header: 'Teléfono',
    cell: ({ phone }) => <span className="whitespace-nowrap">{phone ? showPhone(phone) : '—'}</span>,
  },
  { key: 'roles', header: 'Roles', cell: (user) => <RoleBadges user={user} /> },
  { key: 'tickets', header: 'Entradas', align: 'right', cell: ({ tickets }) => grouped(tickets) },
  { key: 'state', header: 'Estado', cell: (user) => <AccountState user={user} /> },
  {
    key: 'since',
    header: 'Alta',
    sort: 'since',
    cell: ({ since }) => <span className="whitespace-nowrap">{formatDay(since)}</span>,
  },
]

/** Left out where it would be a column of nothing. */
const acts = (person: SessionUser, onChange: (user: DashboardUser) => void): UserColumn => ({
  key: 'actions',
  stays: true,
  header: 'Acciones',
  align: 'right',
  cell: (user) =>
    mayChangeRole(person, user) && (
      <Button tone="quiet" size="s" aria-label={`Roles de ${user.name}`} onClick={() => onChange(user)}>
        Roles
      </Button>
    ),
})

/** Nobody changes their own role, nor an administrator's; the server decides again. */
function mayChangeRole(person: SessionUser, user: DashboardUser): boolean {
  const isAdministrator = user.roles.includes('GOD_ADMIN') || user.roles.includes('admin')
  return mayEdit(person) && user.id !== person.id && !isAdministrator && user.state !== 'blocked'
}

export { UsersScreen as Component }
