/** Amounts to the centavo, for figures that must add up. */
import { formatCents, toPesos } from './money.ts'

const exactPesos = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Centavos → `$13.702,50`, and `$18.000` where there are none. Below zero, with its sign. */
export function formatExactCents(amountCents: number): string {
  const amount = Math.abs(amountCents)
  const text = amount % 100 === 0 ? formatCents(amount) : `$${exactPesos.format(toPesos(amount))}`
  return amountCents < 0 ? `−${text}` : text
}
