import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { getEventsDashboard, type DashboardEvent, type ManagedEvent } from '#contract/events.ts'
import { paths } from '#contract/paths.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { useListAddress } from '#web/features/lists/use-list-address.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { BottomBar } from '#web/ui/BottomBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { showToast } from '#web/ui/toast.ts'
import { dashboardPath, isFiltered, noFilters, readFilters, type DashboardQuery } from './dashboard-filters.ts'
import { actedFromList, actsOf, actWords, mayEdit, type EventAct } from './event-acts.ts'
import { keepManagedEvent } from './event-editor/use-event-save.ts'
import { EventActDialog } from './EventActDialog.tsx'
import { EventsFilters } from './EventsFilters.tsx'
import { EventsTable, EventsTableSkeleton } from './EventsTable.tsx'
import { usePause } from './use-pause.ts'
import { usePerson } from './use-person.ts'

/** Sales move: asked afresh each time. */
export const query = (filters: DashboardQuery) => endpointQuery(getEventsDashboard, { query: filters }, { fresh: true })
export const loader = ({ request }: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(query(readFilters(new URL(request.url).searchParams)))
  return null
}

/** `/organizador/eventos`: every event that the person manages. */
function EventsScreen() {
  usePageTitle('Mis eventos')
  const user = usePerson()
  const navigate = useNavigate()
  const { query: filters, change, turnTo } = useListAddress(readFilters, dashboardPath)
  const events = useQuery({ ...query(filters), placeholderData: keepPreviousData })
  const [asked, setAsked] = useState<{ act: EventAct; event: DashboardEvent } | null>(null)
  const pause = usePause()
  if (!user) return null
  const canCreate = mayEdit(user) && user.companyId !== null
  const hasNone = events.data?.pagination.totalEvents === 0 && !isFiltered(filters)

  function settle(act: EventAct, event: DashboardEvent, answer: ManagedEvent) {
    keepManagedEvent(answer)
    showToast(actWords(act, actedFromList(event)).done, 'success')
    if (act === 'duplicate') void navigate(paths.editEvent(answer.id))
  }

  return (
    <>
      <PageHeader
        eyebrow="Organizador"
        title="Eventos"
        action={
          canCreate && (
            <LinkButton asChild className="max-md:hidden">
              <Link to={paths.newEvent()}>
                <Plus aria-hidden="true" className="size-5" />
                Crear evento
              </Link>
            </LinkButton>
          )
        }
      />
      {!hasNone && <EventsFilters filters={filters} total={events.data?.pagination.totalEvents} onChange={change} />}
      {events.isPending && <EventsTableSkeleton />}
      {events.isError && !events.data && (
        <ErrorState
          message={failureMessage(events.error, 'Error al cargar eventos')}
          onRetry={() => void events.refetch()}
          retrying={events.isFetching}
        />
      )}
      {hasNone && <FirstEvent canCreate={canCreate} />}
      {events.data?.events.length === 0 && !hasNone && (
        <EmptyState title="Ningún evento así" action={<Button onClick={() => change(noFilters)}>Sacar filtros</Button>}>
          Probá con otro nombre, otra fecha u otro estado.
        </EmptyState>
      )}
      {events.data && events.data.events.length > 0 && (
        <div className={events.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
          <EventsTable
            events={events.data.events}
            sort={{ key: filters.sort ?? 'date', order: filters.order ?? 'desc' }}
            onSort={({ key, order }) => change({ sort: key as DashboardQuery['sort'], order })} // the keys of our own columns
            canEdit={mayEdit(user)}
            actsOf={(event) => actsOf(event, user)}
            onAct={(act, event) => setAsked({ act, event })}
          />
          <Pagination
            page={events.data.pagination.page}
            totalPages={events.data.pagination.totalPages}
            label="eventos"
            onPage={turnTo}
          />
        </div>
      )}
      {canCreate && (
        <BottomBar className="md:hidden">
          <LinkButton asChild wide>
            <Link to={paths.newEvent()}>
              <Plus aria-hidden="true" className="size-5" />
              Crear evento
            </Link>
          </LinkButton>
        </BottomBar>
      )}
      {asked && (
        <EventActDialog
          act={asked.act}
          event={actedFromList(asked.event)}
          {...(asked.act === 'deactivate' && { atOnce: () => pause(asked.event) })}
          onClose={() => setAsked(null)}
          onDone={(answer) => settle(asked.act, asked.event, answer)}
        />
      )}
    </>
  )
}

function FirstEvent({ canCreate }: { canCreate: boolean }) {
  return (
    <EmptyState
      icon={<CalendarPlus aria-hidden="true" className="size-10" />}
      title={canCreate ? 'Creá tu primer evento' : 'Todavía no hay eventos'}
      action={
        canCreate && (
          <LinkButton asChild className="max-md:hidden">
            <Link to={paths.newEvent()}>Crear evento</Link>
          </LinkButton>
        )
      }
    >
      {canCreate
        ? 'Cargá el flyer, la fecha y las entradas: en unos minutos está a la venta. Hasta que lo publiques, solo lo ves vos.'
        : 'Acá vas a ver los eventos que te asignen.'}
    </EmptyState>
  )
}

export { EventsScreen as Component }
