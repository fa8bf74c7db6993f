import { useEffect } from 'react'
import { brand } from '#contract/brand.ts'

/** Names the tab after the screen. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
  }, [title])
}
