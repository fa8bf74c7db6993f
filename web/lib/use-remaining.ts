import { useEffect, useState } from 'react'
import { nowMilliseconds } from '#web/lib/clock.ts'

/** Whole seconds until an instant, never negative; null without one. Ticks once a second. */
export function useRemaining(until: string | null | undefined): number | null {
  const left = () => (until ? Math.max(0, Math.ceil((Date.parse(until) - nowMilliseconds()) / 1000)) : null)
  const [, tick] = useState(0)
  const isOver = left() === 0
  useEffect(() => {
    if (!until || isOver) return
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [until, isOver])
  return left()
}

/** `14:05`; hours only when there are any. */
export function remainingWords(seconds: number): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}
