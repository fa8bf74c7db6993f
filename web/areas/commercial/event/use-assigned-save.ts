import { updateAdvanced, updateBasicInfo, updateCommercialTicketType } from '#contract/events/commercial-desk.ts'
import type { EventFields, TicketTypeChange } from '#contract/events/event-fields.ts'
import { getManagedEvent, publishEvent, type ManagedEvent } from '#contract/events/events-managed.ts'
import { ApiFailure, isApiFailure } from '#web/api/api-failure.ts'
import { invalidate } from '#web/api/query.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { ASSIGNMENT_ENDED, isAssignmentEnded } from './assignment-message.ts'
import { changedBody } from '#web/features/event-editor/event-form.ts'
import {
  earlierOpenings,
  type EventSave,
  type SaveOutcome,
  type SaveRequest,
} from '#web/features/event-editor/save-request.ts'

const basicNames: readonly string[] = Object.keys(updateBasicInfo.body.shape)

/** Of the changed fields those of one call. */
function partOf(fields: Partial<EventFields>, isBasic: boolean): Partial<EventFields> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => basicNames.includes(name) === isBasic))
}

/**
 * Saves what a commercial typed by the calls of their panel, each only with what changed: basic data, how it is sold, then type by type.
 * What a step has saved stays saved when the next one is refused, and the outcome says so.
 */
export function useAssignedSave(event: ManagedEvent): EventSave {
  const basic = useEndpointMutation(updateBasicInfo)
  const advanced = useEndpointMutation(updateAdvanced)
  const changingType = useEndpointMutation(updateCommercialTicketType)
  const publishing = useEndpointMutation(publishEvent)
  const params = { id: event.id }

  async function save({ body, parts, version, publish }: SaveRequest): Promise<SaveOutcome> {
    let saved: ManagedEvent | null = null
    const current = () => ({ version: saved?.version ?? version })
    const saveTypes = async (types: readonly TicketTypeChange[]) => {
      for (const { id: typeId = '', ...change } of types) {
        if (Object.keys(change).length === 0) continue
        saved = await changingType.mutateAsync({ params: { ...params, typeId }, body: { ...change, ...current() } })
      }
    }
    try {
      const { fields, ticketTypes } = changedBody(body, event)
      const [ofBasic, ofAdvanced] = [partOf(fields, true), partOf(fields, false)]
      if (fields.dateEvent) await saveTypes(earlierOpenings(ticketTypes, event))
      if (Object.keys(ofBasic).length > 0) {
        saved = await basic.mutateAsync({ params, body: { ...ofBasic, ...current() } })
      }
      if (Object.keys(ofAdvanced).length > 0) {
        saved = await advanced.mutateAsync({ params, body: { ...ofAdvanced, ...current() } })
      }
      if (parts.ticketTypes) await saveTypes(ticketTypes)
    } catch (error) {
      return refused(error, saved ? 'rest' : 'save', saved)
    }
    const done: ManagedEvent = saved ?? event
    if (!publish) return { saved: done }
    try {
      return { saved: await publishing.mutateAsync({ params }) }
    } catch (error) {
      return refused(error, saved ? 'publishSaved' : 'publish', done)
    }
  }

  async function refused(
    error: unknown,
    stage: NonNullable<SaveOutcome['failure']>['stage'],
    saved: ManagedEvent | null,
  ): Promise<SaveOutcome> {
    // The new version is shown next to the input; of an event that is not assigned any more, that it is not.
    if (isApiFailure(error, 'event_changed', 'event_not_found')) await invalidate(getManagedEvent, { params })
    return { saved, failure: { error: isAssignmentEnded(error) ? ended(error) : error, stage } }
  }

  return { save, sentShare: 0, isUploading: false }
}

function ended({ status, code }: ApiFailure): ApiFailure {
  return new ApiFailure({ status, code, message: ASSIGNMENT_ENDED })
}
