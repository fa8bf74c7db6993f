/** The former owner of a closed account, for as long as that is still needed: sealed, so that no reader of the table sees it. */
import type { App, Core } from '#server/context.ts'
import type { ClosedPerson } from '#server/person-part.ts'

const LABEL = 'account-deletion'

export function sealErasureSubject(app: Core, person: ClosedPerson): string {
  return app.vault.seal(LABEL, JSON.stringify(person))
}

export function openErasureSubject(app: App, sealed: string): ClosedPerson {
  return JSON.parse(app.vault.openText(LABEL, sealed)) as ClosedPerson // sealed by the function above
}
