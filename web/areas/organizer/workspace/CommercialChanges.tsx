import { actLabels } from '#contract/events/change-words.ts'
import { getCommercialChanges } from '#contract/events/event-changes.ts'
import { paths } from '#contract/api/paths.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { useLive } from '#web/api/live.ts'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { counted } from '#web/lib/numbers.ts'
import { Section } from '#web/ui/base/Section.tsx'

/** The last thing that a commercial did to the event, and the way to all of it. */
export function CommercialChanges({ eventId }: { eventId: string }) {
  const { data } = useLive(getCommercialChanges, { params: { id: eventId }, query: { limit: 1 } })
  const [last] = data?.changes ?? []
  if (!data || !last) return null
  return (
    <Section card title="Cambios de tu comercial" look="eyebrow">
      <p className="wrap-anywhere">
        {last.userName}: {actLabels[last.act].toLowerCase()}, {formatMoment(last.changedAt)}.
      </p>
      <ScreenLink to={paths.eventChanges(eventId)} className="text-14">
        {`Ver ${counted(data.pagination.total, 'cambio', 'cambios')}`}
      </ScreenLink>
    </Section>
  )
}
