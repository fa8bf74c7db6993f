/** Who an account was of, when it is closed. */
export interface ClosedPerson {
  readonly name: string
  /** Where they are written to. */
  readonly mail: string | null
  /** Every mail that was theirs here: of the account, waiting to be proved, of Google. */
  readonly mails: readonly string[]
  readonly phones: readonly string[]
  readonly imageId: string | null
}
