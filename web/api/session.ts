/**
 * Who is signed in, in this browser: kept encrypted for two hours (product.md §4, §9), the same in every tab. Where the
 * page may not encrypt, the session lives in memory until the page is left, and the shell says so.
 */
import { useSyncExternalStore } from 'react'
import type { LoginResponse, SessionUser } from '#contract/accounts.ts'
import { nowMilliseconds } from '#web/lib/clock.ts'
import { canEncrypt, deviceKey } from './device-key.ts'
import { secureStorage } from './secure-storage.ts'
import { takeLegacySession } from './legacy-session.ts'
import { claimSeenAnswers } from './seen-answers.ts'

export interface Session {
  readonly token: string
  readonly user: SessionUser
  /** Milliseconds; after it the session is over whatever the server would say. */
  readonly expiresAt: number
}

const LIFETIME_MILLISECONDS = 2 * 60 * 60 * 1000
const storage = secureStorage(localStorage, deviceKey)

let session: Session | null = null
/** Counts what changed the session or began to read it: a reading that something newer overtook says nothing. */
let turn = 0
let expiry: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: Session | null): void {
  turn += 1
  clearTimeout(expiry)
  session = next
  if (next) expiry = setTimeout(expireSession, next.expiresAt - nowMilliseconds())
  for (const listener of listeners) listener()
}

/** The session of this moment, or null. */
export function currentSession(): Session | null {
  if (session && session.expiresAt <= nowMilliseconds()) expireSession()
  return session
}

/** The session, drawn again when it begins, changes or ends, in this tab or another. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession, () => null)
}

/** Hears every change; gives the way to stop hearing. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the stored session once, before anything is drawn, and follows what other tabs do. */
export async function startSession(): Promise<void> {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || ['auth_', 'user', 'token'].some((word) => key.includes(word))) void readSession()
  })
  if (!canEncrypt()) return
  await storage.cleanUpWhenDue()
  const legacy = takeLegacySession(localStorage, (await storage.read('token')) !== null)
  if (legacy) {
    const expiresAt = nowMilliseconds() + LIFETIME_MILLISECONDS
    await storage.write('token', legacy.token, expiresAt)
    if (legacy.user) await storage.write('user', legacy.user, expiresAt)
  }
  await readSession()
}

/** Signed in means that both the token and the user can be read. */
async function readSession(): Promise<void> {
  if (!canEncrypt()) return
  turn += 1
  const reading = turn
  const [token, user] = await Promise.all([storage.read('token'), storage.read('user')])
  if (reading !== turn) return
  if (typeof token?.value === 'string' && isUser(user?.value)) {
    set({ token: token.value, user: user.value, expiresAt: token.expiresAt })
  } else if (session) {
    set(null)
  }
}

/** Begins the session that the server opened. Throws product.md §5's text when its answer carries no token. */
export async function signIn({ token, expiresAt: _serverEnd, ...user }: LoginResponse): Promise<void> {
  if (!token) throw new Error('Token no encontrado en la respuesta')
  await claimSeenAnswers(user.id)
  // Counted from now by this browser's clock, which may be hours away from the server's.
  await keep({ token, user, expiresAt: nowMilliseconds() + LIFETIME_MILLISECONDS })
}

/** Changes the person's data, for example after they edited their profile; the session goes on. */
export async function updateSessionUser(user: SessionUser): Promise<void> {
  const now = currentSession()
  if (now) await keep({ ...now, user })
}

async function keep(next: Session): Promise<void> {
  set(next)
  if (!canEncrypt()) return
  await storage.write('user', next.user, next.expiresAt)
  await storage.write('token', next.token, next.expiresAt)
}

/** Ends the session here without telling the server: it ended, or was refused. What was seen offline stays. */
export function expireSession(): void {
  storage.wipe()
  if (session) set(null)
}

function isUser(value: unknown): value is SessionUser {
  return typeof value === 'object' && value !== null && 'id' in value && 'roles' in value && Array.isArray(value.roles)
}
