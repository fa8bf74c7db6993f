import { useState } from 'react'
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
import { changedBody } from '#web/features/event-editor/event-form.ts'
import {
  earlierOpenings,
  type EventSave,
  type SaveOutcome,
  type SaveRequest,
} from '#web/features/event-editor/save-request.ts'

/**
 * Saves what is typed: a new event in one call; of one that exists, only the parts that changed, its fields before its
 * ticket types. What a step has saved stays saved when the next one is refused, and the outcome says so.
 */
export function useEventSave(event: ManagedEvent | null): EventSave {
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
