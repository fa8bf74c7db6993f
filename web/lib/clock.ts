/** The browser's clock, in milliseconds. The only place of the web that reads it. */
export function nowMilliseconds(): number {
  return Date.now()
}

/** The present as an ISO instant, for `contract/dates.ts`. */
export function nowInstant(): string {
  return new Date().toISOString()
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
