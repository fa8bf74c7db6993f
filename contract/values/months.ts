/** Months of the local calendar. */

export interface Month {
  readonly year: number
  /** 1–12. */
  readonly month: number
}

/** The month a local date belongs to. */
export function monthOf(date: string): Month {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) }
}

let names: Intl.DateTimeFormat | undefined

/** `Noviembre`, with its year when it is not the present one. */
export function monthName({ year, month }: Month, presentYear: number): string {
  names ??= new Intl.DateTimeFormat('es-AR', { month: 'long', timeZone: 'UTC' })
  const name = names.format(Date.UTC(year, month - 1, 15))
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${year === presentYear ? '' : ` ${year}`}`
}
