import { toLocalDate, toNight } from '#contract/values/dates.ts'

/** The browser's clock, in milliseconds. The only place of the web that reads it. */
export function nowMilliseconds(): number {
  return Date.now()
}

/** The present as an ISO instant, for `contract/values/dates.ts`. */
export function nowInstant(): string {
  return new Date().toISOString()
}

/** Today in Buenos Aires, `YYYY-MM-DD`. */
export function today(): string {
  return toLocalDate(nowInstant())
}

/** The date of the night that is on, for what lists show as today: until 06:00 it is that of the evening before. */
export function tonight(): string {
  return toNight(nowInstant())
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

/** What `work` gives, or a `TimeoutError` after so many milliseconds: some browsers' databases never answer. */
export async function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const answer = new DOMException(`No answer within ${milliseconds} ms`, 'TimeoutError')
    timer = setTimeout(() => reject(answer), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
