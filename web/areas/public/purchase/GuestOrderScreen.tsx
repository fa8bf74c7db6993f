import { useQuery } from '@tanstack/react-query'
import { FileDown, Send } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocation, useParams } from 'react-router'
import { eventPath, paths } from '#contract/api/paths.ts'
import { getGuestOrder } from '#contract/sales/checkout-guest.ts'
import { getGuestReceipt } from '#contract/sales/receipts.ts'
import { getMyTickets, getTicketPdf, type Ticket } from '#contract/sales/tickets.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { addressOf } from '#web/api/call.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { storedPurchases } from '#web/features/checkout/stored-purchases.ts'
import { useTimeToPay } from '#web/features/checkout/held-orders.ts'
import { useGiveUp } from '#web/features/checkout/use-give-up.ts'
import { useWhatsapp } from '#web/features/delivery-channels/delivery-channels.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { useTransfer } from '#web/features/tickets/use-transfer.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { remainingWords } from '#web/lib/use-remaining.ts'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { useLinkToken } from '#web/shell/session/use-link-token.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { PurchaseLines } from '#web/features/checkout/PurchaseLines.tsx'
import { BoughtTickets } from './BoughtTickets.tsx'
import { JoinPurchase } from './JoinPurchase.tsx'
import { boughtTitle, isMoving, isPayable, orderOutcome } from './order-outcome.ts'
import { OutcomeIcon } from './OutcomeIcon.tsx'
import { useFirstLook } from './use-first-look.ts'
import { storedBuyer, storedMailOf, storedTokens } from '../checkout/stored-guest.ts'

// Of few purchases.
const GuestTransferDialog = lazy(async () => ({
  default: (await import('./GuestTransferDialog.tsx')).GuestTransferDialog,
}))

type GuestOrder = Answer<typeof getGuestOrder>

const POLL_MILLISECONDS = 4000

