/**
 * Answers kept on the phone so that a ticket opens without network, also after the session ended. They belong to one
 * person at a time: signing out erases them, and so does another person's sign-in (rule R11.4).
 */
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { inTime } from '#web/lib/clock.ts'
import { onDevice, type DeviceDatabase } from '#web/lib/device/device-db.ts'
import { tryToStore } from '#web/lib/device/open-storage.ts'

const STORE = 'answers'
const OWNER_KEY = 'previa_seen_owner'

/** Some browsers' databases never answer; then the page goes on as without one. */
const PATIENCE_MILLISECONDS = 8000

/** Gives undefined where storage is full or closed to us: the page works, only not without network. */
function ifItCan<Result>(work: (database: DeviceDatabase) => Promise<Result>): Promise<Result | undefined> {
  return inTime(onDevice(work), PATIENCE_MILLISECONDS).catch(() => undefined)
}

/** Whose answers are kept: a person's id, or null for a visitor's. It stays when the session runs out. */
export function seenAnswersOwner(): string | null {
  return localStorage.getItem(OWNER_KEY)
}

function keyOf(spec: EndpointSpec, input: unknown): string {
  return `${spec.path} ${JSON.stringify(input ?? {})}`
}

/** Stores an answer to `owner`, unless they signed out or another person signed in meanwhile. */
export async function rememberAnswer(
  spec: EndpointSpec,
  input: unknown,
  answer: unknown,
  owner = seenAnswersOwner(),
): Promise<void> {
  await ifItCan(async (database) => {
    // Asked in the breath that begins the writing: erasing, which forgets the owner first, comes after it.
    if (owner === seenAnswersOwner()) await database.put(STORE, answer, keyOf(spec, input))
  })
}

/** The last answer seen to the same call; undefined if there is none. */
export async function recallAnswer(spec: EndpointSpec, input: unknown): Promise<unknown> {
  return ifItCan((database) => database.get(STORE, keyOf(spec, input)))
}

/** The last answers seen to all calls of an endpoint. */
export async function recallAnswers(spec: EndpointSpec): Promise<unknown[]> {
  const prefix = `${spec.path} `
  return (await ifItCan((database) => database.getAll(STORE, IDBKeyRange.bound(prefix, `${prefix}\uffff`)))) ?? []
}

export async function forgetAnswer(spec: EndpointSpec, input: unknown): Promise<void> {
  await ifItCan((database) => database.delete(STORE, keyOf(spec, input)))
}

/** Called at sign-in: what another person saw is erased. */
export async function claimSeenAnswers(userId: string): Promise<void> {
  const owner = seenAnswersOwner()
  if (owner === userId) return
  if (owner !== null) await wipeSeenAnswers()
  tryToStore(localStorage, OWNER_KEY, userId)
}

/** Called at sign-out. */
export async function wipeSeenAnswers(): Promise<void> {
  localStorage.removeItem(OWNER_KEY)
  await ifItCan((database) => database.clear(STORE))
}
