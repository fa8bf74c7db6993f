/** The platform's fee on a ticket, in words: `10 % + $200 por entrada, al menos $500 y como mucho $3.000` */
import { formatMoney } from './money.ts'
import type { FeeTerms } from './prices.ts'

export function feeWords({ percentBps, fixedCents, leastCents, mostCents }: FeeTerms): string {
  const asked = [
    percentBps > 0 && `${String(percentBps / 100).replace('.', ',')} %`,
    fixedCents > 0 && formatMoney(fixedCents),
  ].filter(Boolean)
  if (mostCents === 0 || (asked.length === 0 && leastCents === 0)) return 'Sin cargo'
  const bounds = [
    leastCents > 0 && `al menos ${formatMoney(leastCents)}`,
    mostCents !== null && `como mucho ${formatMoney(mostCents)}`,
  ].filter(Boolean)
  const base = asked.length > 0 ? `${asked.join(' + ')} por entrada` : 'Por entrada'
  return [base, bounds.join(' y ')].filter(Boolean).join(', ')
}
