import type { ManagedEvent } from '#contract/events/events-managed.ts'
import type { FeeTerms } from '#contract/values/prices.ts'
import { useSession } from '#web/api/session.ts'
import { EventCard } from '#web/features/events/EventCard.tsx'
import type { EventValues } from './event-form.ts'
import { previewCard } from './preview-card.ts'

interface EventPreviewProps {
  values: EventValues
  event: ManagedEvent | null
  feeTerms: FeeTerms | null
  /** Address of the flyer that is chosen and not saved yet. */
  flyerUrl: string | null
}

/** The event as the landing will show it. It repeats what the form says, so it is for the eyes alone. */
export function EventPreview({ values, event, feeTerms, flyerUrl }: EventPreviewProps) {
  const company = useSession()?.user.company?.name
  return (
    <section aria-label="Vista previa">
      <p className="mb-3 text-14 text-humo">Así se ve en la portada{company && !event ? `, de ${company}` : ''}</p>
      <div inert className="mx-auto max-w-72">
        <EventCard
          event={previewCard(values, event, feeTerms)}
          {...(flyerUrl && { picture: <img src={flyerUrl} alt="" className="block size-full object-cover" /> })}
        />
      </div>
    </section>
  )
}
