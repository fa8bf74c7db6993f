/**
 * Some calls ask for the password once more (rule R5.8). Such a call asks here; the shell's dialog opens, and one answer
 * resumes every waiting call.
 */
import { nowMilliseconds } from '#web/lib/clock.ts'
import { currentSession, onSessionChange } from './session.ts'

let asking: { readonly answer: Promise<boolean>; readonly resolve: (isConfirmed: boolean) => void } | null = null
let confirmedAt = Number.NEGATIVE_INFINITY
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

function question(): NonNullable<typeof asking> {
  let resolve: (isConfirmed: boolean) => void = () => {}
  const answer = new Promise<boolean>((settle) => {
    resolve = settle
  })
  return { answer, resolve }
}

export const stepUp = {
  /**
   * Whether the person confirmed: asks them, unless they did since `sentAt` (milliseconds), when the call that was refused
   * left. False when they would not, or nothing on the page can ask.
   */
  async confirmed(sentAt: number): Promise<boolean> {
    if (confirmedAt >= sentAt) return true
    if (!asking) {
      if (listeners.size === 0) return false
      asking = question()
      notify()
    }
    return asking.answer
  },
  /** The dialog's answer, to every call that waits. */
  settle(isConfirmed: boolean): void {
    if (isConfirmed) confirmedAt = nowMilliseconds()
    const waiting = asking
    asking = null
    waiting?.resolve(isConfirmed)
    notify()
  },
  isAsking: (): boolean => asking !== null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

// After a change of person or a sign-out, the confirmed password is another person's.
let person = currentSession()?.user.id
onSessionChange(() => {
  const present = currentSession()?.user.id
  if (present === person) return
  person = present
  confirmedAt = Number.NEGATIVE_INFINITY
  stepUp.settle(false)
})
