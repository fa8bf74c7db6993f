/** What a module keeps of people, for the modules before it that must reach all of it. */
import type { App } from '#server/context.ts'
import type { Section } from '#server/db/section.ts'

export interface PersonPart {
  /**
   * Merges a pending account into its owner's, in the transaction that verifies the contact: SQL functions of (from, to) that move rows
   * and return how many, by the name they have in the audit row. Records of the past keep the old id.
   */
  readonly merge?: Readonly<Record<string, string>>
  /** The same, run before all others: it holds what the others' rows are made under. */
  readonly mergeFirst?: Readonly<Record<string, string>>
  /** Steps that erase what a closed account leaves. A deletion remembers the steps it took by name; each may run again. */
  readonly erase?: Readonly<Record<string, (app: App, closing: Closing) => Promise<unknown>>>
  /** Its files of the copy that people get of their data, or its part of a file. */
  readonly sections?: readonly Section[]
}

/** A closed account. */
export interface Closing {
  readonly userId: string
  readonly person: ClosedPerson
}

/** The person of an account, as of its closing. */
export interface ClosedPerson {
  readonly name: string
  /** Where they get mail. */
  readonly mail: string | null
  /** Every mail that this account was written to: its own, pending ones, Google's. */
  readonly mails: readonly string[]
  /** The verified ones: what is stored under any other may be another person's. */
  readonly provedMails: readonly string[]
  readonly phones: readonly string[]
  readonly imageId: string | null
}
