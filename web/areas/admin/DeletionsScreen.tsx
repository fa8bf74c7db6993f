import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search, UserX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { formatDay, fromLocal } from '#contract/dates.ts'
import { listDeletions, type DeletionRow } from '#contract/privacy.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery, invalidate, queryClient } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { deletionWords } from '#web/features/privacy/deletion-words.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, type Column } from '#web/ui/Table.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { deletionsPath, readDeletionFilters, stateNames, type DeletionsQuery } from './deletion-filters.ts'
import { DeletionDialog } from './DeletionDialog.tsx'

const TYPING_MILLISECONDS = 350

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
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const filters = readDeletionFilters(search)
  const list = useQuery({ ...query(filters), placeholderData: keepPreviousData, enabled: session !== null })
  const [opened, setOpened] = useState<DeletionRow | null>(null)
  if (!session) return null
  const total = list.data?.pagination.totalRequests
  const overdue = list.data?.totalOverdue ?? 0
  const isFiltered = Boolean(filters.state ?? filters.search)
  /** Another filter or order begins again at the first page. */
  const change = (part: DeletionsQuery) =>
    void navigate(deletionsPath({ ...filters, page: 1, ...part }), { replace: true, preventScrollReset: true })
  return (
    <>
      <PageHeader eyebrow="Administración" title="Eliminación de cuentas" />
      {overdue > 0 && (
        <p role="alert" className="mb-4 rounded-card border border-rojo px-5 py-3">
          {overdue === 1 ? 'Hay 1 solicitud fuera de plazo.' : `Hay ${overdue} solicitudes fuera de plazo.`}{' '}
          <Link to={deletionsPath({ state: 'overdue' })} className="link">
            Ver las vencidas
          </Link>
        </p>
      )}
      <Filters filters={filters} total={total} onChange={change} />
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
          action={
            isFiltered && <Button onClick={() => change({ state: undefined, search: undefined })}>Sacar filtros</Button>
          }
        >
          {isFiltered
            ? 'Probá con otro estado u otro nombre.'
            : 'Cuando alguien lo pida, lo vas a ver acá con su vencimiento.'}
        </EmptyState>
      )}
      {list.data && list.data.requests.length > 0 && (
        <div className={list.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
          <Card className="max-md:border-0 max-md:bg-transparent">
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
            onPage={(page) => void navigate(deletionsPath({ ...filters, page }))}
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
          <span className="block text-12 font-normal break-all text-humo">{person.mail ?? person.phone ?? '—'}</span>
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

const orders = [
  { value: 'dueOn asc', label: 'Vencen antes' },
  { value: 'dueOn desc', label: 'Vencen después' },
  { value: 'requestedAt desc', label: 'Últimas pedidas' },
  { value: 'name asc', label: 'De la A a la Z' },
] as const

interface FiltersProps {
  filters: DeletionsQuery
  total: number | undefined
  onChange: (part: DeletionsQuery) => void
}

function Filters({ filters, total, onChange }: FiltersProps) {
  const [typed, setTyped] = useState(filters.search ?? '')
  const [seen, setSeen] = useState(filters.search)
  // The address changed under the box: it wins over what was typed before.
  if (seen !== filters.search) {
    setSeen(filters.search)
    if (filters.search !== (typed.trim() || undefined)) setTyped(filters.search ?? '')
  }
  useEffect(() => {
    if ((typed.trim() || undefined) === filters.search) return
    const timer = setTimeout(() => onChange({ search: typed.trim() || undefined }), TYPING_MILLISECONDS)
    return () => clearTimeout(timer)
  })
  return (
    <div role="search" aria-label="Filtrar solicitudes" className="mb-4">
      <nav aria-label="Estado de las solicitudes" className="-mx-5 mb-4 overflow-x-auto px-5 py-1.5 md:mx-0 md:px-0">
        <ul className="flex gap-2">
          {[[undefined, '', 'Todas'] as const, ...stateNames].map(([state, , label]) => (
            <li key={label}>
              <Chip asChild selected={filters.state === state}>
                <Link
                  to={deletionsPath({ ...filters, state, page: 1 })}
                  replace
                  preventScrollReset
                  className="whitespace-nowrap"
                  aria-current={filters.state === state ? 'true' : undefined}
                >
                  {label}
                </Link>
              </Chip>
            </li>
          ))}
        </ul>
      </nav>
      <form className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label="Nombre"
          type="search"
          maxLength={100}
          placeholder="Buscá por nombre"
          before={<Search className="size-5" />}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <SelectField
          label="Orden"
          value={`${filters.sort ?? 'dueOn'} ${filters.order ?? 'asc'}`}
          options={orders}
          onChange={({ target }) => {
            const [sort, order] = target.value.split(' ') as ['dueOn', 'asc'] // one of `orders`
            onChange({ sort, order })
          }}
        />
      </form>
      <p role="status" className="mt-3 min-h-6 text-14 text-humo">
        {total !== undefined && (total === 1 ? '1 solicitud' : `${total.toLocaleString('es-AR')} solicitudes`)}
      </p>
    </div>
  )
}

export { DeletionsScreen as Component }
