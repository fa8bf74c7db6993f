/** Free places taken at once, without a hold. */
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { issueFree, type Issue } from './store.ts'

/** Takes all of them or throws `sold_out`; call it inside a transaction. Limits per person are the caller's to check. */
export async function issuePlaces(app: App, issue: Issue): Promise<void> {
  if (!(await issueFree(app, issue))) throw new Failure('sold_out')
}
