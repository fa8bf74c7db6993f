import { CircleCheck, CircleX, Clock, RotateCcw } from 'lucide-react'
import type { OrderOutcome } from './order-outcome.ts'

/** Yellow is for what is still to come, red for what was refused. */
export function OutcomeIcon({ kind }: { kind: OrderOutcome['kind'] }) {
  const look = 'mx-auto size-16'
  if (kind === 'paid') return <CircleCheck className={`${look} text-yerba`} />
  if (kind === 'waiting' || kind === 'unpaid') return <Clock className={`${look} text-sol`} />
  if (kind === 'refunded') return <RotateCcw className={`${look} text-celeste`} />
  // A reservation that ended is over.
  return <CircleX className={`${look} ${kind === 'over' ? 'text-humo' : 'text-rojo'}`} />
}
