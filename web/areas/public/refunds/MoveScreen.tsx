import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { formatMoment } from '#contract/values/dates.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { getMove, claimMoveRefund, type Move } from '#contract/events/notices-moves.ts'
import { eventPath, paths } from '#contract/api/paths.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { endpointQuery } from '#web/api/query.ts'
import { ResultRegion } from '#web/features/acts/ResultRegion.tsx'
import { useAct } from '#web/features/acts/use-act.tsx'
import { useSession } from '#web/api/session.ts'
import { changeWords, placeWords, takenWords, whenWords } from '#web/features/moves/move-words.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { useLinkToken } from '#web/shell/session/use-link-token.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { toggled } from '#web/lib/toggled.ts'

/** `/cambio/:id`: what changed of an event, and the button by which who paid takes the money back. */
function MoveScreen() {
  const { id = '' } = useParams()
  const token = useLinkToken({ outlivesReload: true })
  const session = useSession()
  const query = endpointQuery(getMove, { params: { id }, query: { ...(token !== null && { token }) } }, { fresh: true })
  // Who signs in sees their own.
  const read = useQuery({ ...query, queryKey: [...query.queryKey, session?.user.id] })
  const { data } = read
  usePageTitle(data ? `${data.event.name} cambió` : 'Cambió tu evento')
  return (
    <div className="mx-auto w-full max-w-[40rem] px-5 pt-24 pb-20 lg:pt-32">
      {!data && <h1 className="sr-only">Cambió tu evento</h1>}
      <Loaded read={read} label="Cargando el cambio" skeleton="h-80" missing={<NoMove />}>
        {(move) => <RescheduleStatus move={move} token={token} onChanged={() => void read.refetch()} />}
      </Loaded>
    </div>
  )
}

function NoMove() {
  return (
    <EmptyState
      title="No encontramos ese cambio"
      action={<ScreenButton to={paths.clientHistory()}>Ver mis compras</ScreenButton>}
    >
      Fijate que el enlace esté completo, o ingresá con la cuenta con la que compraste.
    </EmptyState>
  )
}

interface RescheduleStatusProps {
  move: Move
  token: string | null
  onChanged: () => void
}

function RescheduleStatus({ move, token, onChanged }: RescheduleStatusProps) {
  const { event, before, after, tickets } = move
  const isPlaceNew = placeWords(before) !== placeWords(after)
  return (
    <>
      <p className="eyebrow text-sol">{changeWords(move)}</p>
      <h1 className="display mb-6 text-34 text-balance wrap-anywhere">{event.name}</h1>
      <Card className="mb-6 p-5">
        <Facts look="stacked">
          <Fact label="Antes">
            <span className="text-humo line-through">{whenWords(before)}</span>
            {isPlaceNew && <span className="block wrap-anywhere text-humo line-through">{placeWords(before)}</span>}
          </Fact>
          <Fact label="Ahora">
            <b>{whenWords(after)}</b>
            <span className="block wrap-anywhere">{placeWords(after)}</span>
          </Fact>
        </Facts>
      </Card>
      {event.state === 'cancelled' && (
        <Notice tone="danger" className="mb-6">
          Después de este cambio el evento se canceló.
        </Notice>
      )}
      {tickets === null ? (
        <SignIn isWrongLink={token !== null} />
      ) : tickets.length === 0 ? (
        <p className="text-humo">
          No pagaste entradas de este evento antes del cambio: si tenés una, sigue valiendo, y la plata es de quien la
          pagó.
        </p>
      ) : (
        <TakeBack move={move} tickets={tickets} token={token} onChanged={onChanged} />
      )}
      <p className="mt-8 text-14 text-humo">
        <Link to={eventPath(event)} className="link">
          Ver el evento
        </Link>{' '}
        ·{' '}
        <Link to={paths.refundPolicy()} className="link">
          Devoluciones
        </Link>
      </p>
    </>
  )
}

function SignIn({ isWrongLink }: { isWrongLink: boolean }) {
  const { id = '' } = useParams()
  return (
    <div className="flex flex-col items-start gap-4">
      {isWrongLink && (
        <Notice tone="danger">Este enlace no corresponde a este cambio. Abrí el del último aviso.</Notice>
      )}
      <p>Si pagaste entradas antes del cambio, ingresá con esa cuenta para recuperar tu plata.</p>
      <ScreenButton to={paths.login()} onClick={() => rememberRedirect(paths.move(id))}>
        Ingresar
      </ScreenButton>
      <p className="text-14 text-humo">
        ¿No tenés contraseña, o al enlace del aviso le falta una parte?{' '}
        <Link to={paths.forgotPassword()} className="link">
          Pedí un enlace nuevo a tu email
        </Link>
        .
      </p>
    </div>
  )
}

