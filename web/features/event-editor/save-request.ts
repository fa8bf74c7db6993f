/** What the editor asks of the way of saving that it is given, and what came of it. */
import type { TicketTypeChange } from '#contract/events/event-fields.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import type { FailedStage } from './carried-failure.ts'
import type { EventBody } from './event-form.ts'

/** Who edits: the event's own people, or the commercial to whom it is assigned. */
export type EditedBy = 'organizer' | 'commercial'

export interface SaveRequest {
  body: EventBody
  flyer: File | null
  /** What of an event that exists is not as kept. */
  parts: { fields: boolean; ticketTypes: boolean }
  /** The version of the event that this was typed on. */
  version: number | undefined
  /** Puts it on sale once it is saved. */
  publish: boolean
}

export interface SaveOutcome {
  /** The event after the last step that worked; null when none did. */
  saved: ManagedEvent | null
  /** What stopped the rest, and where; undefined when all went well. */
  failure?: { error: unknown; stage: FailedStage }
}

export interface EventSave {
  save(request: SaveRequest): Promise<SaveOutcome>
  /** Share of the flyer that has left. */
  readonly sentShare: number
  readonly isUploading: boolean
}

/** Sales that are to open earlier than they do: before an earlier date is saved, which refuses sales that open after it. */
export function earlierOpenings(types: readonly TicketTypeChange[], event: ManagedEvent): OpeningChange[] {
  return types.flatMap(({ id, saleStartsAt }) => {
    const before = event.ticketTypes.find((type) => type.id === id)?.saleStartsAt
    return id && before && saleStartsAt && Date.parse(saleStartsAt) < Date.parse(before) ? [{ id, saleStartsAt }] : []
  })
}
interface OpeningChange {
  id: string
  saleStartsAt: string
}
