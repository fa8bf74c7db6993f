import { formatMoney, formatPrice, toCents } from '#contract/values/money.ts'
import type { ChoiceTotals, ChosenLine } from './choice.ts'
import { cartWords, type ChosenDrink } from './drinks-choice.ts'

interface OrderSummaryProps {
  lines: readonly ChosenLine[]
  drinks: readonly ChosenDrink[]
  totals: ChoiceTotals
  /** The code behind the discount. */
  code: string | null
}

/** Price, discount and fee, itemised before paying (rules R10.2, R18.3). */
export function OrderSummary({ lines, drinks, totals, code }: OrderSummaryProps) {
  if (lines.length === 0) return <p className="text-humo">Elegí tus entradas para ver el total.</p>
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
      {lines.map(({ type, quantity }) => (
        <div key={type.id} className="contents">
          <dt translate="no" className="min-w-0 wrap-anywhere">
            {quantity} × {type.name}
          </dt>
          <dd translate="no" className="text-right">
            {formatPrice(toCents(type.price) * quantity)}
          </dd>
        </div>
      ))}
      {drinks.map(({ drink, quantity }) => (
        <div key={drink.id} className="contents">
          <dt translate="no" className="min-w-0 wrap-anywhere">
            {quantity} × {drink.name}
          </dt>
          <dd translate="no" className="text-right">
            {formatPrice(toCents(drink.price) * quantity)}
          </dd>
        </div>
      ))}
      {totals.discountCents > 0 && (
        <div className="contents text-yerba">
          <dt className="min-w-0 wrap-anywhere">
            Descuento <span translate="no">{code}</span>
          </dt>
          <dd translate="no" className="text-right">
            {formatMoney(-totals.discountCents)}
          </dd>
        </div>
      )}
      {totals.feeCents > 0 && (
        <div className="contents text-humo">
          <dt>Cargo por servicio</dt>
          <dd translate="no" className="text-right">
            {formatMoney(totals.feeCents)}
          </dd>
        </div>
      )}
      <div className="col-span-2 mt-1 flex items-baseline justify-between border-t border-linea pt-3 text-18 font-bold">
        <dt>
          Total <span className="text-14 font-normal text-humo">{cartWords(totals.tickets, drinks)}</span>
        </dt>
        <dd translate="no" className="display">
          {formatPrice(totals.totalCents)}
        </dd>
      </div>
    </dl>
  )
}

/** The total in a phone's bar, next to its button; what a screen reader has read above. */
export function BarTotal({ totals, drinks }: Pick<OrderSummaryProps, 'totals' | 'drinks'>) {
  if (totals.tickets === 0) return <p className="self-center text-14 text-humo md:hidden">Elegí tus entradas</p>
  return (
    <p aria-hidden="true" className="shrink-0 self-center md:hidden">
      <span translate="no" className="display block text-22 whitespace-nowrap">
        {formatPrice(totals.totalCents)}
      </span>
      <span className="block text-12 text-humo">{cartWords(totals.tickets, drinks)}</span>
    </p>
  )
}
