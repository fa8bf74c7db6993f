import { addDays, endFromLocal, formatLongDay, formatMoment, fromLocal } from '#contract/values/dates.ts'
import { inputField } from '#web/api/form.ts'
import { today } from '#web/lib/clock.ts'
import { Section } from '#web/ui/base/Section.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { DateField, TimeField } from '#web/ui/fields/MomentField.tsx'
import { issuedWords } from './event-changes.ts'
import type { EventForm, EventValues } from './event-form.ts'

interface ScheduleSectionProps {
  form: EventForm
  values: EventValues
  /** Saving notifies the ticket holders. */
  isMoving: boolean
  issued: number
  /** What moves along with the date. */
  movedEnds: readonly string[]
}

/** When it begins and ends, in local time. */
export function ScheduleSection({ form, values, isMoving, issued, movedEnds }: ScheduleSectionProps) {
  const { dateEvent, startTime, endTime } = values
  const endsNextDay = startTime !== '' && endTime !== '' && endTime <= startTime
  const isPast = dateEvent !== '' && dateEvent < today()
  return (
    <Section card title="Fecha y horario" hint="Hora de Argentina. Podés guardar el borrador sin fecha.">
      <div className="grid grid-cols-2 gap-5 sm:grid-cols-[1.4fr_1fr_1fr]">
        <DateField
          label="Fecha"
          className="max-sm:col-span-2"
          {...inputField(form, 'dateEvent', { deps: ['startTime'] })}
        />
        <TimeField label="Empieza" {...inputField(form, 'startTime', { deps: ['dateEvent'] })} />
        <TimeField label="Termina" optional {...inputField(form, 'endTime', { deps: ['dateEvent'] })} />
      </div>
      <p aria-live="polite" className="text-14 text-humo empty:hidden">
        {scheduleWords(values)}
        {endsNextDay && (
          <b className="text-sol">
            {' '}
            Termina el día siguiente
            {dateEvent !== '' && ` (${formatMoment(endFromLocal(dateEvent, startTime, endTime))})`}.
          </b>
        )}
      </p>
      {isPast && <Notice tone="warning">Esa fecha ya pasó: con ella no se puede vender.</Notice>}
      {movedEnds.length > 0 && (
        <Notice>
          Se mueve con la fecha:
          <ul className="mt-1 list-disc pl-5">
            {movedEnds.map((end) => (
              <li key={end}>{end}</li>
            ))}
          </ul>
        </Notice>
      )}
      {isMoving && (
        <Notice tone="warning">
          Cambiaste la fecha o el lugar. Cinco minutos después de guardar les avisamos a quienes tienen{' '}
          {issuedWords(issued)}, y quienes las pagaron tienen 10 días para recuperar toda su plata con un toque.
        </Notice>
      )}
    </Section>
  )
}

/** `sábado, 28 de noviembre de 2026, de 23:30 a 06:00.`; nothing until there is a date. */
function scheduleWords({ dateEvent, startTime, endTime }: EventValues): string {
  if (!isDate(dateEvent)) return ''
  const hours = startTime === '' ? '' : endTime === '' ? `, desde las ${startTime}` : `, de ${startTime} a ${endTime}`
  return `${formatLongDay(fromLocal(dateEvent, '12:00'))}${hours}.`
}

/** A year being typed digit by digit is not one yet. */
function isDate(text: string): boolean {
  return /^[12]\d{3}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text
}
