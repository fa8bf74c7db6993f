import type { DrinkVoucher } from '#contract/sales/tickets.ts'
import { classes } from '#web/ui/base/classes.ts'
import { hasDrinksLeft } from './ticket-notice.ts'
import { groupBy } from '#web/lib/group-by.ts'

/** The drinks of a ticket, one line a kind, with how many of it are left. */
export function TicketDrinks({ vouchers }: { vouchers: readonly DrinkVoucher[] }) {
  if (vouchers.length === 0) return null
  const kinds = [...groupBy(vouchers, ({ name }) => name)]
  return (
    <div className="mt-4 border-t-2 border-dashed border-humo pt-4">
      <ul aria-label="Bebidas" className="flex flex-col gap-1">
        {kinds.map(([name, all]) => {
          const left = all.filter(({ redeemedAt }) => redeemedAt === null).length
          return (
            <li key={name} className={classes('flex justify-between gap-4', left === 0 && 'text-humo-papel')}>
              <span className={classes('min-w-0 font-bold wrap-anywhere', left === 0 && 'line-through')}>
                {all.length} × {name}
              </span>
              {left < all.length && (
                <span className="shrink-0 text-14">{left === 0 ? 'Retirada' : `quedan ${left}`}</span>
              )}
            </li>
          )
        })}
      </ul>
      <p className="mt-1 text-14 text-humo-papel">
        {hasDrinksLeft(vouchers) ? 'En la barra, con este mismo código.' : 'Ya las retiraste.'}
      </p>
    </div>
  )
}
