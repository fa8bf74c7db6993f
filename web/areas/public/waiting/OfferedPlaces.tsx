import { useEffect } from 'react'
import type { TicketType } from '#contract/events/event-schemas.ts'
import { leaveWaitingList, type OwnWaiting } from '#contract/events/waiting-list.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { ticketsWords } from '../checkout/choice.ts'
import { useRemaining } from '#web/lib/use-remaining.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { HeldPlaces } from './HeldPlaces.tsx'
import { offersOf } from './waiting.ts'

interface OfferedPlacesProps {
  own: readonly OwnWaiting[]
  types: readonly TicketType[]
  /** The time of one is over. */
  onOver: () => void
}

/** Places of the waiting list that are kept for this person, and for how long. */
export function OfferedPlaces({ own, types, onOver }: OfferedPlacesProps) {
  const leaving = useAct(leaveWaitingList, {
    input: ({ ticketTypeId }: OwnWaiting) => ({ params: { typeId: ticketTypeId } }),
    title: '¿Dejar el lugar?',
    description: 'Se lo ofrecemos a quien sigue en la lista de espera y no lo podés recuperar.',
    confirm: 'Dejar el lugar',
    tone: 'danger',
    done: 'Dejaste el lugar para quien sigue',
  })
  return (
    <>
      {offersOf(own).map((offer) => (
        <Offer
          key={offer.ticketTypeId}
          offer={offer}
          name={types.find(({ id }) => id === offer.ticketTypeId)?.name ?? 'tu entrada'}
          onLeave={() => leaving.ask(offer)}
          onOver={onOver}
        />
      ))}
      {leaving.dialog}
    </>
  )
}

interface OfferProps {
  offer: OwnWaiting
  name: string
  onLeave: () => void
  onOver: () => void
}

function Offer({ offer, name, onLeave, onOver }: OfferProps) {
  const remaining = useRemaining(offer.offerUntil)
  const places = offer.offeredPlaces ?? 0
  useEffect(() => {
    if (remaining === 0) onOver()
  })
  if (remaining === 0) return null
  return (
    <HeldPlaces
      label={`Lugar guardado: ${name}`}
      title={`¡Se liberó lugar! Te guardamos ${ticketsWords(places)} ${name}`}
      remaining={remaining}
      toDo="para comprar."
      text={places < offer.quantity && `Pediste ${offer.quantity}: es lo que se liberó. Al comprar salís de la lista.`}
      action={
        <Button tone="quiet" size="s" className="-mx-3" onClick={onLeave} aria-label={`Dejar el lugar: ${name}`}>
          Dejar el lugar
        </Button>
      }
    />
  )
}
