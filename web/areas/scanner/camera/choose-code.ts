/** Decides which of the codes in view the guest shows. Pure: the caller brings the time. */
import { groupBy } from '#web/lib/group-by.ts'

/** `own` is a ticket of this event, `other` one of another event, `foreign` a code of another party, as on a flyer. */
export type CodeKind = 'own' | 'other' | 'foreign'

/** Milliseconds in which a code in view is one scan, and in which a ticket just seen hides the foreign code next to it. */
const SAME_SCAN_MILLISECONDS = 2500
/** A code that is not ours is reported once it was alone for so many frames and so long: a ticket next to it may be blurred. */
const PATIENT_FRAMES = 3
const PATIENT_MILLISECONDS = 500
/** A code that was out of view for longer begins again. */
const GAP_MILLISECONDS = 600

export interface CodeChooser {
  /** The code of this frame to report, or null; each is reported once while it stays in view. */
  readonly choose: (texts: readonly string[], now: number) => string | null
  /** While nothing is read: frames before a pause count no more, and a refused code of others is not new after it. */
  readonly pause: (now: number) => void
}

const NOTHING = { text: '', since: 0, at: 0, frames: 0 }

export function codeChooser(kindOf: (text: string) => CodeKind): CodeChooser {
  let reported = { text: '', at: -Infinity }
  let ownAt = -Infinity
  let waiting = NOTHING

  function hasWaited(text: string, now: number): boolean {
    const isSame = text === waiting.text && now - waiting.at <= GAP_MILLISECONDS
    waiting = isSame ? { ...waiting, at: now, frames: waiting.frames + 1 } : { text, since: now, at: now, frames: 1 }
    return waiting.frames >= PATIENT_FRAMES && now - waiting.since >= PATIENT_MILLISECONDS
  }

  return {
    choose(texts, now) {
      const kinds = groupBy(texts, kindOf)
      const own = kinds.get('own')
      const best = own ?? kinds.get('other') ?? kinds.get('foreign') ?? []
      // Of two tickets in view the first stays chosen, or one gesture would admit both.
      const text = best.find((each) => each === reported.text || each === waiting.text) ?? best[0]
      if (text === undefined) return null
      if (own) {
        ownAt = now
        waiting = NOTHING
      }
      if (text === reported.text && now - reported.at <= SAME_SCAN_MILLISECONDS) {
        reported.at = now
        return null
      }
      if (!own && (now - ownAt <= SAME_SCAN_MILLISECONDS || !hasWaited(text, now))) return null
      reported = { text, at: now }
      return text
    },
    pause(now) {
      waiting = NOTHING
      // A poster behind the guests would else be refused after every verdict.
      if (kindOf(reported.text) !== 'own') reported.at = now
    },
  }
}
