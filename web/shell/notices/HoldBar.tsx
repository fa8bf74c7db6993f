import { Clock } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { useGuestHold } from '#web/features/checkout/guest-hold.ts'
import { useHeldOrders, useTimeToPay, type HeldOrder } from '#web/features/checkout/held-orders.ts'
import { storedHold, type StoredHold } from '#web/features/checkout/stored-hold.ts'
import { useGiveUp } from '#web/features/checkout/use-give-up.ts'
import { usePay } from '#web/features/checkout/use-pay.ts'
import { usePublishedHeight } from '#web/ui/base/use-published-height.ts'
import { remainingWords } from '#web/lib/use-remaining.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

/** Under the bar of every page: what is held for the person, on whatever device they began, and for how long. */
export function HoldBar() {
  const location = useLocation()
  const own = useHeldOrders(location.pathname)
  const stored = storedHold.read()
  const first = own?.find(
    (order) => !isShownBelow(location, order.lines.length > 0 ? order : { publicId: order.publicId }),
  )
  if (first) return <OwnHold key={first.publicId} order={first} />
  if (!stored || own === undefined || own.some(({ publicId }) => publicId === stored.publicId)) return null
  if (isShownBelow(location, stored)) return null
  return <GuestHold key={stored.publicId} hold={stored} />
}

interface Shown {
  readonly publicId: string
  /** Of an order with tickets, which its checkout shows. */
  readonly eventId?: string
}

/** The page itself says what is held, and how it is paid. */
function isShownBelow(
  { pathname, search }: { pathname: string; search: string },
  { publicId, eventId }: Shown,
): boolean {
  const asked = new URLSearchParams(search)
  if (pathname === paths.guestOrder(publicId)) return true
  if ([asked.get('order'), asked.get('external_reference')].includes(publicId)) return true
  return pathname === paths.checkout() && eventId !== undefined && asked.get('eventId') === eventId
}

function OwnHold({ order }: { order: HeldOrder }) {
  const { publicId, secondsToPay, readAt, eventName, state } = order
  const { pay, isBusy, problem } = usePay(publicId)
  const isOfDrinks = order.lines.length === 0
  useEffect(() => {
    if (problem) showToast(problem, 'error')
  }, [problem])
  return (
    <Strip
      publicId={publicId}
      eventName={eventName}
      isOfDrinks={isOfDrinks}
      wasOpened={state === 'pending_payment'}
      remaining={useTimeToPay(secondsToPay, readAt)}
      action={
        <Button size="s" busy={isBusy} onClick={pay}>
          Seguir pagando
        </Button>
      }
    />
  )
}

function GuestHold({ hold: { publicId, token } }: { hold: StoredHold }) {
  const location = useLocation()
  const { held, isGone } = useGuestHold({ publicId, token })
  useEffect(() => {
    if (isGone) storedHold.forget(publicId)
  }, [isGone, publicId])
  if (!held || isShownBelow(location, { publicId, eventId: held.order.eventId })) return null
  return (
    <Strip
      publicId={publicId}
      token={token}
      eventName={held.order.eventName}
      isOfDrinks={false}
      wasOpened={held.wasOpened}
      remaining={held.remaining}
      action={
        <LinkButton size="s" href={held.paymentUrl}>
          Seguir pagando
        </LinkButton>
      }
    />
  )
}

interface StripProps {
  publicId: string
  token?: string
  eventName: string
  isOfDrinks: boolean
  wasOpened: boolean
  remaining: number | null
  action: ReactNode
}

function Strip({ publicId, token, eventName, isOfDrinks, wasOpened, remaining, action }: StripProps) {
  const { giveUp, isBusy, dialog } = useGiveUp({
    publicId,
    token,
    isOfDrinks,
    wasOpened,
    // What had the focus leaves.
    onDone: () => document.getElementById('main')?.focus({ preventScroll: true }),
  })
  const box = useRef<HTMLElement>(null)
  const isShown = remaining !== null && remaining > 0
  // The page begins beneath it.
  usePublishedHeight(box, '--hold-bar', { isShown })
  if (!isShown) return null
  return (
    <section ref={box} aria-label="Compra sin terminar" data-hold className="border-y border-linea bg-mesa-2">
      <div className="column flex min-h-14 items-center py-1 gap-2 sm:gap-4">
        <Clock size={20} className="shrink-0 text-sol" />
        <p className="min-w-0 flex-1 leading-tight sm:flex sm:items-baseline sm:gap-3">
          <span aria-live="off" className="block font-bold text-sol tabular-nums">
            {remainingWords(remaining)}
          </span>
          <span className="block wrap-anywhere text-12 sm:text-14">
            <span className="max-sm:sr-only">{isOfDrinks ? 'Tus bebidas para ' : 'Tu reserva para '}</span>
            {eventName}
          </span>
        </p>
        {action}
        <Button tone="quiet" size="s" busy={isBusy} aria-label="Soltar la reserva" onClick={giveUp}>
          Soltar
        </Button>
      </div>
      {dialog}
    </section>
  )
}
