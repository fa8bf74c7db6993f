/** How what changes hands in a promoter's settlement reads, on either side; also in its mail and its receipt. */
import { formatMoney } from './money.ts'

export type SettlementSide = 'organizer' | 'promoter'

/** Which way how much goes, as the reader does it: above zero the promoter hands it in, below zero the organizer pays it. */
export function countedWords(
  { countedCents }: { readonly countedCents: number },
  reader: SettlementSide,
  /** To the centavo in a mail. */
  write: (amountCents: number) => string = formatMoney,
): string {
  if (countedCents === 0) return 'No cambia plata de manos'
  const receives = countedCents > 0 ? 'organizer' : 'promoter'
  const amount = write(Math.abs(countedCents))
  if (reader === 'organizer') return receives === 'organizer' ? `Te entrega ${amount}` : `Le pagás ${amount}`
  return receives === 'promoter' ? `Te pagan ${amount}` : `Entregás ${amount}`
}
