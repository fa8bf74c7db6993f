/**
 * Who is signed in, in this browser: kept encrypted for two hours (rule R5.1), the same in every tab. Where the
 * page may not encrypt, or nothing can be stored, the session lives in memory until the page is left.
 */
import { useSyncExternalStore } from 'react'
import type { LoginResponse, SessionUser } from '#contract/accounts/accounts.ts'
import { nowMilliseconds } from '#web/lib/clock.ts'
import { tryToStore } from '#web/lib/device/open-storage.ts'
import { randomId } from '#web/lib/random-id.ts'
import { canEncrypt, deviceKey } from './device-key.ts'
import { secureStorage } from './secure-storage.ts'
import { takeLegacySession } from './legacy-session.ts'
import { forgetPhone, keepPhone } from './last-phone.ts'
import { claimSeenAnswers } from './seen-answers.ts'
import { claimTab, forgetTab, markSupport, supportedName } from './tab-keeping.ts'

export interface Session {
  readonly token: string
  readonly user: SessionUser
  /** Milliseconds; after it the session is over whatever the server would say. */
  readonly expiresAt: number
}

/**
 * Why the session is another than before: begun or changed `here`; found as another tab left it (`elsewhere`); its two
 * hours passed (`time`); the server refused it (`refused`); signed out in this tab (`left`) or in another (`left elsewhere`).
 */
export type SessionCause = 'here' | 'elsewhere' | 'time' | 'refused' | 'left' | 'left elsewhere'

export interface SessionChange {
  readonly before: Session | null
  readonly after: Session | null
  readonly cause: SessionCause
}

const LIFETIME_MILLISECONDS = 2 * 60 * 60 * 1000
/** Changes at every sign-out, so that other tabs distinguish a sign-out from an expiry. */
const LEFT = 'previa_left'
const storage = secureStorage(localStorage, deviceKey)

let session: Session | null = null
/** The token's entry as this tab wrote or read it last. */
let storedAs: string | null = null
let seenLeaving: string | null = null
let isLeft = false
/** The server refused this tab's session; a sign-out in another tab may be the cause, and its event follows. */
let isRefused = false
/** Counts what changed the session or began to read it: a reading that something newer overtook says nothing. */
let turn = 0
let expiry: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<(change: SessionChange) => void>()

function set(next: Session | null, cause: SessionCause): void {
  turn += 1
  clearTimeout(expiry)
  const before = session
  session = next
  isRefused = cause === 'refused'
  if (next) {
    isLeft = false
    expiry = setTimeout(() => end('time'), next.expiresAt - nowMilliseconds())
    claimTab(next.user.id)
  } else {
    isLeft = cause === 'left' || cause === 'left elsewhere'
    if (cause === 'left elsewhere') forgetTab()
    markSupport(null)
  }
  for (const listener of listeners) listener({ before, after: next, cause })
}

/** The session of this moment, or null. */
export function currentSession(): Session | null {
  if (session && session.expiresAt <= nowMilliseconds()) end('time')
  return session
}

/** The session, drawn again when it begins, changes or ends, in this tab or another. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession, () => null)
}

/** Whether the person signed out, and so needs no notice that the session is over. */
export function wasLeft(): boolean {
  return session === null && isLeft
}

/** Subscribes to every change; returns unsubscribe. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the stored session once, before anything is drawn, and follows what other tabs do. Never fails. */
export async function startSession(): Promise<void> {
  seenLeaving = localStorage.getItem(LEFT)
  window.addEventListener('storage', ({ key }) => {
    if (key === null || ['auth_', 'user', 'token'].some((word) => key.includes(word))) void readSession()
  })
  // A sleeping phone, a tab in the background or kept for "back": timers stood still and events may be missing.
  for (const event of ['pageshow', 'focus'] as const) window.addEventListener(event, lookAgain)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookAgain()
  })
  if (!canEncrypt()) return
  await storage.cleanUpWhenDue()
  await moveLegacySession()
  await readSession()
}

async function moveLegacySession(): Promise<void> {
  const legacy = takeLegacySession(localStorage, (await storage.read('token')) !== null)
  if (!legacy) return
  const expiresAt = nowMilliseconds() + LIFETIME_MILLISECONDS
  try {
    await storage.write('token', { token: legacy.token, of: null }, expiresAt)
    if (legacy.user) await storage.write('user', legacy.user, expiresAt)
  } catch {
    // Storage full: signed out, as after any reading that fails.
  }
}

function lookAgain(): void {
  currentSession()
  if (storage.stored('token') !== storedAs) void readSession()
}

/** What a session that the version before keeps does not say yet. */
const SINCE: Partial<SessionUser> = { takenContacts: [] }

