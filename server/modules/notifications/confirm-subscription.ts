/** WhatsApp asks whether the address of its notifications is ours. */
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'

/** Gives what to echo. Throws `unverified_webhook` when the question does not bring our own verify token. */
export function confirmSubscription(app: App, query: Readonly<Record<string, unknown>>): string {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined)
  const names = ['hub.mode', 'hub.verify_token', 'hub.challenge']
  const challenge = app.whatsapp.answerSubscription(Object.fromEntries(names.map((name) => [name, text(name)])))
  if (challenge === null) throw new Failure('unverified_webhook')
  return challenge
}
