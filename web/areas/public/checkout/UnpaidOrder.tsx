import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getOrderStatus } from '#contract/checkout.ts'
import { endpointQuery } from '#web/api/query.ts'
import { isPayable, orderOutcome } from './order-outcome.ts'
import { usePay } from '#web/features/checkout/use-pay.ts'
import { remainingWords, useRemaining } from '#web/lib/use-remaining.ts'
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
    <section aria-label="Compra sin terminar" className="mb-5 rounded-card border border-sol bg-tinta p-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 className="font-bold">Tenés lugares reservados</h2>
          {remaining !== null && (
            <p className="text-14 text-humo">
              Quedan <span className="font-bold text-sol tabular-nums">{remainingWords(remaining)}</span> para pagar. Si
              comprás otra cosa, esta reserva se reemplaza.
            </p>
          )}
        </div>
        <Button tone="secondary" size="s" busy={isBusy} onClick={pay}>
          Seguir pagando
        </Button>
      </div>
      <Problem message={problem} />
    </section>
  )
}
