import { CalendarPlus, MapPin, ScrollText } from 'lucide-react'
import { formatLongDay } from '#contract/values/dates.ts'
import type { EventPage } from '#contract/events/event-schemas.ts'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { calendarUrl, mapUrl } from '#web/features/events/event-links.ts'

/** What one wants to know before going: what it is, when, where, on which conditions. */
export function EventFacts({ event }: { event: EventPage }) {
  const calendar = calendarUrl(event)
  return (
    <div className="flex flex-col gap-8">
      {event.description && (
        <Section title="Acerca del evento">
          <p className="whitespace-pre-line text-humo">{event.description}</p>
        </Section>
      )}
      <Facts look="stacked" className="border-t border-linea pt-6">
        <Fact icon={<CalendarPlus size={20} />} label="Cuándo">
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
        <Fact icon={<MapPin size={20} />} label="Dónde">
          {event.Location.name}
          <span className="block text-humo">
            {event.adress}, {event.Location.city}, {event.Location.province}
          </span>
          <a href={mapUrl(event)} target="_blank" rel="noreferrer" className="block min-h-11 py-2 text-celeste">
            Ver en el mapa
          </a>
        </Fact>
        {(event.minimumAge !== null || event.admissionConditions) && (
          <Fact icon={<ScrollText size={20} />} label="Condiciones de ingreso">
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
      </Facts>
    </div>
  )
}
