/** Finds layout faults of a screen, for the sweep. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

const source = readFileSync(new URL('./find-faults.mjs', import.meta.url), 'utf8').replace(
  /^[\s\S]*?export default /,
  '',
)

export interface FaultOptions {
  /** On a phone what can be touched is as large as a thumb (rule R17.2). */
  readonly isPhone: boolean
  /** What is refunded stands to the centavo (rule R1.3). */
  readonly mayShowCentavos?: boolean
}

/** One line per fault: what overflows, is cut without a way to read it, is covered, or is too small to touch. */
export async function screenFaults(page: Page, options: FaultOptions): Promise<string[]> {
  return page.evaluate<string[]>(`(${source})(${JSON.stringify(options)})`)
}
