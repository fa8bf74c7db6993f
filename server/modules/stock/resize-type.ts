/** A ticket type's capacity. */
import type { Core } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { updateTypeCapacity } from './store.ts'

/** Sets how many places a type has; throws `capacity_below_sold` when more are held, sold or given (rule R9.1). */
export async function resizeType(app: Core, typeId: string, capacity: number): Promise<void> {
  if (!(await updateTypeCapacity(app, typeId, capacity))) throw new Failure('capacity_below_sold', { typeId })
}
