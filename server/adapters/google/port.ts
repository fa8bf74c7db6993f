/** Google as a provider of identities: where to send a person, and who came back. */

/** Who Google says it is; every claim was verified. */
export interface GoogleIdentity {
  /** Never changes hands: the only key. */
  readonly subject: string
  readonly mail: string
  readonly isMailVerified: boolean
  /** Google itself runs this mailbox, so that the person who signs in holds it today. Another mailbox was verified some time ago. */
  readonly isMailGoogles: boolean
  readonly name: string
  /** When Google said all this, in seconds since 1970: an application may keep its token for an hour. */
  readonly issuedAt: number
  /** Seconds from when the person last typed their credentials at Google until then; null when Google does not say. */
  readonly signedInSecondsAgo: number | null
}

/** What a sign-in is begun with and its return is checked against. */
export interface GoogleChecks {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** Google must ask for the credentials again and say when it did. */
  readonly isFresh: boolean
}

/** What came back proves nothing: forged, expired, meant for another, or used before. */
export interface GoogleRefusal {
  readonly refused: string
}

/** Google did not answer, or not as it should: it may be tried again. */
export class GoogleUnavailable extends Error {}

export interface Google {
  readonly isConfigured: boolean
  /** The address to send the browser to. Throws `GoogleUnavailable`. */
  authorizationUrl(checks: GoogleChecks): Promise<string>
  /** Exchanges what Google added to the return address. Throws `GoogleUnavailable`. */
  exchange(
    returned: Readonly<Record<string, string | undefined>>,
    checks: GoogleChecks,
  ): Promise<GoogleIdentity | GoogleRefusal>
  /** Verifies an identity token that an application got by itself. Throws `GoogleUnavailable`. */
  verifyIdToken(idToken: string): Promise<GoogleIdentity | GoogleRefusal>
}
