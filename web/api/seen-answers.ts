/**
 * Answers kept on the phone so that a ticket opens without network, also after the session ended. They belong to one
 * person at a time: signing out erases them, and so does somebody else signing in (house.md, "Tickets on the phone").
 */
import { openDB } from 'idb'
import type { EndpointSpec } from '#contract/endpoint.ts'

const STORE = 'answers'
const OWNER_KEY = 'previa_seen_owner'

async function withStore<Result>(
  work: (database: Awaited<ReturnType<typeof open>>) => Promise<Result>,
): Promise<Result | undefined> {
  if (typeof indexedDB === 'undefined') return undefined
  try {
    const database = await open()
    try {
      return await work(database)
    } finally {
      database.close()
    }
  } catch {
    // Storage full or closed to us: the page works, only not without network.
    return undefined
  }
}

function open() {
  return openDB('previa-seen', 1, { upgrade: (opened) => void opened.createObjectStore(STORE) })
}

function keyOf(spec: EndpointSpec, input: unknown): string {
  return `${spec.path} ${JSON.stringify(input ?? {})}`
}

export async function rememberAnswer(spec: EndpointSpec, input: unknown, answer: unknown): Promise<void> {
  await withStore((database) => database.put(STORE, answer, keyOf(spec, input)))
}

/** The last answer seen to the same call; undefined if there is none. */
export async function recallAnswer(spec: EndpointSpec, input: unknown): Promise<unknown> {
  return withStore((database) => database.get(STORE, keyOf(spec, input)))
}

export async function forgetAnswer(spec: EndpointSpec, input: unknown): Promise<void> {
  await withStore((database) => database.delete(STORE, keyOf(spec, input)))
}

/** Called at sign-in: what another person saw is erased. */
export async function claimSeenAnswers(userId: string): Promise<void> {
  const owner = localStorage.getItem(OWNER_KEY)
  if (owner !== null && owner !== userId) await wipeSeenAnswers()
  localStorage.setItem(OWNER_KEY, userId)
}

/** Called at sign-out. */
export async function wipeSeenAnswers(): Promise<void> {
  localStorage.removeItem(OWNER_KEY)
  await withStore((database) => database.clear(STORE))
}
