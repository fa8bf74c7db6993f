import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { OfflineNotice } from './OfflineNotice.tsx'
import { AppBannerOnPhones, ImpersonationWhenSupported, InsecureWhenOpen } from './LazyOverlays.tsx'
import { VersionNotice } from './VersionNotice.tsx'

/** What floats over the foot of every page, one above the other; the page under it does not move. */
export function NoticeStack() {
  const isDoor = useLocation().pathname === paths.scanner()
  return (
    <Stack>
      <ImpersonationWhenSupported />
      <InsecureWhenOpen />
      {/* The door says itself that it works without network. */}
      {!isDoor && <OfflineNotice />}
      <VersionNotice />
      <AppBannerOnPhones />
    </Stack>
  )
}

function Stack({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-(--bottom-bar) z-40 flex flex-col items-center gap-2 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:pointer-events-auto print:hidden">
      {children}
    </div>
  )
}
