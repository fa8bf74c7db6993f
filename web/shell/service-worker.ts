const RELOADED_AT = 'previa_reloaded_at'
const RELOAD_AT_MOST_EVERY_MILLISECONDS = 10_000

/**
 * A tab left open over a release asks for a chunk that is no longer there: the page is loaded again, once, instead of
 * breaking. The event comes from Vite's own import wrapper.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const now = performance.timeOrigin + performance.now()
    if (now - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_AT_MOST_EVERY_MILLISECONDS) return
    event.preventDefault()
    sessionStorage.setItem(RELOADED_AT, String(now))
    window.location.reload()
  })
}

/** Registers the worker that keeps the program on the device; only in a build, and only where browsers allow it. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Refused in private windows and by settings: everything works, only not without network.
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), {
    once: true,
  })
  if (document.readyState === 'complete') void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