/** `/compra/:id`: a purchase made without a session, by the link of its mail or on the device that made it. */
function GuestOrderScreen() {
  const { id = '' } = useParams()
  const given = useLinkToken({ outlivesReload: true })
  const token = given ?? storedTokens.read(id) ?? ''
  const asked = { params: { publicId: id }, query: { token } }
  const read = useQuery({
    ...endpointQuery(getGuestOrder, asked, { fresh: true, keepOffline: true }),
    refetchInterval: ({ state }) =>
      state.data && isMoving(orderOutcome(state.data.status)) ? POLL_MILLISECONDS : false,
  })
  const { data } = read
  useEffect(() => {
    if (data && given) storedTokens.write(id, given)
  }, [data, given, id])
  const isGone = isApiFailure(read.error, 'order_not_found')
  useEffect(() => {
    // Found again on this device without the mail; what is left without tickets is not.
    if (data && data.tickets.length > 0)
      storedPurchases.write({ ...data.order, publicId: id, startDate: data.tickets[0]?.event.startDate ?? null })
    else if (data || isGone) storedPurchases.forget(id)
  }, [data, isGone, id])
  usePageTitle(data ? `Compra · ${data.order.eventName}` : 'Tu compra')
  return (
    <Frame>
      <Loaded read={read} label="Cargando tu compra" skeleton="h-[30rem] rounded-sheet" missing={<NoPurchase />}>
        {(found) => (
          <Purchase
            key={found.order.publicId}
            purchase={found}
            token={token}
            readAt={read.dataUpdatedAt}
            onChanged={() => void read.refetch()}
          />
        )}
      </Loaded>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="column pt-20 pb-16">{children}</div>
}

function NoPurchase() {
  return (
    <>
      <h1 className="sr-only">Tu compra</h1>
      <EmptyState
        title="Este enlace no abre ninguna compra"
        action={<ScreenButton to={paths.clientDashboard()}>Ver mis entradas</ScreenButton>}
      >
        Fijate que el enlace del mail esté completo, o ingresá si ya sumaste la compra a tu cuenta.
      </EmptyState>
    </>
  )
}

interface PurchaseProps {
  purchase: GuestOrder
  token: string
  /** When the server said so. */
  readAt: number
  onChanged: () => void
}

function Purchase({ purchase, token, readAt, onChanged }: PurchaseProps) {
  const { order, status, tickets } = purchase
  const outcome = orderOutcome(status)
  const isPaid = outcome.kind === 'paid'
  const isNew = useFirstLook(order.publicId, useJustPaid(isPaid))
  const papers = <Papers purchase={purchase} token={token} />
  if (isPaid && tickets.length > 0) {
    return (
      <Bought purchase={purchase} token={token} isNew={isNew} onChanged={onChanged}>
        {papers}
      </Bought>
    )
  }
  return (
    <div className="mx-auto w-full max-w-[27rem]">
      {!isPaid && <OutcomeIcon kind={outcome.kind} />}
      <h1 className="display mt-5 text-center text-28 text-balance wrap-anywhere">{order.eventName}</h1>
      <p className="mt-2 mb-5 text-center text-balance text-humo">
        {isPaid ? (
          'Acá no queda ninguna entrada: se pasaron o las volvimos a emitir, y se abren con su mensaje más nuevo.'
        ) : (
          <>
            <span className="font-bold text-papel">{outcome.title}.</span> {outcome.text}
          </>
        )}
      </p>
      {isPayable(outcome) && <Unpaid purchase={purchase} token={token} readAt={readAt} onChanged={onChanged} />}
      {outcome.kind === 'over' && (
        <ScreenButton wide to={eventPath({ id: status.eventId, slug: status.eventSlug })}>
          Elegir de nuevo
        </ScreenButton>
      )}
      {papers}
    </div>
  )
}

/** Whether it was bought just now: on the way here, or while this was looked at. */
function useJustPaid(isPaid: boolean): boolean {
  const { state } = useLocation() as { state: { isNew?: boolean } | null } // set by the result screen
  const [wasPaid] = useState(isPaid)
  return isPaid && (state?.isNew === true || !wasPaid)
}

const JOIN_ID = 'cuenta'

type BoughtProps = Pick<PurchaseProps, 'purchase' | 'token' | 'onChanged'> & { isNew: boolean; children: ReactNode }

/** Its tickets. Once it is of the account that looks, they are passed on here. */
function Bought({ purchase: { order, status, tickets }, token, isNew, onChanged, children }: BoughtProps) {
  const { publicId } = order
  const session = useSession()
  const query = { purchase: publicId, when: 'all', limit: 100 } as const
  const read = useQuery(endpointQuery(getMyTickets, { query }, { fresh: true, enabled: session !== null }))
  const own = session ? (read.data?.tickets ?? []) : []
  const isOwn = own.length > 0
  const transfer = useTransfer()
  // On the device that bought, without a session; any other device passes it on from an account.
  const buyer = session === null && storedMailOf(publicId) !== null ? storedBuyer.read() : null
  const [passing, setPassing] = useState<Ticket | null>(null)
  return (
    <>
      <BoughtTickets
        tickets={isOwn ? own : tickets}
        title={isNew ? boughtTitle(status, tickets.length) : order.eventName}
        isNew={isNew}
        sent={<Sent publicId={publicId} isOne={tickets.length === 1} />}
        actions={(ticket) => (
          <div className="mt-3 flex flex-col gap-3 print:hidden">
            {(isOwn || buyer) && ticket.canTransfer && (
              <Button
                tone="secondary"
                wide
                icon={<Send size={18} />}
                onClick={() => (isOwn ? void transfer.ask(ticket) : setPassing(ticket))}
              >
                Transferir a otra persona
              </Button>
            )}
            <TicketPdf ticket={ticket} />
          </div>
        )}
        onTransfer={isOwn ? (ticket) => void transfer.ask(ticket) : buyer ? setPassing : showJoin}
      >
        {isOwn && (
          <ScreenButton wide tone="secondary" to={paths.clientDashboard()}>
            Ver mis entradas
          </ScreenButton>
        )}
        {!isOwn && !buyer && !read.isLoading && tickets.some(({ canTransfer }) => canTransfer) && (
          <JoinPurchase id={JOIN_ID} publicId={publicId} token={token} isOne={tickets.length === 1} />
        )}
        {children}
      </BoughtTickets>
      {transfer.dialog}
      {passing && buyer && (
        <Suspense>
          <GuestTransferDialog
            ticket={passing}
            publicId={publicId}
            token={token}
            buyer={buyer}
            onClose={() => setPassing(null)}
            onDone={() => {
              setPassing(null)
              onChanged()
            }}
            onLeave={() => rememberRedirect(paths.guestOrder(publicId))}
          />
        </Suspense>
      )}
    </>
  )
}

/** How it is passed on stands below the tickets. */
function showJoin() {
  const join = document.getElementById(JOIN_ID)
  join?.scrollIntoView()
  join?.focus({ preventScroll: true })
}

function Sent({ publicId, isOne }: { publicId: string; isOne: boolean }) {
  const mail = storedMailOf(publicId)
  const isWhatsappOn = useWhatsapp() === true
  const to =
    mail === null
      ? isWhatsappOn
        ? 'por mail y WhatsApp'
        : 'por mail'
      : `a ${mail}${isWhatsappOn ? ' y a tu WhatsApp' : ''}`
  return `${isOne ? 'La mandamos' : 'Las mandamos'} ${to}.`
}

function TicketPdf({ ticket: { id, linkToken, state } }: { ticket: Ticket }) {
  if (linkToken === null || !['valid', 'used'].includes(state)) return null
  return (
    <LinkButton
      tone="secondary"
      wide
      href={addressOf(getTicketPdf, { params: { id }, query: { token: linkToken } })}
      download
    >
      <FileDown size={18} /> PDF
    </LinkButton>
  )
}

function Papers({ purchase: { order, hasReceipt }, token }: Pick<PurchaseProps, 'purchase' | 'token'>) {
  return (
    <Card className="mt-4 p-5">
      <PurchaseLines order={order} />
      {hasReceipt && (
        <LinkButton
          tone="quiet"
          size="s"
          className="mt-3 -ml-3"
          href={addressOf(getGuestReceipt, { params: { publicId: order.publicId }, query: { token } })}
          download
        >
          Bajar el comprobante
        </LinkButton>
      )}
    </Card>
  )
}

function Unpaid({ purchase, token, readAt, onChanged }: PurchaseProps) {
  const { order, status, paymentUrl } = purchase
  const remaining = useTimeToPay(status.secondsToPay, readAt)
  const { publicId } = order
  const leaving = useGiveUp({
    publicId,
    token,
    isOfDrinks: false,
    wasOpened: status.state === 'pending_payment',
    onDone: onChanged,
  })
  if (remaining === 0 || paymentUrl === null) return null
  return (
    <div className="flex flex-col gap-3">
      {remaining !== null && (
        <p className="text-center text-humo">
          Tu reserva te espera{' '}
          <span aria-live="off" className="font-bold text-sol">
            {remainingWords(remaining)}
          </span>
        </p>
      )}
      <LinkButton wide size="l" href={paymentUrl}>
        Pagar ahora
      </LinkButton>
      <Button wide tone="quiet" busy={leaving.isBusy} onClick={leaving.giveUp}>
        Soltar la reserva
      </Button>
      {leaving.dialog}
    </div>
  )
}

export { GuestOrderScreen as Component }
