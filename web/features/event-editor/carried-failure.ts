/** A failure that one screen leaves to the editor. Apart from the editor, whose forms the list of events does not load. */
import { ApiFailure, isApiFailure } from '#web/api/api-failure.ts'

/** A failure as it travels from one screen to the editor in the address's state: plain data. */
export interface CarriedFailure {
  code: ApiFailure['code']
  message: string
  details: unknown
  stage: FailedStage
}

/**
 * What had been tried: saving (nothing was saved), the ticket types (the rest was saved), a later one of several parts, putting on sale an event just
 * saved, or one that was left as it stood.
 */
export type FailedStage = 'save' | 'ticketTypes' | 'rest' | 'publishSaved' | 'publish'

/** The state of an address that leads to the editor of an event that could not be published. */
export function failureState(error: unknown, stage: FailedStage): { failure: CarriedFailure } | null {
  return isApiFailure(error)
    ? { failure: { code: error.code, message: error.message, details: error.details, stage } }
    : null
}

/** The failure that a screen before this one left in the address's state, if it did. */
export function failureFromState(state: unknown): { error: ApiFailure; stage: FailedStage } | null {
  if (typeof state !== 'object' || state === null || !('failure' in state)) return null
  const { stage, ...failure } = state.failure as CarriedFailure // written by `failureState` alone
  return { error: new ApiFailure({ status: 422, ...failure }), stage }
}
