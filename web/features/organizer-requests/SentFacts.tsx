import type { SentFields } from '#contract/companies/onboarding.ts'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { sentFacts } from './request-words.ts'

/** What a person sent to become an organizer, without the photos. */
export function SentFacts({ sent }: { sent: SentFields }) {
  return (
    <Facts>
      {sentFacts(sent).map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </Facts>
  )
}
