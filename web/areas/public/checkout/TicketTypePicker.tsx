import type { ReactNode } from 'react'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { canBeBought, typeNotice } from '#contract/first-paint/type-words.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import { nowInstant } from '#web/lib/clock.ts'
import { Card } from '#web/ui/base/Card.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { Stepper } from '#web/ui/fields/Stepper.tsx'
import { chosenLines, maxOf, type Choice } from './choice.ts'

interface TicketTypePickerProps {
  event: Pick<EventPage, 'orderLimit'>
  types: readonly TicketType[]
  choice: Choice
  onChange: (choice: Choice) => void
  /** What can be done about a type that is sold out. */
  whenSoldOut?: (type: TicketType) => ReactNode
}

/** The event's types, each with how many: prices and conditions are read before anything is chosen. */
export function TicketTypePicker({ event, types, choice, onChange, whenSoldOut }: TicketTypePickerProps) {
  const lines = chosenLines(event, types, choice)
  return (
    <ul className="flex flex-col gap-3">
      {types.map((type) => {
        const isOpen = canBeBought(type)
        const quantity = lines.find((line) => line.type.id === type.id)?.quantity ?? 0
        const notice = typeNotice(type, nowInstant())
        return (
          <Card asChild key={type.id} className={classes('p-4', quantity > 0 && 'ring-2 ring-celeste')}>
            <li>
              <div className="flex items-start justify-between gap-4">
                <div className="min-w-0">
                  <h3 translate="no" className={classes('text-16 font-bold', !isOpen && 'text-humo')}>
                    {type.name}
                  </h3>
                  {type.description && <p className="mt-0.5 text-14 text-humo">{type.description}</p>}
                </div>
                {isOpen && (
                  <Stepper
                    label={type.name}
                    value={quantity}
                    max={maxOf(type, event, lines)}
                    onChange={(quantity) => onChange({ ...choice, [type.id]: quantity })}
                  />
                )}
              </div>
              <div className="mt-2 flex items-end justify-between gap-4 text-14">
                <span className="min-w-0">
                  <span
                    className={classes('block', type.availability === 'last' ? 'font-semibold text-sol' : 'text-humo')}
                  >
                    {notice}
                  </span>
                  {type.fee > 0 && (
                    <span className="block text-12 text-humo">
                      <span translate="no">
                        {formatPrice(toCents(type.price))} + {formatPrice(toCents(type.fee))}
                      </span>{' '}
                      de servicio
                    </span>
                  )}
                </span>
                <span translate="no" className={classes('text-16 font-bold', !isOpen && 'text-humo')}>
                  {formatPrice(toCents(type.price) + toCents(type.fee))}
                </span>
              </div>
              {type.availability === 'soldOut' && whenSoldOut?.(type)}
            </li>
          </Card>
        )
      })}
    </ul>
  )
}
