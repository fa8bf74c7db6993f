import { BellRing } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { takesWaiting } from '#contract/first-paint/type-words.ts'
import { paths } from '#contract/api/paths.ts'
import { leaveWaitingList, type OwnWaiting } from '#contract/events/waiting-list.ts'
import { useSession } from '#web/api/session.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { useAct } from '#web/features/acts/use-act.tsx'
import { ticketsWords } from '../checkout/choice.ts'
import { nowInstant } from '#web/lib/clock.ts'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { placeWords } from './waiting.ts'

/** Few ask for it, and it brings the dialogs that prove a contact. */
const JoinWaitingDialog = lazy(async () => ({
  default: (await import('./JoinWaitingDialog.tsx')).JoinWaitingDialog,
}))

interface WaitingPlaceProps {
  event: EventPage
  type: TicketType
  /** The person's place; undefined until loaded. */
  own: readonly OwnWaiting[] | undefined
}

/** A sold-out type's waitlist: joining it, or the person's place. */
export function WaitingPlace({ event, type, own }: WaitingPlaceProps) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const [isJoining, setJoining] = useState(false)
  const entry = own?.find(({ ticketTypeId }) => ticketTypeId === type.id)
  const leaving = useAct(leaveWaitingList, {
    input: ({ ticketTypeId }: OwnWaiting) => ({ params: { typeId: ticketTypeId } }),
    title: '¿Salir de la lista de espera?',
    description: 'Perdés tu lugar. Si te anotás de nuevo, vas al final.',
    confirm: 'Salir de la lista',
    tone: 'danger',
    done: 'Saliste de la lista de espera',
  })
  if (entry?.state === 'waiting') {
    return (
      <div className="mt-3 gap-4 border-t border-linea pt-3 text-14 sm:flex sm:items-center sm:justify-between">
        <p className="min-w-0">
          <span className="block font-bold">Estás en la lista de espera</span>
          <span className="text-humo">
            Por {ticketsWords(entry.quantity)} · {placeWords(entry.position)}
          </span>
        </p>
        <Button
          tone="quiet"
          size="s"
          className="mt-1 -ml-3 sm:mt-0 sm:-mr-3 sm:ml-0 sm:shrink-0"
          aria-label={`Salir de la lista de espera: ${type.name}`}
          onClick={() => leaving.ask(entry)}
        >
          Salir de la lista
        </Button>
        {leaving.dialog}
      </div>
    )
  }
  if (!takesWaiting(event, nowInstant()) || session?.user.permission === 'legal') return leaving.dialog
  // A person on the waitlist must not see the offer to join it meanwhile.
  if (session && own === undefined) return <div className="mt-3 h-15 border-t border-linea" />
  const icon = <BellRing className="size-4" />
  return (
    <div className="mt-3 border-t border-linea pt-3">
      {entry?.state === 'lapsed' && (
        <p className="mb-2 text-14 text-humo">Se pasó el tiempo de tu lugar. Podés anotarte de nuevo.</p>
      )}
      {session ? (
        <Button tone="secondary" size="s" icon={icon} onClick={() => setJoining(true)}>
          Avisame si se libera
        </Button>
      ) : (
        <ScreenButton tone="secondary" size="s" to={paths.login()} onClick={() => rememberRedirect(pathname + search)}>
          {icon} Avisame si se libera
        </ScreenButton>
      )}
      {isJoining && (
        <Suspense>
          <JoinWaitingDialog event={event} type={type} onClose={() => setJoining(false)} />
        </Suspense>
      )}
      {leaving.dialog}
    </div>
  )
}
