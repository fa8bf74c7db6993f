/** A person of the team reads the DNI of a request. */
import type { Answer } from '#contract/api/endpoint.ts'
import type { getOrganizerRequestDni as endpoint } from '#contract/companies/onboarding-requests.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { findDni } from './queries.ts'
import { DNI_LABEL } from './sealed.ts'

/** Throws `organizer_request_not_found`. Each view leaves an audit row. */
export async function viewDni(
  app: App,
  { actor, params: { id } }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const sealed = await inTransaction(app, async (app) => {
    const found = await findDni(app, id)
    if (found === undefined) throw new Failure('organizer_request_not_found')
    await audit(app, actor, 'organizer_request.view_dni', ['organizer_request', id])
    return found
  })
  return { dniNumber: app.vault.openText(DNI_LABEL, sealed) }
}
