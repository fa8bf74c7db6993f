/** What somebody was writing to us: it survives a reload, a sign-in and a lost network, and goes when it was sent. */
import type { CallInput } from '#contract/endpoint.ts'
import type { sendContact } from '#contract/support.ts'

export type ContactDraft = Pick<CallInput<typeof sendContact>['body'], 'name' | 'mail' | 'topic' | 'message'>

const KEY = 'consulta'

export function readDraft(storage: Storage): Partial<ContactDraft> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

export function keepDraft(storage: Storage, { name, mail, topic, message }: ContactDraft): void {
  try {
    storage.setItem(KEY, JSON.stringify({ name, mail, topic, message }))
  } catch {
    // Storage refused or full: what was typed is still on the screen.
  }
}

export function clearDraft(storage: Storage): void {
  storage.removeItem(KEY)
}
