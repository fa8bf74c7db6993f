import { eventFlyer } from '#contract/api/files.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { Section } from '#web/ui/base/Section.tsx'
import { largestImage } from '#web/lib/media.ts'
import { alert } from '#web/shell/notices/alert.ts'
import type { FlyerField } from '#web/features/event-editor/EventEditor.tsx'
import { ImageField } from '#web/features/files/ImageField.tsx'

interface FlyerSectionProps extends FlyerField {
  event: ManagedEvent | null
}

/** The picture that sells the event. */
export function FlyerSection({ event, ...field }: FlyerSectionProps) {
  return (
    <Section
      card
      title="Flyer"
      hint="JPG, PNG o WebP de hasta 10 MB. En las listas se ve vertical, de 4 por 5: dejá aire en los bordes."
    >
      <ImageField
        label="Imagen del flyer"
        rule={eventFlyer}
        currentUrl={event?.flyer ? largestImage(event.flyer.id) : null}
        {...field}
        onProblem={({ title, message }) => alert.error(title, message)}
      />
    </Section>
  )
}
