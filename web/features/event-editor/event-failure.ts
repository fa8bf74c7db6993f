/** Puts what the server refused under the fields it speaks of. */
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { failureMessage, isApiFailure, type ApiFailure } from '#web/api/api-failure.ts'
import { applyFailure } from '#web/api/form.ts'
import type { FailedStage } from './carried-failure.ts'
import type { EventForm } from './event-form.ts'
import { savedType, typeValuesOf } from './event-values.ts'

const stageWords: Record<FailedStage, (message: string) => string | null> = {
  save: () => null,
  ticketTypes: (message) => `Los datos se guardaron; los cambios de las entradas, no. ${message}`,
  rest: (message) => `Una parte se guardó; el resto, no. ${message}`,
  publishSaved: (message) => `Se guardó, pero no se publicó. ${message}`,
  publish: (message) => `No se publicó. ${message}`,
}

/** Shows a failure on the form. A refusal that names no field, and what was saved in spite of it, go to `errors.root`. */
export function showEventFailure(
  form: EventForm,
  error: unknown,
  { event, stage }: { event: ManagedEvent | null; stage: FailedStage },
): void {
  if (!showStockProblem(form, error, event)) applyFailure(form, error)
  if (isApiFailure(error, 'invalid_image', 'image_type', 'image_too_large'))
    form.setError('flyer', { type: 'server', message: error.message })
  const ofList = problemOf(error, ({ path }) => path[0] === 'ticketTypes' && path.length === 1)
  if (ofList !== undefined) form.setError('ticketTypes', { type: 'server', message: ofList })
  const words = stageWords[stage](failureMessage(error))
  if (words !== null) form.setError('root', { type: 'server', message: words })
  else if (form.getFieldState('flyer').error || ofList !== undefined) form.clearErrors('root')
}

/** Stock refusals: a capacity below the places taken, or the removal of a type sold meanwhile. */
function showStockProblem(form: EventForm, error: unknown, event: ManagedEvent | null): boolean {
  if (!isApiFailure(error, 'capacity_below_sold', 'ticket_type_in_use')) return false
  const { message } = error
  const id = detail(error, 'typeId') ?? detail(error, 'id')
  const places = form.getValues('ticketTypes')
  const place = places.findIndex((type) => type.id === id)
  if (error.code === 'ticket_type_in_use') {
    const kept = savedType(event, id ?? '')
    if (!kept || place >= 0) return false
    form.setValue('ticketTypes', [...places, typeValuesOf(kept)])
    form.setError(`ticketTypes.${places.length}.name`, { type: 'server', message })
    return true
  }
  form.setError(place >= 0 ? `ticketTypes.${place}.capacity` : 'capacity', { type: 'server', message })
  return true
}

function problemOf(
  error: unknown,
  isIt: (problem: ApiFailure['fieldProblems'][number]) => boolean,
): string | undefined {
  return isApiFailure(error) ? error.fieldProblems.find(isIt)?.message : undefined
}

function detail({ details }: ApiFailure, name: string): string | undefined {
  const found: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, name) : undefined
  return typeof found === 'string' ? found : undefined
}
