/** How a chart's figures are written, as people here write them. */
export interface Figures {
  /** In the readout and the table. */
  full: (value: number) => string
  /** On an axis, where there is little room. */
  short: (value: number) => string
  /** There is no half of one: an axis has no such line. */
  isWhole: boolean
}

const whole = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 })
/** With a minus as wide as a figure. */
export const signed = (text: (value: number) => string) => (value: number) =>
  value < 0 ? `−${text(-value)}` : text(Math.abs(value))

/** People, tickets, visits: `1.351`, `12 mil` on an axis. */
export const counts: Figures = { full: signed((value) => whole.format(value)), short: signed(shortOf), isWhole: true }

/** Of a hundred: `47,5 %`. */
export const percents: Figures = {
  full: signed((value) => `${whole.format(value)} %`),
  short: signed((value) => `${whole.format(value)} %`),
  isWhole: false,
}

/** `500 mil`, `1,3 M`: `Intl` would write `500 k` and `1,3 B`, which is not Argentine usage. */
export function shortOf(value: number): string {
  if (value < 10_000) return whole.format(value)
  return value < 1_000_000 ? `${whole.format(value / 1000)} mil` : `${whole.format(value / 1_000_000)} M`
}
