import { useEffect } from 'react'
import { brand } from '#contract/platform/brand.ts'

/** Names the tab while what calls it is shown; afterwards it is called as before. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = `${title} · ${brand.name}`
    return () => {
      document.title = before
    }
  }, [title])
}
