import { useEffect } from 'react'
import { classes } from '#web/ui/classes.ts'
import type { Verdict, VerdictTone } from './scan-messages.ts'

const SURFACES: Readonly<Record<VerdictTone, string>> = { pass: 'bg-yerba', refuse: 'bg-rojo', other: 'bg-sol' }
/** The good news leaves by itself; bad news waits a little longer for the talk that follows. */
const SHOWN_MILLISECONDS: Readonly<Record<VerdictTone, number>> = { pass: 2200, refuse: 6000, other: 6000 }

/** The whole screen says one word. A touch anywhere, or Escape, goes on scanning. */
export function ScanVerdict({ verdict, onDismiss }: { verdict: Verdict; onDismiss: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onDismiss, SHOWN_MILLISECONDS[verdict.tone])
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss()
    }
    addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey)
    }
  }, [verdict, onDismiss])
  return (
    <button
      type="button"
      onClick={onDismiss}
      className={classes(
        'absolute inset-0 flex animate-fade flex-col items-start px-6 pt-[calc(4.5rem+env(safe-area-inset-top))] text-left text-noche',
        SURFACES[verdict.tone],
      )}
    >
      <span
        className={classes(
          'display leading-none text-balance',
          // As large as the longest word of each lets it be: OTRO EVENTO has six letters in a row.
          verdict.tone === 'other' ? 'text-[clamp(3rem,16vw,9rem)]' : 'text-[clamp(3.5rem,22vw,9rem)]',
        )}
      >
        {verdict.word}
      </span>
      <span className="mt-4 text-28 font-extrabold text-balance">{verdict.title}</span>
      {verdict.lines.map((line, index) => (
        <span key={line} className={classes('mt-1.5', index === 0 ? 'text-18 font-bold' : 'text-16')}>
          {line}
        </span>
      ))}
      {verdict.task && (
        <span className="mt-4 rounded-full bg-noche px-5 py-2 text-18 font-bold text-papel">{verdict.task}</span>
      )}
      <span className="sr-only">Seguir escaneando</span>
    </button>
  )
}
