import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getOrderStatus } from '#contract/sales/checkout.ts'
import { endpointQuery } from '#web/api/query.ts'
import { isPayable, orderOutcome } from './order-outcome.ts'
import { HeldPlaces } from '../waiting/HeldPlaces.tsx'
import { usePay } from '#web/features/checkout/use-pay.ts'
import { useRemaining } from '#web/lib/use-remaining.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'

/** Coming back without having paid: the places are still held, and for how long. */
export function UnpaidOrder({ publicId, onGone }: { publicId: string; onGone: () => void }) {
  const status = useQuery(endpointQuery(getOrderStatus, { params: { publicId }, query: {} }, { fresh: true }))
  const outcome = status.data && orderOutcome(status.data)
  const canPay = outcome !== undefined && isPayable(outcome)
  const remaining = useRemaining(canPay ? status.data?.payUntil : null)
  const { pay, isBusy, problem } = usePay(publicId)
  const isOver = (outcome !== undefined && !canPay) || remaining === 0
  useEffect(() => {
    if (isOver) onGone()
  })
  if (!canPay || isOver) return null
  return (
    <HeldPlaces
      label="Compra sin terminar"
      title="Tenés lugares reservados"
      remaining={remaining}
      toDo="para pagar."
      text="Si comprás otra cosa, esta reserva se reemplaza."
      action={
        <Button tone="secondary" size="s" busy={isBusy} onClick={pay}>
          Seguir pagando
        </Button>
      }
    >
      <Problem message={problem} className="mt-3" />
    </HeldPlaces>
  )
}
