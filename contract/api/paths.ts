/** Every address of a screen, as a function: links in the web, in mails and in the provider's return addresses agree by construction. */
import { places, type ScreenName } from '#contract/platform/places.ts'

const encode = encodeURIComponent

/** One argument for each `:name` of a pattern. */
type Parameters<Path extends string> = Path extends `${string}/:${string}/${infer Rest}`
  ? [string | number, ...Parameters<`/${Rest}`>]
  : Path extends `${string}/:${string}`
    ? [string | number]
    : []

type OfScreens = { readonly [Name in ScreenName]: (...values: Parameters<(typeof places)[Name]['path']>) => string }

/** The address of a pattern: `/evento/:id` with the id in it. */
export function fillPath(pattern: string, ...values: readonly (string | number)[]): string {
  let next = 0
  return pattern.replaceAll(/:\w+/g, () => encode(values[next++] ?? ''))
}

const ofScreens = Object.fromEntries(
  Object.entries(places).map(([name, { path }]) => [
    name,
    (...values: readonly (string | number)[]) => fillPath(path, ...values),
  ]),
) as OfScreens // one for each name; fromEntries forgets the names

/** In mails the token follows `#`, so that it reaches no server log and no Referer. */
const withToken = (path: string, token?: string) => (token === undefined ? path : `${path}#token=${encode(token)}`)

export const paths = {
  ...ofScreens,
  buyTicket: (eventId: string) => `${places.checkout.path}?eventId=${encode(eventId)}`,
  pay: (publicId: string, signature: string) => `/pagar/${encode(publicId)}?s=${encode(signature)}`,
  payResult: (result: 'success' | 'pending' | 'failure', query: { platform: string; eventId: string; order: string }) =>
    `${places.checkout.path}/${result}?platform=${encode(query.platform)}&eventId=${encode(query.eventId)}&order=${encode(query.order)}`,
  /** After `#`, as in `withToken`. */
  guestOrderLink: (publicId: string, token: string) => withToken(ofScreens.guestOrder(publicId), token),
  resetPassword: (token?: string) => withToken(places.resetPassword.path, token),
  activateAccount: (token?: string) => withToken(places.activateAccount.path, token),
  media: (file: string) => `/media/${file}`,
}

/** The page of an event by its address that can be said, where it has one. */
export function eventPath({ id, slug }: { readonly id: string; readonly slug: string | null }): string {
  return paths.event(slug ?? id)
}
