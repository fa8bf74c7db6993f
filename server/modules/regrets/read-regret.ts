/** Reads a regret by its code. */
import type { getRegret as endpoint, Regret } from '#contract/sales/regrets.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { findRegret, showRegret } from './queries.ts'
import { personOfToken } from '#server/shared/link-token.ts'

/** With the token of its buyer's mail also its purchases; a token of another regret counts as none. Throws `regret_not_found`. */
export async function readRegret(app: App, { params, query }: Call<typeof endpoint>): Promise<Regret> {
  const regret = await findRegret(app, { code: params.code.toUpperCase() })
  if (!regret) throw new Failure('regret_not_found')
  const buyerId = personOfToken(app.vault, { kind: 'regret-link', id: regret.id }, query.token)
  return showRegret(app, regret, buyerId, app.clock.now())
}
