import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatMoment } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { getScannerEvents, type ScannerEvent } from '#contract/sales/scanning.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { nowInstant } from '#web/lib/clock.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { wakeSound } from './feedback.ts'
import { scannableEvents } from './scannable-events.ts'
import { BarScanner } from './bar/BarScanner.tsx'
import { DoorScanner } from './DoorScanner.tsx'

export const query = endpointQuery(getScannerEvents, {}, { fresh: true })
export const loader = () => {
  void queryClient.prefetchQuery(query)
  return null
}

/** Which door: then the camera. The event stays in the address, so that a reload goes on where it was. */
function ScannerScreen() {
  const [search, setSearch] = useSearchParams()
  const events = useQuery(query)
  const list = scannableEvents(events.data?.data.events ?? [], nowInstant())
  const chosen = list.find(({ eventId }) => eventId === search.get('evento'))
  if (chosen) {
    const evento = chosen.eventId
    if (search.get('modo') === 'barra')
      return <BarScanner key={evento} event={chosen} onLeave={() => setSearch({ evento })} />
    const toBar = () => setSearch({ evento, modo: 'barra' })
    return <DoorScanner key={evento} event={chosen} onBar={toBar} onLeave={() => setSearch({})} />
  }
  return (
    <main id="main" tabIndex={-1} className="mx-auto min-h-dvh w-full max-w-xl px-5 pt-6 pb-16">
      <BackLink to={paths.home()}>Inicio</BackLink>
      <h1 className="display mb-1 text-34">Escáner QR</h1>
      <p className="mb-6 text-humo">Elegí el evento de tu puerta.</p>
      {events.data && isApiFailure(events.error, 'forbidden') && (
        <div className="mb-4">
          <Notice tone="danger">{events.error.message}</Notice>
        </div>
      )}
      <Loaded
        read={events}
        label="Cargando eventos"
        rows={3}
        {...(isApiFailure(events.error, 'forbidden') && { errorTitle: 'No tenés eventos para escanear' })}
      >
        {() =>
          list.length === 0 ? (
            <EmptyState
              title="No tenés eventos para escanear"
              action={
                <ScreenButton tone="secondary" to={paths.home()}>
                  Ir al inicio
                </ScreenButton>
              }
            >
              Cuando el organizador te asigne a una puerta, el evento aparece acá.
            </EmptyState>
          ) : (
            <ul className="flex flex-col gap-3">
              {list.map((event) => (
                <EventRow
                  key={event.eventId}
                  event={event}
                  onChoose={() => {
                    wakeSound()
                    setSearch({ evento: event.eventId })
                  }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </main>
  )
}

function EventRow({ event, onChoose }: { event: ScannerEvent; onChoose: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-20 w-full items-center justify-between gap-4 rounded-card border border-linea bg-tinta p-4 text-left hover:border-humo"
      >
        <span className="min-w-0">
          <span className="block text-18 leading-snug font-bold wrap-anywhere">{event.eventName}</span>
          <span className="block text-14 text-sol first-letter:uppercase">
            {event.startDate ? formatMoment(event.startDate) : 'Sin fecha'}
          </span>
          <span className="block text-14 wrap-anywhere text-humo">{event.eventAddress}</span>
        </span>
        <ChevronRight className="shrink-0 text-celeste" />
      </button>
    </li>
  )
}

export { ScannerScreen as Component }
