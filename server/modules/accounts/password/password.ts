/** Passwords: argon2id with a bounded queue, so that sign-ins never take the whole machine. */
import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { perProcess, type App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { createConcurrencyLimiter, type Waiter } from '#server/shared/concurrency-limiter.ts'
import { isCommonPassword } from './is-common-password.ts'

/** OWASP's parameters for argon2id: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** In each of two lines: known devices, signed-in people and holders of a live link; and everybody else, by addresses in turn. */
const MAX_WAITING = 100
/** A hash that no password has: verified when there is no account, so that both answers cost the same. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$nc82/d+oGo4CgUtC/8Xc7A$CUPdnn+GYTHMZ2nVD+tQY9lcNNJlnT4IKrGbGKBVObQ'

/** One place a core but one, so that hashing never takes the whole machine. */
function inTurn<Result>(app: App, work: () => Promise<Result>, waiter: Waiter): Promise<Result> {
  const maxConcurrent = Math.max(1, availableParallelism() - 1)
  return perProcess(app, 'accounts.hashing', () =>
    createConcurrencyLimiter({ maxConcurrent, maxWaiting: MAX_WAITING }),
  ).run(work, waiter)
}

/**
 * The PHC text to store. Throws `common_password` for the passwords that everybody tries first, `busy` when too many wait in the
 * line of `waiter`.
 */
export async function hashPassword(app: App, password: string, waiter: Waiter = {}): Promise<string> {
  if (await isCommonPassword(password)) throw new Failure('common_password')
  return inTurn(app, () => hash(password, COST), waiter)
}

/**
 * Whether `password` is the one behind `stored`; takes as long when there is nothing stored. Throws `busy` when too many wait in
 * the line of `waiter`: known are a signed-in person and a device that signed in to this very account before.
 */
export async function verifyPassword(
  app: App,
  stored: string | null,
  password: string,
  waiter: Waiter,
): Promise<boolean> {
  const isRight = await inTurn(app, () => verify(stored ?? DUMMY_HASH, password), waiter)
  return stored !== null && isRight
}
