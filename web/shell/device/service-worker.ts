import { tryToStore } from '#web/lib/device/open-storage.ts'

const RELOADED_AT = 'previa_reloaded_at'
const RELOAD_AT_MOST_EVERY_MILLISECONDS = 10_000
/** A page that stays open for days asks for a new version when it is looked at again. */
const ASK_AT_MOST_EVERY_MILLISECONDS = 60 * 60 * 1000

const nowMilliseconds = () => performance.timeOrigin + performance.now()

/**
 * A tab left open over a release asks for a chunk that is no longer there: the page is loaded again, once, instead of
 * breaking. The event comes from Vite's own import wrapper.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // Without network a reload would lose the page: the caller reports the missing chunk.
    if (!navigator.onLine) return
    const now = nowMilliseconds()
    if (now - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_AT_MOST_EVERY_MILLISECONDS) return
    // Where it cannot be noted that it was tried, trying could go on forever.
    if (!tryToStore(sessionStorage, RELOADED_AT, String(now))) return
    event.preventDefault()
    window.location.reload()
  })
}

/** The worker of a newer version that waits; `'begun'` when another tab has let it begin. */
let newer: ServiceWorker | 'begun' | null = null
const listeners = new Set<() => void>()

function found(worker: ServiceWorker | 'begun'): void {
  newer = worker
  for (const listener of listeners) listener()
}

export const newVersion = {
  isThere: () => newer !== null,
  /** Lets the newer version begin and loads the page again with it. */
  start() {
    if (newer === null) return
    if (newer === 'begun') return window.location.reload()
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
    newer.postMessage({ type: 'SKIP_WAITING' })
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Notices when a newer version has been fetched and waits for this page to end, or to say that it may begin. */
export function followVersions(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  // The first worker of a browser replaces nothing.
  let hadController = container.controller !== null
  if (registration.waiting && hadController) found(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && container.controller !== null) found(installing)
    })
  })
  container.addEventListener('controllerchange', () => {
    if (hadController) found('begun')
    hadController = true
  })
  let askedAt = nowMilliseconds()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || nowMilliseconds() - askedAt < ASK_AT_MOST_EVERY_MILLISECONDS) return
    askedAt = nowMilliseconds()
    // Without network: it is asked the next time.
    void registration.update().catch(() => undefined)
  })
}

/** Where a ticket is shown by its link, or a purchase without a session. */
const KEPT = /^\/(?:entrada|compra)\//
let isStarted = false

/**
 * Keeps the program on the device once there is something on it to open without network: a session, a ticket, the installed app.
 * The whole program is several times what a first screen takes: on a bad connection it would go ahead of every next screen of who
 * only looks around.
 */
export function keepProgramFor({ hasSession, path }: { hasSession: boolean; path: string }): void {
  if (isStarted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  const isKept = navigator.serviceWorker.controller !== null
  if (!hasSession && !isInstalled && !isKept && !KEPT.test(path)) return
  isStarted = true
  startServiceWorker()
}

/** Registers the worker; a browser may refuse it. */
function startServiceWorker(): void {
  async function register() {
    try {
      followVersions(navigator.serviceWorker, await navigator.serviceWorker.register('/sw.js'))
    } catch {
      // Refused in private windows and by settings: everything works, only not without network.
    }
  }
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', () => void register(), { once: true })
}
