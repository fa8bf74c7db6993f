import { useRef } from 'react'
import { usePublishedHeight } from '#web/ui/base/use-published-height.ts'
import { ImpersonationWhenSupported, InsecureWhenOpen } from './LazyOverlays.tsx'
import { VersionNotice } from './VersionNotice.tsx'

/** What floats over the foot of every page, one above the other; the page's last line ends above it (`--notices`). */
export function NoticeStack() {
  const box = useRef<HTMLDivElement>(null)
  usePublishedHeight(box, '--notices')
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-(--bottom-bar) z-40 px-3 print:hidden">
      <div
        ref={box}
        className="flex flex-col items-center gap-2 *:pointer-events-auto has-[>:not(:empty)]:pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      >
        <ImpersonationWhenSupported />
        <InsecureWhenOpen />
        <VersionNotice />
      </div>
    </div>
  )
}
