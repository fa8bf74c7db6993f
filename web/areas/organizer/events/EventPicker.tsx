import { CalendarPlus } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { nextEventChoices } from '#web/features/events/event-choices.ts'
import { SearchedChoiceField } from '#web/features/lists/SearchedChoiceField.tsx'
import { storeJson, readJson } from '#web/lib/device/open-storage.ts'
import { SkeletonRows } from '#web/ui/data/SkeletonRows.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'

const PICKED = 'picked-event'

interface EventPickerProps {
  /** The screen's address about another event. */
  href: (eventId: string) => string
  /** What the screen shows of the event. */
  children: (eventId: string) => ReactNode
}

/** Chooses the event that a screen above the events is about; `?evento=` in its address, by default the one picked last in this tab, or the next one. */
export function EventPicker({ href, children }: EventPickerProps) {
  const [address] = useSearchParams()
  const eventId = address.get('evento') ?? ''
  const navigate = useNavigate()
  const { options, isFetching, failure, retry } = nextEventChoices.useFound('')
  const [next] = options
  useEffect(() => {
    if (eventId !== '') storeJson(sessionStorage, PICKED, eventId)
  }, [eventId])
  if (eventId === '') {
    const picked = readJson(sessionStorage, PICKED)
    if (typeof picked === 'string') return <Navigate to={href(picked)} replace />
    if (next) return <Navigate to={href(next.value)} replace />
    if (failure) {
      return <ErrorState message={failureMessage(failure)} onRetry={retry} retrying={isFetching} />
    }
    if (isFetching) return <SkeletonRows label="Cargando tus eventos" rows={6} picture="square" />
    return (
      <EmptyState
        icon={<CalendarPlus className="size-10" />}
        title="Todavía no tenés eventos"
        action={<ScreenButton to={paths.organizerEvents()}>Ir a tus eventos</ScreenButton>}
      >
        Acá se elige de qué evento se trata.
      </EmptyState>
    )
  }
  return (
    <>
      <SearchedChoiceField
        label="Evento"
        source={nextEventChoices}
        value={eventId}
        onChange={(id) => id !== '' && void navigate(href(id))}
        className="mb-6 max-w-xl"
      />
      {children(eventId)}
    </>
  )
}
