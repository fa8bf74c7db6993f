/**
 * Money is an integer number of centavos everywhere in code and database (`…Cents`). The wire fields that existing clients
 * know (price, amount, …) are pesos with at most two decimals; this file alone converts between the two.
 */
import { grouped } from './numbers.ts'

/** The most that one price may be, in pesos. */
export const MAX_PRICE = 1_000_000_000

/** Centavos → pesos for the wire. */
export function toPesos(amountCents: number): number {
  return amountCents / 100
}

/** Pesos of the wire → centavos; rounds half up, so that 0.1 + 0.2 is 30 centavos. */
export function toCents(amountPesos: number): number {
  return Math.round(amountPesos * 100)
}

/** Rounds centavos to whole pesos, half up: prices, fees and refunds are whole pesos (rule R1.2). */
export function roundToWholePesos(amountCents: number): number {
  return Math.floor((amountCents + 50) / 100) * 100
}

/** Centavos → `$18.000`, to the whole peso (half up), `−$500` below zero; no finite number is `$0` (rule R1.3). */
export function formatMoney(amountCents: number | null | undefined): string {
  if (typeof amountCents !== 'number' || !Number.isFinite(amountCents)) return '$0'
  return signed(amountCents, grouped(Math.round(Math.abs(amountCents) / 100)))
}

/** Centavos → `$1.000,50`, exactly: what was refunded outside, and documents (rule R1.3). */
export function formatExactMoney(amountCents: number): string {
  const size = Math.abs(Math.round(amountCents))
  const rest = size % 100
  return signed(amountCents, grouped((size - rest) / 100) + (rest === 0 ? '' : `,${String(rest).padStart(2, '0')}`))
}

const signed = (amountCents: number, pesos: string) => (amountCents < 0 && pesos !== '0' ? `−$${pesos}` : `$${pesos}`)

/** Centavos → the price as people read it: `Gratis` when it costs nothing. */
export function formatPrice(priceCents: number): string {
  return priceCents === 0 ? 'Gratis' : formatMoney(priceCents)
}
