/** What is kept between the steps of a sign-in with Google, sealed under the name of its kind. */
import type { GoogleIdentity } from '#server/adapters/google/port.ts'
import type { App } from '#server/context.ts'

export interface GoogleSteps {
  /** On its way to Google and back. */
  readonly state: {
    readonly nonce: string
    readonly codeVerifier: string
    readonly isFresh: boolean
    readonly clientState: string | null
  }
  /** Verified, waiting to be exchanged for a session by the browser that began. */
  readonly sign_in: GoogleIdentity
  /** Verified, waiting for the password of the account that has its mail. */
  readonly link: GoogleIdentity & { readonly userId: string }
}

/** The text to store. */
export function sealStep<Kind extends keyof GoogleSteps>(app: App, kind: Kind, step: GoogleSteps[Kind]): string {
  return app.vault.seal(`google-${kind}`, JSON.stringify(step))
}

/** What was sealed under the same kind. */
export function openStep<Kind extends keyof GoogleSteps>(app: App, kind: Kind, sealed: string): GoogleSteps[Kind] {
  return JSON.parse(app.vault.openText(`google-${kind}`, sealed)) as GoogleSteps[Kind] // sealed by the function above
}
