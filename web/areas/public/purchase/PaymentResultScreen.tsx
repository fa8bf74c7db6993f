import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { getOrderStatus, PAYMENT_ID } from '#contract/sales/checkout.ts'
import { eventPath, paths } from '#contract/api/paths.ts'
import { resendGuestOrder } from '#contract/sales/checkout-guest.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { useLive } from '#web/api/live.ts'
import { useSession } from '#web/api/session.ts'
import { storedChoice } from '../checkout/stored.ts'
import { storedTokens } from '../checkout/stored-guest.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { useTimeToPay } from '#web/features/checkout/held-orders.ts'
import { usePay } from '#web/features/checkout/use-pay.ts'
import { isMoving, isPayable, nextPoll, orderOutcome, type OrderOutcome, type OrderStatus } from './order-outcome.ts'
import { OutcomeIcon } from './OutcomeIcon.tsx'
import { remainingWords } from '#web/lib/use-remaining.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'

/** For who has bought, signed in as they did it. */
const PaidPurchase = lazy(() => import('./PaidPurchase.tsx'))
const OwnPurchase = lazy(() => import('./OwnPurchase.tsx'))

const ORDER_ID = /^[\w-]{22}$/
/** How long the provider's word that it was paid goes before a server that knows of no payment. */
const AWAITED_MILLISECONDS = 30_000

/** All six result addresses: whatever the path says, the server is asked and its answer is shown. */
function PaymentResultScreen() {
  const [search] = useSearchParams()
  const publicId = search.get('order') ?? search.get('external_reference') ?? ''
  const paymentId = search.get('payment_id') ?? search.get('collection_id') ?? ''
  if (!ORDER_ID.test(publicId)) {
    return (
      <Centred>
        <NoOrder eventId={search.get('eventId')} />
      </Centred>
    )
  }
  return (
    <Result
      publicId={publicId}
      // A buyer who left without paying comes back with the word «null».
      paymentId={PAYMENT_ID.test(paymentId) ? paymentId : undefined}
      platform={search.get('platform') ?? 'web'}
      eventId={search.get('eventId')}
    />
  )
}

function Centred({ children }: { children: ReactNode }) {
  return (
    <div className="column grid min-h-[80dvh] place-items-center pt-24 pb-16">
      <div className="w-full max-w-lg text-center">{children}</div>
    </div>
  )
}

interface ResultProps {
  publicId: string
  /** Of the address: the server asks the provider about it. */
  paymentId: string | undefined
  platform: string
  /** Of the address: only a way back when the server knows nothing. */
  eventId: string | null
}

function Result({ publicId, paymentId, platform, eventId }: ResultProps) {
  const session = useSession()
  const status = useLive(
    getOrderStatus,
    { params: { publicId }, query: { paymentId } },
    {
      while: (answer) => isMoving(orderOutcome(answer, paymentId)),
      pollInterval: (reads) => nextPoll(Math.max(0, reads - 1)),
    },
  )
  const isAwaited = useAwaited(paymentId)
  const outcome = status.data && orderOutcome(status.data, paymentId, isAwaited)
  useEffect(() => {
    if (!status.data || !outcome || outcome.kind === 'waiting' || isPayable(outcome)) return
    // Tickets that are being chosen are another purchase.
    if (status.data.isOfDrinks) return
    if (outcome.kind === 'paid') storedChoice.forget(status.data.eventId)
  }, [status.data, outcome])

  if (!status.data || !outcome) {
    return (
      <Centred>
        {isApiFailure(status.error, 'order_not_found') ? (
          <NoOrder eventId={eventId} />
        ) : status.isError ? (
          <Unloaded read={status} label="Preguntando por tu pago" errorText="Error al procesar el pago" />
        ) : (
          <Spinner label="Preguntando por tu pago" />
        )}
      </Centred>
    )
  }
  const toApp = platform !== 'web' && (
    <LinkButton href={`previa://compra?order=${encodeURIComponent(publicId)}`} tone="quiet" wide className="mt-3">
      Volver a la app
    </LinkButton>
  )
  // Paid without a session and shown where its device is not known, as in the browser that Mercado Pago opened.
  const isElsewhere =
    outcome.kind === 'paid' && status.data.sentTo !== null && !session && storedTokens.read(publicId) === null
  const plain = (
    <Centred>
      <div aria-live="polite">
        <OutcomeIcon kind={outcome.kind} />
        <h1 className="display mt-5 text-34 text-balance">{outcome.title}</h1>
        <p className="mt-3 mb-8 text-18 text-balance text-humo">
          {isElsewhere ? (
            <>
              Te mandamos el QR a <span className="font-bold wrap-anywhere text-papel">{status.data.sentTo}</span>.
            </>
          ) : (
            outcome.text
          )}
        </p>
        {isElsewhere && <SendAgain publicId={publicId} />}
        <NextStep
          publicId={publicId}
          outcome={outcome}
          status={status.data}
          readAt={status.dataUpdatedAt}
          isElsewhere={isElsewhere}
        />
        {toApp}
      </div>
    </Centred>
  )
  // What was bought is its tickets.
  if (outcome.kind !== 'paid' || status.data.isOfDrinks) return plain
  if (storedTokens.read(publicId) !== null) {
    return <Navigate replace to={paths.guestOrder(publicId)} state={{ isNew: true }} />
  }
  if (!session) return plain
  return (
    <Suspense fallback={<Centred>{null}</Centred>}>
      <OwnPurchase publicId={publicId} isFree={status.data.isFree} instead={plain} after={toApp} />
    </Suspense>
  )
}

