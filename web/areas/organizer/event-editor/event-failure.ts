/** Puts what the server refused under the fields it speaks of. */
import type { ManagedEvent } from '#contract/events.ts'
import { ApiFailure, failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { applyFailure } from '#web/api/form.ts'
import type { EventForm } from './event-form.ts'
import { keptType, typeValuesOf } from './event-values.ts'

/** A failure as it travels from one screen to the editor in the address's state: plain data. */
export interface CarriedFailure {
  code: ApiFailure['code']
  message: string
  details: unknown
}

export function carriedFailure(error: unknown): CarriedFailure | null {
  return isApiFailure(error) ? { code: error.code, message: error.message, details: error.details } : null
}

/** The failure that a screen before this one left in the address's state, if it did. */
export function failureFromState(state: unknown): ApiFailure | null {
  if (typeof state !== 'object' || state === null || !('failure' in state)) return null
  const carried = state.failure as CarriedFailure | null // written by `carriedFailure` alone
  return carried ? new ApiFailure({ status: 422, ...carried }) : null
}

interface Circumstances {
  event: ManagedEvent | null
  /** The event was saved; what failed is putting it on sale. */
  isUnpublished?: boolean
}

/**
 * Shows a failure on the form, and gives the text for the flyer if the flyer is what is wrong. A refusal that names no
 * field, and that of publishing what was saved, is told beside the buttons (`errors.root`).
 */
export function showEventFailure(form: EventForm, error: unknown, { event, isUnpublished = false }: Circumstances): string | undefined {
  const flyer = flyerProblem(error)
  if (!showStockProblem(form, error, event)) applyFailure(form, error)
  const ofList = problemOf(error, ({ path }) => path[0] === 'ticketTypes' && path.length === 1)
  if (ofList !== undefined) form.setError('ticketTypes', { type: 'server', message: ofList })
  if (isUnpublished) {
    form.setError('root', { type: 'server', message: `Se guardó, pero no se publicó: ${lowerFirst(failureMessage(error))}` })
  } else if (flyer !== undefined || ofList !== undefined) {
    form.clearErrors('root')
  }
  return flyer
}

/** What the stock refused: places below what is taken, or the removal of a type that somebody bought meanwhile. */
function showStockProblem(form: EventForm, error: unknown, event: ManagedEvent | null): boolean {
  if (!isApiFailure(error, 'capacity_below_sold', 'ticket_type_in_use')) return false
  const { message } = error
  const id = detail(error, 'typeId') ?? detail(error, 'id')
  const places = form.getValues('ticketTypes')
  const place = places.findIndex((type) => type.id === id)
  if (error.code === 'ticket_type_in_use') {
    const kept = keptType(event, id ?? '')
    if (!kept || place >= 0) return false
    form.setValue('ticketTypes', [...places, typeValuesOf(kept)])
    form.setError(`ticketTypes.${places.length}.name`, { type: 'server', message })
    return true
  }
  form.setError(place >= 0 ? `ticketTypes.${place}.capacity` : 'capacity', { type: 'server', message })
  return true
}

function flyerProblem(error: unknown): string | undefined {
  if (isApiFailure(error, 'invalid_image', 'image_type', 'image_too_large')) return error.message
  return problemOf(error, ({ path }) => path[0] === 'flyer')
}

function problemOf(error: unknown, isIt: (problem: ApiFailure['fieldProblems'][number]) => boolean): string | undefined {
  return isApiFailure(error) ? error.fieldProblems.find(isIt)?.message : undefined
}

function detail({ details }: ApiFailure, name: string): string | undefined {
  const found: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, name) : undefined
  return typeof found === 'string' ? found : undefined
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