/** Signed in means that both the token and the user can be read, and belong together. */
async function readSession(): Promise<void> {
  if (!canEncrypt()) return
  turn += 1
  const reading = turn
  const stored = storage.stored('token')
  const [token, user, support] = await Promise.all([
    storage.read('token'),
    storage.read('user'),
    storage.read('support'),
  ])
  const isForeign = token === null && (await storage.isForeign('token'))
  // What another tab encrypted with a key of its own is its own session.
  if (reading !== turn || isForeign) return
  if (isToken(token?.value) && isUser(user?.value)) {
    const { token: text, of } = token.value
    // Between the two writings of another tab: the token's event follows.
    if (of !== null && of !== user.value.id) return
    storedAs = stored
    const supported = support?.value
    markSupport(isSupported(supported) && supported.of === user.value.id ? supported.name : null)
    // A clock that was put back must not lengthen it.
    const expiresAt = Math.min(token.expiresAt, nowMilliseconds() + LIFETIME_MILLISECONDS)
    set({ token: text, user: { ...SINCE, ...user.value }, expiresAt }, 'elsewhere')
  } else {
    storedAs = null
    const cause = leftElsewhere() ? 'left elsewhere' : 'elsewhere'
    if (session || (isRefused && cause === 'left elsewhere')) set(null, cause)
    else markSupport(null)
  }
}

/** Whether another tab signed out since this one looked last. */
function leftElsewhere(): boolean {
  const leaving = localStorage.getItem(LEFT)
  const isNews = leaving !== seenLeaving
  seenLeaving = leaving
  return isNews
}

/**
 * Begins the session that the server opened. Throws the text that clients know when its answer carries no token. A support
 * session is one that begins while the tab is marked as such (`isImpersonated`).
 */
export async function signIn({ token, expiresAt: _serverEnd, ...user }: LoginResponse): Promise<void> {
  if (!token) throw new Error('Token no encontrado en la respuesta')
  await claimSeenAnswers(user.id)
  // Counted from now by this browser's clock, which may be hours away from the server's.
  const next = { token, user, expiresAt: nowMilliseconds() + LIFETIME_MILLISECONDS }
  if (supportedName() === null) keepPhone(user)
  set(next, 'here')
  // Storage is full: the session is this page's alone, and the older one is erased.
  if (!(await keep(next))) storage.wipe()
}

/** Changes the person's data, for example after they edited their profile; the session goes on. */
export async function updateSessionUser(user: SessionUser): Promise<void> {
  const now = currentSession()
  if (!now || now.user.id !== user.id) return
  // Another tab ended or replaced the session a moment ago: its news is on the way, and newer than this.
  if (canEncrypt() && storage.stored('token') !== storedAs) return
  const next = { ...now, user }
  if (supportedName() === null) keepPhone(user)
  set(next, 'here')
  await keep(next)
}

/** The server replaced the session's token: it goes on under the new one until the same end. */
export async function replaceToken(token: string): Promise<void> {
  const now = currentSession()
  if (!now) return
  const next = { ...now, token }
  set(next, 'here')
  if (!(await keep(next))) storage.wipe()
}

/** Gives whether it could be kept; true also where nothing may be. */
async function keep({ token, user, expiresAt }: Session): Promise<boolean> {
  if (!canEncrypt()) return true
  const writing = turn
  const support = supportedName()
  try {
    if (support === null) storage.remove('support')
    else await storage.write('support', { of: user.id, name: support }, expiresAt)
    await storage.write('user', user, expiresAt)
    await storage.write('token', { token, of: user.id }, expiresAt)
  } catch {
    return false
  }
  if (writing === turn) storedAs = storage.stored('token')
  // Ended while it was being written.
  else if (session === null) storage.wipe()
  return true
}

/** Ends the session here without telling the server: it ended, or was refused. What was seen offline stays. */
export function expireSession(): void {
  end('refused')
}

/** Ends the session because the person wants it, in every tab. */
export function leaveSession(): void {
  seenLeaving = randomId()
  tryToStore(localStorage, LEFT, seenLeaving)
  forgetPhone()
  end('left')
  forgetTab()
}

function end(reason: 'time' | 'refused' | 'left'): void {
  // The server may refuse it before this tab receives the other tab's sign-out.
  const cause = reason !== 'left' && leftElsewhere() ? 'left elsewhere' : reason
  const stored = storage.stored('token')
  // What ran out or was refused here may not be what another tab holds by now.
  const isNewer = cause !== 'left' && session !== null && stored !== null && storedAs !== null && stored !== storedAs
  if (!isNewer) storage.wipe()
  storedAs = null
  if (session) set(null, cause)
  if (isNewer) void readSession()
}

function isToken(value: unknown): value is { token: string; of: string | null } {
  return (
    typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string' && 'of' in value
  )
}

function isSupported(value: unknown): value is { of: string; name: string } {
  return (
    typeof value === 'object' && value !== null && 'of' in value && 'name' in value && typeof value.name === 'string'
  )
}

function isUser(value: unknown): value is SessionUser {
  return typeof value === 'object' && value !== null && 'id' in value && 'roles' in value && Array.isArray(value.roles)
}
