import { CalendarPlus, MapPin, ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatLongDay } from '#contract/dates.ts'
import type { EventPage } from '#contract/events.ts'
import { calendarUrl, mapUrl } from '#web/features/events/event-links.ts'

/** What one wants to know before going: what it is, when, where, on which conditions. */
export function EventFacts({ event }: { event: EventPage }) {
  const calendar = calendarUrl(event)
  return (
    <div className="flex flex-col gap-8">
      {event.description && (
        <section aria-labelledby="acerca">
          <h2 id="acerca" className="mb-2 text-18 font-bold">
            Acerca del evento
          </h2>
          <p className="whitespace-pre-line text-humo">{event.description}</p>
        </section>
      )}
      <dl className="grid gap-5 border-t border-linea pt-6">
        <Fact icon={<CalendarPlus aria-hidden="true" size={20} />} term="Cuándo">
          {event.startDate ? (
            <>
              <span className="first-letter:uppercase">{formatLongDay(event.startDate)}</span>
              {`, ${event.startTime ?? ''}${event.endTime ? ` a ${event.endTime}` : ''}`}
              {calendar && (
                <a href={calendar} target="_blank" rel="noreferrer" className="block min-h-11 py-2 text-celeste">
                  Agregar al calendario
                </a>
              )}
            </>
          ) : (
            'Fecha a confirmar'
          )}
        </Fact>
        <Fact icon={<MapPin aria-hidden="true" size={20} />} term="Dónde">
          {event.Location.name}
          <span className="block text-humo">
            {event.adress}, {event.Location.city}, {event.Location.province}
          </span>
          <a href={mapUrl(event)} target="_blank" rel="noreferrer" className="block min-h-11 py-2 text-celeste">
            Ver en el mapa
          </a>
        </Fact>
        {(event.minimumAge !== null || event.admissionConditions) && (
          <Fact icon={<ScrollText aria-hidden="true" size={20} />} term="Condiciones de ingreso">
            {event.minimumAge !== null && (
              <p>
                {event.forbidsMinors
                  ? `Solo mayores de ${event.minimumAge} años, con DNI.`
                  : `Para mayores de ${event.minimumAge} años. En la puerta pueden pedirte el DNI.`}
              </p>
            )}
            {event.admissionConditions && <p className="whitespace-pre-line text-humo">{event.admissionConditions}</p>}
          </Fact>
        )}
      </dl>
    </div>
  )
}

function Fact({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  return (
    <div className="relative pl-9">
      <dt className="text-14 text-humo">
        <span className="absolute top-0.5 left-0 text-celeste">{icon}</span>
        {term}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
