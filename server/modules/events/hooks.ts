/** Hooks that changes of an event call in later modules. */
import type { Core } from '#server/context.ts'

/** An event whose day moved by so many days. */
export interface EventMoved {
  readonly eventId: string
  readonly days: number
}

declare module '#server/module.ts' {
  interface Hooks {
    /** The transaction `app` moved the event: what ends with it goes along (rule R8.13). */
    onEventMoved(app: Core, moved: EventMoved): Promise<void>
  }
}
