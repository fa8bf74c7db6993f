/** Hooks that changes of an event call in later modules. */
import type { StaffKind } from '#contract/api/roles.ts'
import type { Core } from '#server/context.ts'

/** An event whose day moved by so many days. */
export interface EventMoved {
  readonly eventId: string
  readonly days: number
}

/** A person who joined the team of an event. */
export interface StaffAssigned {
  readonly eventId: string
  readonly userId: string
  readonly kind: StaffKind
}

declare module '#server/module.ts' {
  interface Hooks {
    /** The transaction `app` moved the event: what ends with it goes along (rule R8.13). */
    onEventMoved(app: Core, moved: EventMoved): Promise<void>
    /** The transaction `app` cancelled the event: what ends with it ends. */
    onEventCancelled(app: Core, eventId: string): Promise<void>
    /** Whether a person came in: an event that took place is not moved. */
    hasAdmitted(app: Core, eventId: string): Promise<boolean>
    /** The transaction `app` gave a person work at the event that they did not have. */
    onStaffAssigned(app: Core, assigned: StaffAssigned): Promise<void>
  }
}
