import { formatMoney, toPesos } from '#contract/values/money.ts'
import { shortOf, signed, type Figures } from '#web/ui/charts/figures.ts'

/** How a chart writes centavos: `$24.318.000`, on an axis `$24,3 M`. */
export const moneyFigures: Figures = {
  full: formatMoney,
  short: signed((cents) => `$${shortOf(Math.round(toPesos(cents)))}`),
  isWhole: true,
}
