/** What somebody was writing to us: it survives a reload, a sign-in and a lost network, and goes when it was sent. */
import type { CallInput } from '#contract/endpoint.ts'
import type { sendContact } from '#contract/support.ts'
import { keepJson, readJson } from '#web/lib/kept-json.ts'

export type ContactDraft = Pick<CallInput<typeof sendContact>['body'], 'name' | 'mail' | 'topic' | 'message'>

const KEY = 'consulta'

export function readDraft(storage: Storage): Partial<ContactDraft> {
  const kept = readJson(storage, KEY)
  return typeof kept === 'object' && kept !== null ? kept : {}
}

export function keepDraft(storage: Storage, { name, mail, topic, message }: ContactDraft): void {
  keepJson(storage, KEY, { name, mail, topic, message })
}

export function clearDraft(storage: Storage): void {
  storage.removeItem(KEY)
}
