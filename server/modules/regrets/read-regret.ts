/** Reads a regret by its code. */
import type { Regret } from '#contract/regrets.ts'
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { findRegret, showRegret } from './queries.ts'
import { personOfToken } from '#server/shared/link-token.ts'

/** With the token of its buyer's mail also its purchases; a token of another regret counts as none. Throws `regret_not_found`. */
export async function readRegret(app: App, code: string, token: string | undefined): Promise<Regret> {
  const regret = await findRegret(app, { code: code.toUpperCase() })
  if (!regret) throw new Failure('regret_not_found')
  return showRegret(
    app,
    regret,
    personOfToken(app.vault, { kind: 'regret-link', id: regret.id }, token),
    app.clock.now(),
  )
}