/** Whether the address says that it was paid, and was opened a moment ago. Who left without paying comes back without a payment. */
function useAwaited(paymentId: string | undefined): boolean {
  const { pathname } = useLocation()
  const isClaimed = !pathname.endsWith('failure') && (paymentId !== undefined || pathname.endsWith('success'))
  const [isRecent, setRecent] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setRecent(false), AWAITED_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [])
  return isClaimed && isRecent
}

interface NextStepProps {
  publicId: string
  outcome: OrderOutcome
  status: OrderStatus
  /** When the server said so. */
  readAt: number
  /** Its tickets are in a mail, and in no list that opens here. */
  isElsewhere: boolean
}

/** The tickets once more, to the mail that has them. */
function SendAgain({ publicId }: { publicId: string }) {
  const resend = useAct(resendGuestOrder, {
    input: { params: { publicId } },
    done: () => 'Te las mandamos de nuevo',
    errorMessage: (error) => failureMessage(error, 'No pudimos mandarlas'),
  })
  return (
    <Button wide size="l" className="mb-3" busy={resend.isPending()} onClick={() => void resend.run()}>
      Mandármelas de nuevo
    </Button>
  )
}

function NextStep({ publicId, outcome, status, readAt, isElsewhere }: NextStepProps) {
  const session = useSession()
  const remaining = useTimeToPay(isPayable(outcome) ? status.secondsToPay : null, readAt)
  const { pay, isBusy, problem } = usePay(publicId)
  // Bought on this device without a session: its own page shows the tickets and how to pay.
  const isOfDevice = storedTokens.read(publicId) !== null
  const tickets = isOfDevice ? paths.guestOrder(publicId) : paths.clientDashboard()
  const again = (
    <ScreenButton
      wide
      tone={outcome.kind === 'over' ? 'primary' : 'secondary'}
      to={status.isOfDrinks ? paths.clientDashboard() : eventPath({ id: status.eventId, slug: status.eventSlug })}
    >
      {status.isOfDrinks ? 'Volver a mi entrada' : 'Elegir de nuevo'}
    </ScreenButton>
  )
  if (outcome.kind === 'paid') {
    return (
      <Actions>
        {!isElsewhere && (
          <ScreenButton wide size="l" to={tickets}>
            Ver mis entradas
          </ScreenButton>
        )}
        <ScreenButton wide tone="secondary" to={paths.events()}>
          Seguir mirando eventos
        </ScreenButton>
        {session && (
          <div className="w-full">
            <Suspense fallback={<Skeleton label="Cargando tu compra" className="mt-8 h-80" />}>
              <PaidPurchase publicId={publicId} />
            </Suspense>
          </div>
        )}
      </Actions>
    )
  }
  if (isPayable(outcome) && remaining !== 0) {
    return (
      <Actions>
        {remaining !== null && (
          <p className="text-humo">
            {status.isOfDrinks ? 'Tus bebidas te esperan' : 'Tu reserva te espera'}{' '}
            <span aria-live="off" className="font-bold text-sol">
              {remainingWords(remaining)}
            </span>
          </p>
        )}
        {session ? (
          <Button wide size="l" busy={isBusy} onClick={pay}>
            {outcome.kind === 'unpaid' ? 'Pagar ahora' : 'Probar de nuevo'}
          </Button>
        ) : (
          <ScreenButton
            wide
            size="l"
            to={isOfDevice ? tickets : status.isOfDrinks ? paths.clientDashboard() : paths.buyTicket(status.eventId)}
          >
            Volver a la compra
          </ScreenButton>
        )}
        <Problem message={problem} />
        {again}
      </Actions>
    )
  }
  if (outcome.kind === 'waiting') {
    return (
      <Actions>
        <div className="mb-3">
          <Spinner label="Esperando la confirmación" />
        </div>
        <ScreenButton wide tone="secondary" to={tickets}>
          {isOfDevice ? 'Ver mi compra' : 'Mis entradas'}
        </ScreenButton>
      </Actions>
    )
  }
  return <Actions>{again}</Actions>
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col items-center gap-3">{children}</div>
}

function NoOrder({ eventId }: { eventId: string | null }) {
  return (
    <>
      <h1 className="sr-only">Tu compra</h1>
      <EmptyState
        title="No sabemos de qué compra se trata"
        action={<ScreenButton to={paths.clientDashboard()}>Ver mis entradas</ScreenButton>}
      >
        Si pagaste, tus entradas aparecen en Mis entradas y te las mandamos.{' '}
        {eventId && (
          <Link to={paths.event(eventId)} className="text-celeste">
            Volver al evento
          </Link>
        )}
      </EmptyState>
    </>
  )
}

export { PaymentResultScreen as Component }
