import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatMoment } from '#contract/dates.ts'
import { formatPesos } from '#contract/money.ts'
import { getOwnMove } from '#contract/notices-moves.ts'
import { paths } from '#contract/paths.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { changeWords } from './move-words.ts'

/** To who paid tickets of an event that moved: until when their money may be taken back. Nothing to anybody else. */
export default function OwnMove({ eventId, className }: { eventId: string; className?: string }) {
  const isSignedIn = useSession() !== null
  // Without an answer the page says what it says without it: the notice has the same link.
  const { data } = useQuery(endpointQuery(getOwnMove, { query: { eventId } }, { fresh: true, enabled: isSignedIn }))
  const move = isSignedIn ? data?.move : null
  if (!move || move.amount === 0) return null
  return (
    <Notice
      tone="waiting"
      announced="never"
      {...(className !== undefined && { className })}
      action={
        <LinkButton asChild size="s" tone="secondary">
          <Link to={paths.move(move.id)}>Recuperar mi plata</Link>
        </LinkButton>
      }
    >
      <b>{changeWords(move)}.</b> Si no te sirve, podés recuperar {formatPesos(move.amount)} hasta el{' '}
      {formatMoment(move.until)}.
    </Notice>
  )
}
