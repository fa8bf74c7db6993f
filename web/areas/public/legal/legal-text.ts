/** What a legal text is made of. The texts name the company through the brand file. */

export interface LegalSection {
  /** Of its place in the page's address. */
  readonly id: string
  readonly title: string
  /** A paragraph, or the lines of a list. */
  readonly body: readonly (string | readonly string[])[]
}

export interface LegalText {
  readonly title: string
  readonly lead: string
  readonly version: string
  /** The day from which it holds, in words. */
  readonly since: string
  readonly sections: readonly LegalSection[]
}
