/** Hooks that changes of an event call in later modules. */
import type { Core } from '#server/context.ts'

declare module '#server/module.ts' {
  interface Hooks {
    /** The transaction `app` moved the event by so many days: what ends with it goes along (rule R8.13). */
    onEventMoved(app: Core, moved: { readonly eventId: string; readonly days: number }): Promise<void>
  }
}
