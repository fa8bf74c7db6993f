import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getCompanyEvents } from '#contract/events/events-company.ts'
import { paths } from '#contract/api/paths.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { queryClient } from '#web/api/query.ts'
import { CompanyHeader } from '#web/features/companies/CompanyHeader.tsx'
import { EventGrid, EventGridSkeleton } from '#web/features/events/EventCard.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSaidAddress } from '#web/features/links/use-said-address.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Tabs } from '#web/ui/data/Tabs.tsx'

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

const companyEvents = defineList(getCompanyEvents, {
  screen: 'company',
  rows: ({ events }) => events,
  params: ({ companyName = '' }) => ({ nameOrId: companyName }),
  filters: {
    state: choice(
      'estado',
      STATES.map(({ value, label }) => [value, value, label] as const),
    ),
  },
  defaults: { state: 'active' },
  sizes: [],
  fresh: false,
})

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(companyEvents.query(companyEvents.read(new URL(request.url).searchParams), params))

function CompanyScreen() {
  const { companyName = '' } = useParams()
  const list = useList(companyEvents)
  const { answer } = list
  usePageTitle(answer?.company.name ?? companyName)
  // By a name, an id or an address that it had before.
  useSaidAddress(answer ? paths.company(answer.company.slug) : null)
  const shown = list.query.state ?? 'active'
  const state = STATES.find(({ value }) => value === shown)?.value ?? 'active'
  if (!answer) {
    return (
      <div className="column pt-28">
        {list.failure && !isApiFailure(list.failure, 'company_not_found') ? (
          <ErrorState message={failureMessage(list.failure)} onRetry={list.retry} retrying={list.isFetching} />
        ) : (
          <EventGridSkeleton cards={4} look="rows" />
        )}
      </div>
    )
  }
  const { company } = answer
  return (
    <div className="column pt-28 pb-20">
      <CompanyHeader company={company} />
      <h2 className="sr-only">Eventos</h2>
      <Tabs
        label="Eventos por estado"
        value={state}
        onChange={(key) => list.change({ state: STATES.find(({ value }) => value === key)?.value })}
        tabs={STATES.map(({ value, label }) => ({
          key: value,
          label,
          panel: value === state && (
            <ListView
              list={list}
              noun={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
              filters={null}
              empty={{
                title: EMPTY[state],
                action: (
                  <ScreenButton tone="secondary" to={paths.events()}>
                    Ver otros eventos
                  </ScreenButton>
                ),
              }}
            >
              {(events) => <EventGrid events={events} look="rows" />}
            </ListView>
          ),
        }))}
      />
    </div>
  )
}

export { CompanyScreen as Component }
