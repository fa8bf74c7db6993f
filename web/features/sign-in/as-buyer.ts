/** State of the way to the screen that sends links: comes for the link of a purchase, and has no password to get back. */
export interface AsBuyer {
  readonly asBuyer: true
  /** What was typed at the checkout of this device. */
  readonly email?: string
}

export function asBuyer(email: string | null = null): AsBuyer {
  return { asBuyer: true, ...(email !== null && { email }) }
}
