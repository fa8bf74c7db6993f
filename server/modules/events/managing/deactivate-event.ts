/** Pauses an event. */
import type { deactivateEvent as endpoint, ManagedEvent } from '#contract/events/events-managed.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { actOnEvent } from '../act-on-event.ts'
import { changeState } from '../store.ts'
import { getManaged } from './queries-manage.ts'

/** Takes an active event out of every public list and off sale; its tickets stay valid. Throws `event_state`. */
export async function deactivateEvent(app: App, { actor, proof: id }: Call<typeof endpoint>): Promise<ManagedEvent> {
  const change = { before: { state: 'active' }, after: { state: 'inactive' } }
  const act = { audit: 'event.deactivate', object: ['event', id], isAllowedAfter: true, ...change } as const
  await actOnEvent(app, actor, id, act, async (app) => {
    if (!(await changeState(app, id, ['active'], 'inactive'))) throw new Failure('event_state')
  })
  return getManaged(app, id)
}
