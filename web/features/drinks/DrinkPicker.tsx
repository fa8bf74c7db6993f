import { useState } from 'react'
import { MAX_OF_A_DRINK, type Drink } from '#contract/events/drinks.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Stepper } from '#web/ui/fields/Stepper.tsx'

/** A long menu begins with so many. */
const SHOWN = 4

/** Quantities by drink id. */
export type DrinkChoice = Readonly<Record<string, number>>

interface DrinkPickerProps {
  menu: readonly Drink[]
  choice: DrinkChoice
  onChange: (choice: DrinkChoice) => void
  /** Beside tickets: with a heading, and a long menu cut short. */
  isShort?: boolean
}

/** What the bar sells beforehand; nothing where it sells nothing. */
export function DrinkPicker({ menu, choice, onChange, isShort = true }: DrinkPickerProps) {
  const [isWhole, setWhole] = useState(!isShort)
  if (menu.length === 0) return null
  const shown = menu.filter(({ id }, at) => isWhole || at < SHOWN || (choice[id] ?? 0) > 0)
  return (
    <section aria-label="Bebidas" className={isShort ? 'mt-8' : 'mt-4'}>
      {isShort && (
        <>
          <h2 className="text-18 font-bold">Bebidas</h2>
          <p className="mb-2 text-14 text-humo">Opcional. Las retirás en la barra con el código de tu entrada.</p>
        </>
      )}
      <ul className="divide-y divide-linea border-y border-linea">
        {shown.map((drink) => (
          <li key={drink.id} className="flex items-center justify-between gap-4 py-3">
            <div className="min-w-0">
              <h3 className="font-semibold wrap-anywhere">{drink.name}</h3>
              {drink.description && <p className="line-clamp-2 text-14 wrap-anywhere text-humo">{drink.description}</p>}
              <p className="text-14">
                {formatPrice(toCents(drink.price) + toCents(drink.fee))}
                {drink.fee > 0 && (
                  <span className="block text-12 text-humo">
                    {formatPrice(toCents(drink.price))} + {formatPrice(toCents(drink.fee))} de servicio
                  </span>
                )}
              </p>
            </div>
            <Stepper
              label={drink.name}
              className="shrink-0"
              value={choice[drink.id] ?? 0}
              max={MAX_OF_A_DRINK}
              onChange={(quantity) => onChange({ ...choice, [drink.id]: quantity })}
            />
          </li>
        ))}
      </ul>
      {shown.length < menu.length && (
        <Button tone="quiet" size="s" className="mt-2 -ml-3" onClick={() => setWhole(true)}>
          Ver las {menu.length} bebidas
        </Button>
      )}
    </section>
  )
}
