import { useEffect, useRef } from 'react'
import { nowMilliseconds } from '#web/lib/clock.ts'

interface PausableTimer {
  isRunning: boolean
  isPaused: boolean
  milliseconds: number
  onEnd: () => void
}

/** Calls `onEnd` after so much time running, pauses excluded. Restarts with `isRunning`. */
export function usePausableTimer({ isRunning, isPaused, milliseconds, onEnd }: PausableTimer): void {
  const left = useRef(milliseconds)
  useEffect(() => {
    left.current = milliseconds
  }, [isRunning, milliseconds])
  useEffect(() => {
    if (!isRunning || isPaused) return
    const begun = nowMilliseconds()
    const timer = setTimeout(onEnd, left.current)
    return () => {
      clearTimeout(timer)
      left.current -= nowMilliseconds() - begun
    }
  }, [isRunning, isPaused, milliseconds, onEnd])
}
