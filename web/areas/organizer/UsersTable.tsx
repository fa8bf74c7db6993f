import { formatDay } from '#contract/dates.ts'
import type { DashboardUser } from '#contract/people.ts'
import { counted, grouped } from '#web/lib/numbers.ts'
import { showPhone } from '#web/lib/phone.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, type Column, type Sort } from '#web/ui/Table.tsx'
import { roleNames } from './role-words.ts'
import { UserName } from './UserName.tsx'

const states = {
  active: { text: 'Activo', tone: 'neutral' },
  pending: { text: 'Pendiente de activación', tone: 'sol' },
  blocked: { text: 'Bloqueado', tone: 'rojo' },
} as const

/** The state of an account, in a word. */
export function AccountBadge({ state }: { state: keyof typeof states }) {
  return <Badge tone={states[state].tone}>{states[state].text}</Badge>
}

interface UsersTableProps {
  users: readonly DashboardUser[]
  sort: Sort
  onSort: (sort: Sort) => void
  /** Whether roles may be given and taken for this person. */
  mayChange: (user: DashboardUser) => boolean
  onChangeRole: (user: DashboardUser) => void
}

/** People, one a row; below a desktop, one a card. */
export function UsersTable({ users, sort, onSort, mayChange, onChangeRole }: UsersTableProps) {
  const columns: Column<DashboardUser>[] = [
    {
      key: 'name',
      header: 'Persona',
      sortable: true,
      isTitle: true,
      cell: (user) => (
        <span className="block">
          <UserName user={user} details={[user.mail]} />
        </span>
      ),
    },
    {
      key: 'phone',
      header: 'Teléfono',
      cell: ({ phone }) => <span className="whitespace-nowrap">{phone ? showPhone(phone) : '—'}</span>,
    },
    { key: 'roles', header: 'Roles', cell: (user) => <RolesCell user={user} /> },
    { key: 'tickets', header: 'Entradas', align: 'right', cell: ({ tickets }) => grouped(tickets) },
    {
      key: 'state',
      header: 'Estado',
      cell: ({ state, isProved }) =>
        state !== 'active' ? (
          <AccountBadge state={state} />
        ) : isProved ? (
          'Activo'
        ) : (
          <Badge tone="sol">Sin verificar</Badge>
        ),
    },
    {
      key: 'since',
      header: 'Alta',
      sortable: true,
      cell: ({ since }) => <span className="whitespace-nowrap">{formatDay(since)}</span>,
    },
  ]
  // Who may change nobody gets no column of nothing.
  if (users.some(mayChange)) {
    columns.push({
      key: 'actions',
      header: 'Acciones',
      align: 'right',
      cell: (user) =>
        mayChange(user) && (
          <Button tone="quiet" size="s" aria-label={`Roles de ${user.name}`} onClick={() => onChangeRole(user)}>
            Roles
          </Button>
        ),
    })
  }
  return (
    <Card className="max-xl:border-0 max-xl:bg-transparent">
      <Table caption="Usuarios" columns={columns} rows={users} rowKey={({ id }) => id} sort={sort} onSort={onSort} />
    </Card>
  )
}

function RolesCell({ user: { roles, assignments } }: { user: DashboardUser }) {
  const events = new Set(assignments.map(({ eventId }) => eventId)).size
  const shown = roles.length > 1 ? roles.filter((role) => role !== 'CLIENT') : roles
  return (
    <span className="flex flex-wrap items-center gap-1.5 max-xl:justify-end">
      {shown.map((role) => (
        <Badge key={role} tone={role === 'CLIENT' ? 'neutral' : 'celeste'}>
          {roleNames[role]}
        </Badge>
      ))}
      {events > 0 && <span className="text-12 text-humo">{counted(events, 'evento', 'eventos')}</span>}
    </span>
  )
}

/** The table's bones. */
export function UsersTableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Cargando usuarios" className="flex flex-col gap-3">
      {Array.from({ length: rows }, (_, index) => (
        <Card key={index} className="flex items-center gap-4 p-4">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-1/3" />
          </div>
          <Skeleton className="hidden h-5 w-28 xl:block" />
          <Skeleton className="h-5 w-20" />
        </Card>
      ))}
    </div>
  )
}
