/** What processes remember of somebody's sessions, when something about them changed. */
import type { Tx } from '#server/context.ts'

/** Every process looks a person's sessions and rights up anew once this transaction is committed. */
export function forgetSessions(app: Tx, userId: string): void {
  app.afterCommit(({ bus }) => bus.publish('accounts.changed', userId))
}
