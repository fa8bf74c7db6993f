/** What organizing costs and takes, from the platform's own figures. Pure. */
import { feeWords } from '#contract/values/fee-words.ts'
import { figures } from '#contract/values/figures.ts'
import { DEFAULT_FEE_TERMS, serviceFeeCents } from '#contract/values/prices.ts'
import type { WaterfallStep } from '#web/ui/data/Waterfall.tsx'

export function needsOf(isGroup: boolean): readonly string[] {
  return [
    'Tu DNI: le sacás una foto de cada lado.',
    'Un email y un WhatsApp, para contestarte.',
    isGroup ? 'El CUIT y la razón social, si está registrada.' : 'El nombre con el que querés que te vean.',
  ]
}

/** The night of the example. */
export const EXAMPLE = { tickets: 100, priceCents: 2_000_000 } as const

export const costWords = feeWords(DEFAULT_FEE_TERMS)

/** From what people pay to what is left, when they pay the fee over the price. */
export function exampleSteps(): WaterfallStep[] {
  const { tickets, priceCents } = EXAMPLE
  const fees = tickets * serviceFeeCents(priceCents, DEFAULT_FEE_TERMS)
  const kept = tickets * priceCents
  return [
    { label: 'Paga la gente', amount: kept + fees, is: 'start', tone: 'celeste' },
    { label: figures.platform.label, amount: fees, is: 'less', tone: 'humo' },
    { label: figures.kept.label, amount: kept, is: 'end', tone: 'yerba' },
  ]
}
