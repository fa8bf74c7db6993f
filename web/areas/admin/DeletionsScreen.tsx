import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { formatDay, fromLocal } from '#contract/dates.ts'
import { listDeletions, type DeletionRow } from '#contract/privacy.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery, invalidate, queryClient } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { useListAddress } from '#web/features/lists/use-list-address.ts'
import { deletionWords } from '#web/features/privacy/deletion-words.ts'
import { counted } from '#web/lib/numbers.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { showPhone } from '#web/lib/phone.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Breakable } from '#web/ui/Breakable.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, type Column } from '#web/ui/Table.tsx'
import {
  deletionsPath,
  isDeletionsFiltered,
  noDeletionFilters,
  readDeletionFilters,
  type DeletionsQuery,
} from './deletion-filters.ts'
import { DeletionDialog } from './DeletionDialog.tsx'
import { DeletionsFilters } from './DeletionsFilters.tsx'

/** Others decide too: asked afresh each time. */
const query = (filters: DeletionsQuery) => endpointQuery(listDeletions, { query: filters }, { fresh: true })
export const loader = ({ request }: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(query(readDeletionFilters(new URL(request.url).searchParams)))
  return null
}

/** `/god-admin/eliminaciones`: who asked that their account be deleted, and until when they must be answered. */
function DeletionsScreen() {
  usePageTitle('Eliminación de cuentas')
  const session = useSession()
  const { query: filters, change, turnTo } = useListAddress(readDeletionFilters, deletionsPath)
  const list = useQuery({ ...query(filters), placeholderData: keepPreviousData, enabled: session !== null })
  const [opened, setOpened] = useState<DeletionRow | null>(null)
  if (!session) return null
  const total = list.data?.pagination.totalRequests
  const overdue = list.data?.totalOverdue ?? 0
  const isFiltered = isDeletionsFiltered(filters)
  return (
    <>
      <PageHeader eyebrow="Administración" title="Eliminación de cuentas" />
      {overdue > 0 && (
        <p role="alert" className="mb-4 rounded-card border border-rojo px-5 py-3">
          Hay {counted(overdue, 'solicitud', 'solicitudes')} fuera de plazo.{' '}
          <Link to={deletionsPath({ state: 'overdue' })} className="link">
            Ver las vencidas
          </Link>
        </p>
      )}
      <DeletionsFilters filters={filters} total={total} onChange={change} />
      {list.isPending && (
        <div role="status" aria-label="Cargando solicitudes" className="flex flex-col gap-3">
          {Array.from({ length: 5 }, (_, index) => (
            <Skeleton key={index} className="h-20" />
          ))}
        </div>
      )}
      {list.isError && !list.data && (
        <ErrorState
          message={failureMessage(list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {total === 0 && (
        <EmptyState
          icon={<UserX aria-hidden="true" className="size-10" />}
          title={isFiltered ? 'Ninguna solicitud así' : 'Nadie pidió eliminar su cuenta'}
          action={isFiltered && <Button onClick={() => change(noDeletionFilters)}>Sacar filtros</Button>}
        >
          {isFiltered
            ? 'Probá con otro estado u otro nombre.'
            : 'Cuando alguien lo pida, lo vas a ver acá con su vencimiento.'}
        </EmptyState>
      )}
      {list.data && list.data.requests.length > 0 && (
        <div className={list.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
          <Card className="max-xl:border-0 max-xl:bg-transparent">
            <Table
              caption="Solicitudes de eliminación"
              columns={columns(setOpened)}
              rows={list.data.requests}
              rowKey={({ id }) => id}
              sort={{ key: filters.sort ?? 'dueOn', order: filters.order ?? 'asc' }}
              onSort={({ key, order }) => change({ sort: key as DeletionsQuery['sort'], order })} // the keys of our own columns
            />
          </Card>
          <Pagination
            page={list.data.pagination.page}
            totalPages={list.data.pagination.totalPages}
            label="solicitudes"
            onPage={turnTo}
          />
        </div>
      )}
      {opened && (
        <DeletionDialog
          request={list.data?.requests.find(({ id }) => id === opened.id) ?? opened}
          isOwn={opened.person.id === session.user.id}
          onClose={() => setOpened(null)}
          onDone={() => void invalidate(listDeletions)}
        />
      )}
    </>
  )
}

function columns(onOpen: (row: DeletionRow) => void): Column<DeletionRow>[] {
  return [
    {
      key: 'name',
      header: 'Persona',
      sortable: true,
      isTitle: true,
      cell: ({ person }) => (
        <span className="block min-w-0">
          <span className="block font-semibold break-words">{person.name}</span>
          <span className="block text-12 font-normal wrap-anywhere text-humo">
            <Breakable>{person.mail ?? (person.phone ? showPhone(person.phone) : '—')}</Breakable>
          </span>
        </span>
      ),
    },
    { key: 'requestedAt', header: 'Pedida', sortable: true, cell: (row) => formatDay(row.requestedAt) },
    {
      key: 'dueOn',
      header: 'Vence',
      sortable: true,
      cell: ({ dueOn, isOverdue }) => (
        <span className={isOverdue ? 'font-bold text-rojo' : ''}>
          {formatDay(fromLocal(dueOn, '12:00'))}
          {isOverdue && ' · Vencida'}
        </span>
      ),
    },
    {
      key: 'state',
      header: 'Estado',
      cell: ({ state, isProcessing }) => (
        <Badge tone={deletionWords[state].tone}>{isProcessing ? 'Eliminando' : deletionWords[state].text}</Badge>
      ),
    },
    {
      key: 'actions',
      header: 'Acciones',
      align: 'right',
      cell: (row) => (
        <Button tone="quiet" size="s" aria-label={`Ver la solicitud de ${row.person.name}`} onClick={() => onOpen(row)}>
          Ver
        </Button>
      ),
    },
  ]
}

export { DeletionsScreen as Component }
