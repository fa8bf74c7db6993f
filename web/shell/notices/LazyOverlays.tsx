/**
 * What few visits ever see: each comes in a chunk of its own when it is first needed, and stays from then on, to give the focus back
 * when it closes. The landing waits for none of them.
 */
import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { storedHold } from '#web/features/checkout/stored-hold.ts'
import { canEncrypt } from '#web/api/device-key.ts'
import { onSessionEnd } from '#web/api/session-end.ts'
import { useSession } from '#web/api/session.ts'
import { stepUp } from '#web/api/step-up.ts'
import { supportedName } from '#web/api/tab-keeping.ts'
import { useEver } from '#web/lib/use-ever.ts'
import { appStoreFor } from '../device/app-store.ts'
import { alert } from './alert.ts'

const StepUpDialog = lazy(async () => ({ default: (await import('../session/StepUpDialog.tsx')).StepUpDialog }))
const SessionExpiredModal = lazy(async () => ({
  default: (await import('../session/SessionExpiredModal.tsx')).SessionExpiredModal,
}))
const AlertHost = lazy(async () => ({ default: (await import('./AlertHost.tsx')).AlertHost }))
const ImpersonationNotice = lazy(async () => ({
  default: (await import('./ImpersonationNotice.tsx')).ImpersonationNotice,
}))
const HoldBar = lazy(async () => ({ default: (await import('./HoldBar.tsx')).HoldBar }))
const FreshUser = lazy(async () => ({ default: (await import('../session/FreshUser.ts')).FreshUser }))
const AppBanner = lazy(async () => ({ default: (await import('../device/AppBanner.tsx')).AppBanner }))
const InsecureNotice = lazy(async () => ({ default: (await import('./InsecureNotice.tsx')).InsecureNotice }))

function LazyOverlay({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  return useEver(isNeeded) ? <Suspense>{children}</Suspense> : null
}

export function StepUpWhenAsked() {
  const isAsking = useSyncExternalStore(stepUp.subscribe, stepUp.isAsking)
  return (
    <LazyOverlay isNeeded={isAsking}>
      <StepUpDialog />
    </LazyOverlay>
  )
}

/** Receives the first session end; the modal receives the next ones. */
export function SessionExpiredWhenTold() {
  const [first, setFirst] = useState<Event>()
  useEffect(() => onSessionEnd((event) => setFirst((heard) => heard ?? event)), [])
  return (
    <LazyOverlay isNeeded={first !== undefined}>
      <SessionExpiredModal first={first} />
    </LazyOverlay>
  )
}

export function AlertWhenOpen() {
  const isOpen = useSyncExternalStore(alert.subscribe, () => alert.current().isOpen)
  return (
    <LazyOverlay isNeeded={isOpen}>
      <AlertHost />
    </LazyOverlay>
  )
}

export function ImpersonationWhenSupported() {
  // Drawn again when a support session begins or ends, in this tab or another.
  useSession()
  return (
    <LazyOverlay isNeeded={supportedName() !== null}>
      <ImpersonationNotice />
    </LazyOverlay>
  )
}

/** Of who has a session, and of who left an order unpaid on this device: others neither fetch it nor ask anything. */
export function HoldBarWhenHeld() {
  const session = useSession()
  return (
    <LazyOverlay isNeeded={session !== null || storedHold.read() !== null}>
      <HoldBar />
    </LazyOverlay>
  )
}

export function InsecureWhenOpen() {
  return (
    <LazyOverlay isNeeded={!canEncrypt()}>
      <InsecureNotice />
    </LazyOverlay>
  )
}

export function FreshUserWhenSignedIn() {
  return (
    <LazyOverlay isNeeded={useSession() !== null}>
      <FreshUser />
    </LazyOverlay>
  )
}

/** At the end of what a page shows: it may come after the page. */
export function AppBannerOnPhones() {
  return (
    <LazyOverlay isNeeded={appStoreFor(navigator.userAgent) !== null}>
      <AppBanner />
    </LazyOverlay>
  )
}
