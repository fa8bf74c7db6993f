import { UserPlus, Users } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { exportUsersDashboard, exportUsersDashboardSheet, getUsersDashboard } from '#contract/accounts/people.ts'
import { queryClient } from '#web/api/query.ts'
import { actions, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, day as dayFilter, idOf, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { peopleColumns } from '#web/features/people/people-columns.tsx'
import { AddMemberDialog } from './AddMemberDialog.tsx'
import { roleNames } from '#contract/accounts/role-names.ts'
import { mayChangeRole, RolesOfDialog } from './RolesOfDialog.tsx'
import { allEventsQuery, useEventChoices } from '#web/features/events/event-choices.ts'
import { useMay, usePerson } from '#web/shell/session/person.ts'

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
  screen: 'organizerUsers',
  rows: ({ users }) => users,
  filters: {
    group: choice('grupo', groups, { label: 'Grupo de usuarios', all: 'Todos' }),
    username: search('buscar', { label: 'Persona', placeholder: 'Nombre, email o teléfono' }),
    eventId: idOf('evento', { label: 'Evento', all: 'Todos' }),
    roleId: choice('rol', roles, { kind: 'select', label: 'Rol', all: 'Todos' }),
    status: choice('estado', states, { kind: 'select', label: 'Estado', all: 'Todos' }),
    date: dayFilter('desde', 'Día de alta'),
  },
  sort: {
    name: ['nombre', { asc: 'De la A a la Z', desc: 'De la Z a la A' }],
    since: ['antiguedad', { desc: 'Últimas altas', asc: 'Primeras altas' }],
  },
  file: { endpoint: exportUsersDashboard, sheet: exportUsersDashboardSheet, name: 'usuarios' },
})
export const loader = (navigation: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(allEventsQuery())
  return people.loader(navigation)
}

/** `/organizador/usuarios`: the staff and buyers of the company's events. */
function UsersScreen() {
  const person = usePerson()
  const list = useList(people)
  const events = useEventChoices()
  const [adding, setAdding] = useDialogAddress('sumar')
  const [rolesOf, setRolesOf] = useDialogAddress('roles')
  const users = list.rows ?? []
  const mayAdd = useMay().edit
  const acts: Columns<typeof people> = [
    actions((user) => ({
      buttons: mayChangeRole(person, user) && [
        { label: 'Roles', of: `de ${user.name}`, onSelect: () => setRolesOf(user.id) },
      ],
    })),
  ]
  return (
    <>
      <ListView
        list={list}
        header={{ eyebrow: 'Organizador', title: 'Usuarios' }}
        create={mayAdd && { icon: UserPlus, label: 'Sumar al equipo', onClick: () => setAdding('') }}
        noun={{ none: 'Nadie', one: 'persona', many: 'personas' }}
        empty={{
          icon: Users,
          title: 'Todavía no hay nadie',
          children: 'Acá vas a ver a tus RRPP, a la gente de la puerta y a quienes compren entradas de tus eventos.',
        }}
        noMatchHint="Probá con otro nombre, otro evento u otro rol."
        choices={{ eventId: events }}
        caption="Usuarios"
        columns={users.some((user) => mayChangeRole(person, user)) ? [...peopleColumns, ...acts] : peopleColumns}
      />
      {mayAdd && adding !== null && <AddMemberDialog onClose={() => setAdding(null)} />}
      {rolesOf !== null && (
        <RolesOfDialog id={rolesOf} shown={users.find(({ id }) => id === rolesOf)} onClose={() => setRolesOf(null)} />
      )}
    </>
  )
}

export { UsersScreen as Component }
