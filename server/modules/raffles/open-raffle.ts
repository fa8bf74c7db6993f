import { randomBytes } from 'node:crypto'
import type { Raffle } from '#contract/events/raffles.ts'
import { hashOfSeed } from '#contract/values/raffle-draw.ts'
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { transitionRaffle, now, type Act } from './transition-raffle.ts'
import { SEED_LABEL } from './sealed.ts'

const SEED_BYTES = 32

/** Opens a raffle: chooses and seals its seed, and publishes the seed's hash. Throws `raffle_without_rules`. */
export async function openRaffle(app: App, call: Act): Promise<Raffle> {
  const seed = randomBytes(SEED_BYTES).toString('hex')
  const seedHash = await hashOfSeed(seed)
  return transitionRaffle(app, call, { verb: 'open', from: ['draft'] }, async (_app, { rules }) => {
    if (rules === '') throw new Failure('raffle_without_rules')
    return { state: 'open', openedAt: now, seedHash, seedSealed: app.vault.seal(SEED_LABEL, seed) }
  })
}
