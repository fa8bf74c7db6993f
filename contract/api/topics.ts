/**
 * Topics that an open screen may subscribe to. A topic only reports that something changed: the subscriber reads again by the
 * endpoints that declare it as `live`.
 */
import type { Access } from './endpoint.ts'

interface TopicSpec {
  /** Who may subscribe, decided as for a read: `params.id` names the object. Without an object the topic is the caller's own. */
  readonly access: Access
  readonly says: string
  /** Its reads may be so old, in milliseconds: a hint waits that long, so that the next read contains the change. */
  readonly settlesMs?: number
}

const MANAGERS = ['ORGANIZATOR', 'COMERCIAL', 'admin', 'godAdmin'] as const

export const topics = {
  account: { access: 'signedIn', says: 'own orders, tickets, copies of data and roles changed' },
  company: {
    access: {
      roles: ['ORGANIZATOR', 'admin', 'godAdmin'],
      object: { rule: 'managedCompany', from: 'params.id' },
    },
    says: 'something of its events changed, such as their sales',
  },
  event: {
    access: { roles: MANAGERS, object: { rule: 'managedEvent', from: 'params.id' } },
    says: 'its sales, data or team changed',
  },
  door: {
    access: { roles: ['SCANNER', 'ORGANIZATOR', 'godAdmin'], object: { rule: 'scannableEvent', from: 'params.id' } },
    says: 'a person was admitted',
    settlesMs: 1000,
  },
} as const satisfies Record<string, TopicSpec>

export type TopicName = keyof typeof topics
/** A topic as a caller asks for it; `account` is their own. */
export type Topic = 'account' | `${Exclude<TopicName, 'account'>}:${string}`

/** Of one stream. */
export const MAX_TOPICS = 20

/** A topic's name and the id that it is about. */
export function partsOf(topic: Topic): { readonly name: TopicName; readonly id: string | undefined } {
  const [name, id] = topic.split(':')
  return { name: name as TopicName, id } // by its type
}
