import { useEffect, useRef, type ReactNode } from 'react'
import type { Order } from '#contract/sales/checkout.ts'
import { useGuestHold } from '#web/features/checkout/guest-hold.ts'
import { useHeldOrders, useTimeToPay, type HeldOrder } from '#web/features/checkout/held-orders.ts'
import { PurchaseLines } from '#web/features/checkout/PurchaseLines.tsx'
import type { StoredHold } from '#web/features/checkout/stored-hold.ts'
import { useGiveUp } from '#web/features/checkout/use-give-up.ts'
import { usePay } from '#web/features/checkout/use-pay.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { HeldPlaces } from '../waiting/HeldPlaces.tsx'

interface UnpaidOrderProps {
  eventId: string
  /** Of this device, placed without a session. */
  stored: StoredHold | null
  /** Something else is bought: paying what is held is one way of two. */
  isAside: boolean
  onAside: () => void
  /** Whether places of the event are held. */
  onHeld: (isHeld: boolean) => void
  /** What is left to choose changed. */
  onGone: () => void
}

/** On the event's checkout: the places are still held, wherever that began, and for how long. Paying them is the way on. */
export function UnpaidOrder({ eventId, stored, isAside, onAside, onHeld, onGone }: UnpaidOrderProps) {
  const all = useHeldOrders()
  const own = all?.find((order) => order.eventId === eventId && order.lines.length > 0)
  const remaining = useTimeToPay(own?.secondsToPay, own?.readAt ?? 0)
  const isKnown = all?.some(({ publicId }) => publicId === stored?.publicId)
  const guest = useGuestHold(own || isKnown !== false ? null : stored).held
  const isOwnHeld = own !== undefined && remaining !== 0
  const isHeld = isOwnHeld || guest?.order.eventId === eventId
  const wasHeld = useRef(false)
  useEffect(() => {
    onHeld(isHeld)
    // Paid, given up or over, here or elsewhere.
    if (wasHeld.current && !isHeld) onGone()
    wasHeld.current = isHeld
  })
  const shared = { isAside, onAside }
  if (isOwnHeld) return <OwnHeld key={own.publicId} order={own} remaining={remaining} {...shared} />
  if (!guest || !isHeld || !stored) return null
  const { order, ...held } = guest
  return <Held key={order.publicId} order={order} {...held} token={stored.token} {...shared} />
}

type Way = Pick<UnpaidOrderProps, 'isAside' | 'onAside'>

function OwnHeld({ order, ...shared }: Way & { order: HeldOrder; remaining: number | null }) {
  const { pay, isBusy, problem } = usePay(order.publicId)
  return (
    <Held
      order={order}
      wasOpened={order.state === 'pending_payment'}
      pay={{ onClick: pay, busy: isBusy }}
      problem={problem}
      {...shared}
    />
  )
}

interface HeldProps extends Way {
  order: Order
  token?: string
  wasOpened: boolean
  remaining: number | null
  /** Where it is paid, or how. */
  paymentUrl?: string
  pay?: { onClick: () => void; busy: boolean }
  problem?: string | null | undefined
}

function Held({ order, token, wasOpened, remaining, paymentUrl, pay, problem, isAside, onAside }: HeldProps) {
  const leaving = useGiveUp({ publicId: order.publicId, token, isOfDrinks: false, wasOpened, onDone: focusPage })
  const places = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const look = isAside ? ({ tone: 'secondary', size: 's' } as const) : ({ size: 'l', wide: true } as const)
  const goOn = paymentUrl ? (
    <LinkButton {...look} href={paymentUrl}>
      Seguir pagando
    </LinkButton>
  ) : (
    <Button {...look} {...pay}>
      Seguir pagando
    </Button>
  )
  const release = (
    <Button
      tone={isAside ? 'quiet' : 'secondary'}
      size={isAside ? 's' : 'm'}
      busy={leaving.isBusy}
      aria-label="Soltar la reserva"
      onClick={leaving.giveUp}
    >
      Soltar
    </Button>
  )
  return (
    <HeldPlaces
      label="Compra sin terminar"
      title={places === 1 ? 'Tenés un lugar reservado' : 'Tenés lugares reservados'}
      remaining={remaining}
      toDo="para pagar."
      text={isAside && (token === undefined ? REPLACED : REPLACED_WITH_SAME_CONTACTS)}
      action={
        isAside && (
          <div className="flex flex-wrap gap-2">
            {goOn}
            {release}
          </div>
        )
      }
    >
      {!isAside && (
        <OnlyWay order={order}>
          {goOn}
          <div className="flex gap-3 *:px-4">
            {release}
            <Button
              tone="secondary"
              className="flex-1"
              onClick={() => {
                onAside()
                focusPage()
              }}
            >
              Comprar otra cosa
            </Button>
          </div>
        </OnlyWay>
      )}
      <Problem message={problem ?? null} className="mt-3" />
      {leaving.dialog}
    </HeldPlaces>
  )
}

/** What had the focus leaves. */
function focusPage() {
  document.getElementById('main')?.focus({ preventScroll: true })
}

const REPLACED = 'Si comprás otra cosa, esta reserva se reemplaza.'
const REPLACED_WITH_SAME_CONTACTS = 'Si comprás otra cosa con los mismos datos, esta reserva se reemplaza.'

function OnlyWay({ order, children }: { order: Order; children: ReactNode }) {
  return (
    <>
      <PurchaseLines order={order} className="mt-4 border-t border-linea pt-4" />
      <div className="mt-5 flex flex-col gap-3">{children}</div>
    </>
  )
}
