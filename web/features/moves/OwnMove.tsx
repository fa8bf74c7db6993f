import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '#contract/values/dates.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { getOwnMove } from '#contract/events/notices-moves.ts'
import { paths } from '#contract/api/paths.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { changeWords, dayChangeWords } from './move-words.ts'

interface OwnMoveProps {
  eventId: string
  /** Said where its event is one of many. */
  name?: string | undefined
  className: string
}

/** To who paid tickets of an event that moved: until when their money may be taken back. Nothing to anybody else. */
export default function OwnMove({ eventId, name, className }: OwnMoveProps) {
  const isSignedIn = useSession() !== null
  // Without an answer the page says what it says without it: the notice has the same link.
  const { data } = useQuery(endpointQuery(getOwnMove, { query: { eventId } }, { fresh: true, enabled: isSignedIn }))
  const move = isSignedIn ? data?.move : null
  if (!move || move.amount === 0) return null
  const days = dayChangeWords(move)
  return (
    <Notice
      tone="waiting"
      announced="never"
      className={className}
      action={
        <ScreenButton size="s" tone="secondary" to={paths.move(move.id)}>
          Recuperar mi plata
        </ScreenButton>
      }
    >
      {name !== undefined && <b className="block wrap-anywhere">{name}</b>}
      <b>{changeWords(move)}.</b>
      {days && <span className="block first-letter:uppercase">{days}.</span>} Si no te sirve, podés recuperar{' '}
      {formatExactMoney(toCents(move.amount))} hasta el {formatMoment(move.until)}.
    </Notice>
  )
}
