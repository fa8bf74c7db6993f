/** What a commercial reads when a call is refused, also because the event is theirs no more. */
import { failureMessage, isApiFailure, type ApiFailure } from '#web/api/api-failure.ts'

export const ASSIGNMENT_ENDED = 'Ya no te ocupás de este evento. Lo que escribiste sigue acá, pero no se puede guardar.'

/** Whether the person does not reach the event any more: the assignment ended, or the role. */
export const isAssignmentEnded = (error: unknown): error is ApiFailure =>
  isApiFailure(error, 'event_not_found', 'forbidden')

export function assignmentMessage(error: unknown, fallback?: string): string {
  return isAssignmentEnded(error) ? ASSIGNMENT_ENDED : failureMessage(error, fallback)
}
