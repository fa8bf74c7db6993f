import { figures, resultCents } from '#contract/values/figures.ts'
import { formatMoney } from '#contract/values/money.ts'

/** What costs leave of what is kept: `Costos −$4.475.000 → resultado −$3.502.618`. Nothing where none were entered. */
export function ResultLine({ totals }: { totals: { readonly keptCents: number; readonly costCents: number } }) {
  const { costCents } = totals
  if (costCents === 0) return null
  const netCents = resultCents(totals)
  return (
    <p className={netCents > 0 ? 'text-humo' : 'text-sol'}>
      {figures.costs.label} {formatMoney(-costCents)} → {figures.result.label.toLowerCase()} {formatMoney(netCents)}
    </p>
  )
}

/** What is kept is well only above zero. */
export function keptTone(keptCents: number): { tone?: 'yerba' } {
  return keptCents > 0 ? { tone: 'yerba' } : {}
}
