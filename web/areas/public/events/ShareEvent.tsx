import { Share2 } from 'lucide-react'
import type { EventPage } from '#contract/events/event-schemas.ts'
import { useShareEvent } from '#web/features/events/use-share-event.tsx'
import { Button } from '#web/ui/base/Button.tsx'

export function ShareEvent({ event }: { event: Pick<EventPage, 'id' | 'slug' | 'name'> }) {
  const { share, dialog } = useShareEvent(event)
  return (
    <>
      <Button
        tone="secondary"
        size="s"
        icon={<Share2 size={16} />}
        onClick={() => void share()}
        className="max-lg:w-11 max-lg:border-papel/20 max-lg:bg-tinta max-lg:px-0"
      >
        <span className="max-lg:sr-only">Compartir</span>
      </Button>
      {dialog}
    </>
  )
}
