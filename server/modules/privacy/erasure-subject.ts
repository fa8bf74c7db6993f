/** Who a closed account was of, for as long as that is still needed: sealed, so that no reader of the table sees it. */
import type { App, Core } from '#server/context.ts'
import type { ClosedPerson } from '#server/module.ts'

const LABEL = 'account-deletion'

export function sealErasureSubject(app: Core, person: ClosedPerson): string {
  return app.vault.seal(LABEL, JSON.stringify(person))
}

export function openErasureSubject(app: App, sealed: string): ClosedPerson {
  // Those that the version before sealed say nothing of proofs.
  const person = JSON.parse(app.vault.openText(LABEL, sealed)) as Partial<ClosedPerson> &
    Omit<ClosedPerson, 'provedMails'> // sealed by the function above
  return { ...person, provedMails: person.provedMails ?? [] }
}
