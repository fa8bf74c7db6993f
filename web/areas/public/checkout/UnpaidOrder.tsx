import { useEffect, useRef } from 'react'
import { useHeldOrders, useTimeToPay, type HeldOrder } from '#web/features/checkout/held-orders.ts'
import { useGiveUp } from '#web/features/checkout/use-give-up.ts'
import { usePay } from '#web/features/checkout/use-pay.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { HeldPlaces } from '../waiting/HeldPlaces.tsx'

/** On the event's checkout: the places are still held, wherever that began, and for how long. */
export function UnpaidOrder({ eventId, onGone }: { eventId: string; onGone: () => void }) {
  const held = useHeldOrders()?.find((order) => order.eventId === eventId && order.lines.length > 0)
  const wasHeld = useRef(false)
  useEffect(() => {
    // Paid, given up or over, here or elsewhere: what is left to choose changed.
    if (wasHeld.current && !held) onGone()
    wasHeld.current = held !== undefined
  })
  return held ? <Held key={held.publicId} order={held} /> : null
}

function Held({ order }: { order: HeldOrder }) {
  const { publicId, secondsToPay, readAt, state } = order
  const remaining = useTimeToPay(secondsToPay, readAt)
  const { pay, isBusy, problem } = usePay(publicId)
  const leaving = useGiveUp({ publicId, isOfDrinks: false, wasOpened: state === 'pending_payment' })
  if (remaining === 0) return null
  return (
    <HeldPlaces
      label="Compra sin terminar"
      title="Tenés lugares reservados"
      remaining={remaining}
      toDo="para pagar."
      text="Si comprás otra cosa, esta reserva se reemplaza."
      action={
        <div className="flex flex-wrap gap-2">
          <Button tone="secondary" size="s" busy={isBusy} onClick={pay}>
            Seguir pagando
          </Button>
          <Button tone="quiet" size="s" busy={leaving.isBusy} aria-label="Soltar la reserva" onClick={leaving.giveUp}>
            Soltar
          </Button>
        </div>
      }
    >
      <Problem message={problem} className="mt-3" />
      {leaving.dialog}
    </HeldPlaces>
  )
}
