import { formatMoment } from '#contract/values/dates.ts'
import { getNotices } from '#contract/events/notices.ts'
import { paths } from '#contract/api/paths.ts'
import { useLive } from '#web/api/live.ts'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Section } from '#web/ui/base/Section.tsx'

/** Whom the notices of a moved event reached, and until when their payers may take the money back. */
export function MoveNotices({ eventId }: { eventId: string }) {
  const { data } = useLive(getNotices, { params: { id: eventId } })
  const moves = data?.notices.filter(({ kind }) => kind === 'moved') ?? []
  if (moves.length === 0) return null
  return (
    <Section card title="Avisos de cambio" look="eyebrow">
      <ul className="flex flex-col gap-4">
        {moves.map(({ id, createdAt, people, sent, queued, failed, refundableUntil }) => (
          <li key={id}>
            <p>
              {formatMoment(createdAt)}:{' '}
              {queued > 0
                ? `${grouped(sent)} de ${counted(people, 'persona avisada', 'personas avisadas')}`
                : counted(sent, 'persona avisada', 'personas avisadas')}
              {failed > 0 && ` y ${counted(failed, 'que no lo recibió', 'que no lo recibieron')}`}.
            </p>
            {refundableUntil !== null && (
              <p className="mt-1 text-14 text-humo">
                Quienes pagaron pueden recuperar su plata hasta el {formatMoment(refundableUntil)}.
              </p>
            )}
            <ScreenLink to={paths.eventNotice(eventId, id)} className="mt-1 text-14">
              Ver persona por persona
            </ScreenLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
