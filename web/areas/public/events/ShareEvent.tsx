import { Share2 } from 'lucide-react'
import type { EventPage } from '#contract/events/event-schemas.ts'
import { shareEvent } from '#web/features/events/share-event.ts'
import { Button } from '#web/ui/base/Button.tsx'

export function ShareEvent({ event }: { event: Pick<EventPage, 'id' | 'slug' | 'name'> }) {
  return (
    <Button
      tone="secondary"
      size="s"
      icon={<Share2 size={16} />}
      onClick={() => void shareEvent(event)}
      className="max-lg:w-11 max-lg:border-papel/20 max-lg:bg-tinta max-lg:px-0"
    >
      <span className="max-lg:sr-only">Compartir</span>
    </Button>
  )
}
