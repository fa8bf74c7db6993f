import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { getCompanyEvents } from '#contract/events-company.ts'
import { paths } from '#contract/paths.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { EventGrid, EventGridSkeleton } from '#web/features/events/EventCard.tsx'
import { largestImage } from '#web/lib/media.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

const STATES = [
  { value: 'active', label: 'Próximos' },
  { value: 'success', label: 'Finalizados' },
  { value: 'cancelled', label: 'Cancelados' },
] as const
type State = (typeof STATES)[number]['value']

const EMPTY: Record<State, string> = {
  active: 'No tiene eventos por ahora',
  success: 'Todavía no pasó ninguno de sus eventos',
  cancelled: 'No canceló ningún evento',
}

const stateOf = (search: URLSearchParams): State =>
  STATES.find(({ value }) => value === search.get('estado'))?.value ?? 'active'
const pageOf = (search: URLSearchParams): number => Math.max(1, Math.trunc(Number(search.get('pagina') ?? 1)) || 1)

export const query = (nameOrId: string, state: State, page: number) =>
  endpointQuery(getCompanyEvents, { params: { nameOrId }, query: { state, page } })

export const loader = ({ params, request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url)
  return queryClient.ensureQueryData(query(String(params['companyName']), stateOf(searchParams), pageOf(searchParams)))
}

function CompanyScreen() {
  const { companyName = '' } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const state = stateOf(search)
  const events = useQuery({ ...query(companyName, state, pageOf(search)), placeholderData: keepPreviousData })
  usePageTitle(events.data?.company.name ?? companyName)
  const go = (next: { estado: State; pagina?: number }) => {
    const address = new URLSearchParams({
      estado: next.estado,
      ...(next.pagina && next.pagina > 1 ? { pagina: String(next.pagina) } : {}),
    })
    void navigate(`${paths.company(companyName)}?${address}`, { preventScrollReset: true })
  }
  if (events.isError && !events.data && !isApiFailure(events.error, 'company_not_found')) {
    return (
      <div className="column pt-28">
        <ErrorState
          message={failureMessage(events.error, 'Error al cargar eventos')}
          onRetry={() => void events.refetch()}
          retrying={events.isFetching}
        />
      </div>
    )
  }
  if (!events.data)
    return (
      <div className="column pt-28">
        <EventGridSkeleton cards={4} />
      </div>
    )
  const { company, pagination } = events.data
  return (
    <div className="column pt-28 pb-20">
      <header className="mb-8">
        <div className="flex items-center gap-5">
          {company.imagen ? (
            <img
              src={largestImage(company.imagen)}
              alt=""
              width={96}
              height={96}
              className="size-20 shrink-0 rounded-full object-cover sm:size-24"
            />
          ) : (
            <span
              aria-hidden="true"
              className="display grid size-20 shrink-0 place-items-center rounded-full bg-mesa-2 text-34 text-celeste sm:size-24 sm:text-48"
            >
              {company.name.charAt(0)}
            </span>
          )}
          <div className="min-w-0">
            <p className="eyebrow mb-1 text-sol">Organiza</p>
            <h1 className="display text-28 text-balance sm:text-34 lg:text-48">{company.name}</h1>
          </div>
        </div>
        {company.descripcion && (
          <p className="mt-5 max-w-[48rem] whitespace-pre-line text-humo text-pretty">{company.descripcion}</p>
        )}
      </header>
      <h2 className="sr-only">Eventos</h2>
      <Tabs
        label="Eventos por estado"
        value={state}
        onChange={(key) => go({ estado: STATES.find(({ value }) => value === key)?.value ?? 'active' })}
        tabs={STATES.map(({ value, label }) => ({
          key: value,
          label,
          panel: value === state && (
            <>
              {events.data.events.length > 0 ? <EventGrid events={events.data.events} /> : <NoEvents state={state} />}
              <div className="mt-10">
                <Pagination
                  page={pagination.page}
                  totalPages={pagination.totalPages}
                  label="eventos"
                  onPage={(pagina) => go({ estado: state, pagina })}
                />
              </div>
            </>
          ),
        }))}
      />
    </div>
  )
}

function NoEvents({ state }: { state: State }) {
  return (
    <EmptyState
      title={EMPTY[state]}
      action={
        <LinkButton asChild tone="secondary">
          <Link to={paths.events()}>Ver otros eventos</Link>
        </LinkButton>
      }
    />
  )
}

export { CompanyScreen as Component }
