/** Whether a category exists: an unknown one is a problem of its field and not a broken reference. */
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { hasCategory } from '../queries.ts'

/** Throws `invalid_input` for an unknown category. */
export async function checkCategory(app: App, categoryId: number): Promise<void> {
  if (await hasCategory(app, categoryId)) return
  throw new Failure('invalid_input', [{ path: ['categoryId'], message: 'Elegí una categoría' }])
}
