/** Who an account was of, when it is closed. */
export interface ClosedPerson {
  readonly name: string
  /** Where they are written to. */
  readonly mail: string | null
  /** Every mail that this account was written to under: its own, waiting to be proved, of Google. */
  readonly mails: readonly string[]
  /** Those that are theirs for sure: what stands elsewhere under any other may be somebody else's. */
  readonly provedMails: readonly string[]
  readonly phones: readonly string[]
  readonly imageId: string | null
}
