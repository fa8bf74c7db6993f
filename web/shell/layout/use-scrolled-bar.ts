import { useEffect, useState } from 'react'
import { scrollBehavior } from '#web/lib/scroll-behavior.ts'
import { ACTIVE_WITHIN, activeSection, BACKGROUND_AFTER, HOME_SECTIONS, SCROLL_OFFSET } from './home-sections.ts'

interface ScrolledBar {
  /** Past 100 px: the bar gets its background. */
  isScrolled: boolean
  /** The section being read; undefined outside the landing. */
  section: string | undefined
}

/** Follows the page's scroll, at most once a frame. `pathname` says when the page under the bar changed. */
export function useScrolledBar(pathname: string): ScrolledBar {
  const [bar, setBar] = useState<ScrolledBar>({ isScrolled: false, section: undefined })
  useEffect(() => {
    let frame = 0
    function look() {
      frame = 0
      const tops = HOME_SECTIONS.flatMap(({ id }) => {
        const element = document.getElementById(id)
        return element ? [{ id, top: element.getBoundingClientRect().top }] : []
      })
      const next = { isScrolled: window.scrollY > BACKGROUND_AFTER, section: lastOrRead(tops) }
      setBar((now) => (now.isScrolled === next.isScrolled && now.section === next.section ? now : next))
    }
    function ask() {
      frame ||= requestAnimationFrame(look)
    }
    // Not at once: a page that is just being drawn would be laid out twice.
    ask()
    window.addEventListener('scroll', ask, { passive: true })
    window.addEventListener('resize', ask)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', ask)
      window.removeEventListener('resize', ask)
    }
  }, [pathname])
  return bar
}

/** At the page's end the last section counts, however short it is. */
function lastOrRead(tops: readonly { id: string; top: number }[]): string | undefined {
  const { scrollHeight, clientHeight } = document.documentElement
  const isAtEnd = window.scrollY > ACTIVE_WITHIN && window.scrollY + clientHeight >= scrollHeight - 2
  return isAtEnd ? tops.at(-1)?.id : activeSection(tops)
}

/** Brings a section under the bar, and the keyboard with it. */
export function scrollToSection(id: string): void {
  const section = document.getElementById(id)
  if (!section) return
  const top = section.getBoundingClientRect().top + window.scrollY - SCROLL_OFFSET
  window.scrollTo({ top, behavior: scrollBehavior() })
  section.setAttribute('tabindex', '-1')
  section.focus({ preventScroll: true })
}
