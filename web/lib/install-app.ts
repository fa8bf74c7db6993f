/** Installation on the home screen: keeps the browser's offer until the user asks for it. */

import { tryToStore } from './device/open-storage.ts'

/** Chromium's event, which the standard types do not have. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()
const notify = () => listeners.forEach((listener) => listener())

/** Called as early as the program starts: the browser makes its offer once. */
export function listenForInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Its own bar would come at any moment; ours comes where there are tickets to keep.
    event.preventDefault()
    offer = event as InstallOffer // the name of the event says it
    notify()
  })
  window.addEventListener('appinstalled', () => {
    offer = null
    notify()
  })
}

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const hasInstallOffer = () => offer !== null

/** Opens the browser's question; an offer serves once. Gives whether the person said yes. */
export async function takeInstallOffer(): Promise<boolean> {
  const taken = offer
  if (!taken) return false
  offer = null
  const { outcome } = await taken.prompt()
  notify()
  return outcome === 'accepted'
}

/** Already opened from the home screen. */
export function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  )
}

/** On iPhone and iPad every browser installs by hand, from the share menu; a desktop-like iPad is recognized by touch. */
export function installsByHand({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

const DECLINED_KEY = 'instalar_despues'
const DAY = 24 * 60 * 60 * 1000
const QUIET_DAYS = 60

/** A refusal hides the offer for two months; what is done by hand is explained once. */
export function isDeclined(storage: Storage, nowMs: number, { byHand }: { byHand: boolean }): boolean {
  const at = Number(storage.getItem(DECLINED_KEY))
  return at > 0 && (byHand || nowMs - at < QUIET_DAYS * DAY)
}

export function decline(storage: Storage, nowMs: number): void {
  // Where the storage is refused it is asked again in another visit, not in this one.
  tryToStore(storage, DECLINED_KEY, String(nowMs))
}
