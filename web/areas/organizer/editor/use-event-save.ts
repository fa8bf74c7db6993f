import { useState } from 'react'
import type { TicketTypeChange } from '#contract/events/event-fields.ts'
import {
  createEvent,
  getManagedEvent,
  publishEvent,
  updateEvent,
  updateEventTickets,
  type ManagedEvent,
} from '#contract/events/events-managed.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { invalidate } from '#web/api/query.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import type { FailedStage } from './carried-failure.ts'
import { changedBody, type EventBody } from './event-form.ts'

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

/** Sales that are to open earlier than they do: before an earlier date is saved, which refuses sales that open after it. */
function earlierOpenings(types: readonly TicketTypeChange[], event: ManagedEvent): TicketTypeChange[] {
  return types.flatMap(({ id, saleStartsAt }) => {
    const before = event.ticketTypes.find((type) => type.id === id)?.saleStartsAt
    return id && before && saleStartsAt && Date.parse(saleStartsAt) < Date.parse(before) ? [{ id, saleStartsAt }] : []
  })
}

/**
 * Saves what is typed: a new event in one call; of one that exists, only the parts that changed, its fields before its
 * ticket types. What a step has saved stays saved when the next one is refused, and the outcome says so.
 */
export function useEventSave(event: ManagedEvent | null) {
  const [sentShare, setSentShare] = useState(0)
  const upload = { onUploadProgress: setSentShare }
  const creating = useEndpointMutation(createEvent, upload)
  const updating = useEndpointMutation(updateEvent, upload)
  const changingTypes = useEndpointMutation(updateEventTickets)
  const publishing = useEndpointMutation(publishEvent)

  async function save({ body, flyer, parts, version, publish }: SaveRequest): Promise<SaveOutcome> {
    const files = flyer ? { flyer } : {}
    let saved: ManagedEvent | null = null
    setSentShare(0)
    try {
      if (!event) {
        const { removed: _, ...made } = body
        saved = await creating.mutateAsync({ body: made, files })
      } else {
        const params = { id: event.id }
        const { fields, ticketTypes, removed } = changedBody(body, event)
        const openings = fields.dateEvent ? earlierOpenings(ticketTypes, event) : []
        if (openings.length > 0) {
          saved = await changingTypes.mutateAsync({ params, body: { ticketTypes: openings, version } })
        }
        if (parts.fields || flyer) {
          saved = await updating.mutateAsync({ params, body: { ...fields, version: saved?.version ?? version }, files })
        }
        if (parts.ticketTypes) {
          const body = { ticketTypes, removed, version: saved?.version ?? version }
          saved = await changingTypes.mutateAsync({ params, body })
        }
      }
    } catch (error) {
      // The new version is shown next to the input.
      if (event && isApiFailure(error, 'event_changed')) await invalidate(getManagedEvent, { params: { id: event.id } })
      return { saved, failure: { error, stage: saved ? 'ticketTypes' : 'save' } }
    }
    const done = saved ?? event
    if (!publish || !done) return { saved: done }
    try {
      return { saved: await publishing.mutateAsync({ params: { id: done.id } }) }
    } catch (error) {
      return { saved: done, failure: { error, stage: saved ? 'publishSaved' : 'publish' } }
    }
  }

  return { save, sentShare, isUploading: creating.isPending || updating.isPending }
}
