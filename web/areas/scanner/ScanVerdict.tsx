import { LogIn, RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { buttonStyle } from '#web/ui/base/button-style.ts'
import { classes } from '#web/ui/base/classes.ts'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import type { Verdict, VerdictTone } from './scan-messages.ts'

const SURFACES: Readonly<Record<VerdictTone, string>> = {
  pass: 'bg-yerba',
  refuse: 'bg-rojo',
  other: 'bg-sol',
  wait: 'bg-sol',
}
/** The good news leaves by itself; bad news waits a little longer for the talk that follows; what is undecided stays. */
const SHOWN_MILLISECONDS: Readonly<Record<VerdictTone, number | null>> = {
  pass: 2200,
  refuse: 6000,
  other: 6000,
  wait: null,
}

interface ScanVerdictProps {
  verdict: Verdict
  /** The same scan is being tried again. */
  isAsking: boolean
  onRetry: () => void
  onDismiss: () => void
}

/** The whole screen says one word. A touch anywhere, or Escape, goes on scanning; what was not decided can be tried again. */
export function ScanVerdict({ verdict, isAsking, onRetry, onDismiss }: ScanVerdictProps) {
  useEffect(() => {
    const shown = SHOWN_MILLISECONDS[verdict.tone]
    const timer = shown === null ? undefined : setTimeout(onDismiss, shown)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss()
    }
    addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey)
    }
  }, [verdict, onDismiss])
  useEffect(() => {
    if (verdict.next !== 'retry') return
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [verdict.next, onRetry])
  return (
    <div className={classes('absolute inset-0 animate-fade overflow-y-auto text-noche', SURFACES[verdict.tone])}>
      <button
        type="button"
        onClick={onDismiss}
        className="flex min-h-full w-full flex-col items-start px-6 pt-[calc(4.5rem+env(safe-area-inset-top))] pb-12 text-left"
      >
        <span className={classes('display leading-none text-balance', wordSize(verdict.word))}>{verdict.word}</span>
        <span className="mt-4 text-28 font-extrabold text-balance wrap-anywhere">{verdict.title}</span>
        {verdict.lines.map((line, index) => (
          <span key={line} className={classes('mt-1.5 font-bold wrap-anywhere', index === 0 ? 'text-22' : 'text-18')}>
            {line}
          </span>
        ))}
        {verdict.task && (
          <span className="mt-4 rounded-full bg-noche px-5 py-2 text-18 font-bold text-papel">{verdict.task}</span>
        )}
        {/* Room for the elements over the foot. */}
        {verdict.next && <span aria-hidden="true" className="h-20 shrink-0" />}
        <span className="sr-only">Seguir escaneando</span>
      </button>
      {verdict.next && (
        <div className="absolute inset-x-6 bottom-12">
          <WayOn next={verdict.next} isAsking={isAsking} onRetry={onRetry} />
        </div>
      )}
    </div>
  )
}

function WayOn({
  next,
  isAsking,
  onRetry,
}: {
  next: NonNullable<Verdict['next']>
  isAsking: boolean
  onRetry: () => void
}) {
  const { pathname, search } = useLocation()
  const look = buttonStyle({ tone: 'night', size: 'l', wide: true })
  if (next === 'signIn')
    return (
      <Link to={paths.login()} onClick={() => rememberRedirect(pathname + search)} className={look}>
        <LogIn size={20} /> Ingresar
      </Link>
    )
  return (
    <button type="button" disabled={isAsking} onClick={onRetry} className={look}>
      {isAsking ? <Spinner /> : <RotateCcw size={20} />} Reintentar
    </button>
  )
}

/** As large as the longest word of each lets it be: OTRO EVENTO has six letters in a row. */
function wordSize(word: Verdict['word']): string {
  return Math.max(...word.split(' ').map(({ length }) => length)) > 5
    ? 'text-[clamp(3rem,16vw,9rem)]'
    : 'text-[clamp(3.5rem,20vw,9rem)]'
}