type MovedTicket = NonNullable<Move['tickets']>[number]

const obstacles: Record<NonNullable<MovedTicket['obstacle']>, string> = {
  refunding: 'La devolución está en marcha',
  refunded: 'Ya se devolvió',
  used: 'Ya se usó para ingresar',
  disputed: 'Tu banco está resolviendo un reclamo',
  too_old: 'Pasaron más de 180 días del pago: escribinos',
  free: 'No tuvo costo',
  in_person: 'Se vendió en persona: pedísela a quien te la vendió',
  unpaid: 'No se pagó',
}

function TakeBack({ move, tickets, token, onChanged }: RescheduleStatusProps & { tickets: readonly MovedTicket[] }) {
  const open = move.isOpen ? tickets.filter(({ obstacle, amount }) => obstacle === null && amount > 0) : []
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  /** What was asked for on this screen. */
  const [returned, setReturned] = useState('')
  // The last one has no box: there is nothing to choose.
  const chosen = open.length === 1 ? open : open.filter(({ ticketId }) => !left.has(ticketId))
  const taking = useAct(claimMoveRefund, {
    input: () => ({
      params: { id: move.id },
      body: {
        ...(token !== null && { token }),
        ...(chosen.length < open.length && { ticketIds: chosen.map(({ ticketId }) => ticketId) }),
      },
    }),
    onDone: () => {
      setReturned(takenWords(chosen))
      onChanged()
    },
    onFail: onChanged,
    isProblemShown: true,
  })
  const isGoing = tickets.some(({ obstacle }) => obstacle === 'refunding' || obstacle === 'refunded')
  const toggle = (id: string) => setLeft((before) => toggled(before, id))
  return (
    <section aria-label="Tu plata">
      <ResultRegion isDone={taking.isDone} className="mb-5">
        {isGoing && (
          <Notice tone="success">
            {returned && <b className="block">Pediste {returned}.</b>}
            {open.length === 0 ? 'Listo: tu plata está volviendo' : 'Una parte de tu plata ya está volviendo'} al mismo
            medio de pago. Te escribimos cuando esté hecha.
          </Notice>
        )}
      </ResultRegion>
      {!move.isOpen && !isGoing && (
        <Notice className="mb-5">
          Los 10 días para recuperar la plata terminaron el {formatMoment(move.until)}. Tus entradas siguen valiendo.
        </Notice>
      )}
      {open.length > 0 && (
        <p className="mb-4">
          Si el cambio no te sirve, podés recuperar todo lo que pagaste, con el cargo por servicio, hasta el{' '}
          <b>{formatMoment(move.until)}</b>. Las entradas que devolvés dejan de valer
          {open.some(({ isHandedOn }) => isHandedOn) && ', también las que pasaste: les avisamos a quienes las tienen'}.
        </p>
      )}
      <Card asChild className="mb-5">
        <ul className="divide-y divide-linea">
          {tickets.map((ticket) => {
            const { ticketId, number, type, isHandedOn, amount, obstacle } = ticket
            const name = `${type} · N.º ${formatTicketNumber(number)}`
            const canChoose = open.includes(ticket)
            return (
              <li key={ticketId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3">
                <span className="min-w-0">
                  {canChoose && open.length > 1 ? (
                    <Checkbox label={name} checked={!left.has(ticketId)} onChange={() => toggle(ticketId)} />
                  ) : (
                    <span className="wrap-anywhere">{name}</span>
                  )}
                  {isHandedOn && <span className="block text-12 text-humo">Se la pasaste a otra persona</span>}
                </span>
                <span className={canChoose ? 'font-bold' : 'text-14 text-humo'}>
                  {obstacle === null ? formatExactMoney(toCents(amount)) : obstacles[obstacle]}
                </span>
              </li>
            )
          })}
        </ul>
      </Card>
      {open.length > 0 && (
        <Button wide disabled={chosen.length === 0} busy={taking.isPending()} onClick={() => void taking.run()}>
          {chosen.length === 0 ? 'Elegí qué entradas devolver' : `Recuperar ${takenWords(chosen)}`}
        </Button>
      )}
      <Problem message={taking.problem} className="mt-3" />
    </section>
  )
}

export { MoveScreen as Component }
