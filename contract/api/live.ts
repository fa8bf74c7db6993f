/** The stream of hints, and what is said over it. */
import * as z from 'zod/mini'
import { instant } from '#contract/values/date-schemas.ts'
import { endpoint } from './endpoint.ts'
import { MAX_TOPICS, topics, type Topic } from './topics.ts'

const ofObjects = Object.keys(topics).filter((name) => name !== 'account')
const ONE = `(?:account|(?:${ofObjects.join('|')}):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})`

/** Topics with commas between them, as an address carries them. */
const topicList = z.string().check(z.regex(new RegExp(`^${ONE}(?:,${ONE}){0,${MAX_TOPICS - 1}}$`)))

/** Each once. */
export function topicsOf(list: string): Topic[] {
  return [...new Set(list.split(','))] as Topic[] // by the expression above
}

export const openStream = endpoint({
  method: 'GET',
  path: '/api/v1/stream',
  summary:
    'Avisos de lo que cambia, mientras dure la sesión (text/event-stream). Cada tema se escucha con el mismo permiso con que se lee',
  access: 'signedIn',
  whileImpersonating: 'read',
  rate: { per: 'account', limit: 60, seconds: 60 },
  query: z.object({ topics: topicList }),
  response: 'stream',
  // Those of the topics' rules. `too_many_requests` and `busy` also say that a person's streams, or the process's, are all taken.
  failures: ['forbidden', 'event_not_found', 'company_not_found'],
})

/** Events of the stream, by their `event:` line; the `id:` line is the moment to resume from. */
export const streamEvents = {
  /** It is open, for these topics. */
  ready: z.object({ topics: z.array(z.string()) }),
  /** Something of the topic changed. */
  hint: z.object({ topic: z.string(), at: instant }),
  /** The caller lost the right to that topic. */
  gone: z.object({ topic: z.string() }),
  /** The stream ends; not because of the session unless it `isOver`. Come back after so many milliseconds. */
  bye: z.object({ retryMs: z.int(), isOver: z.boolean() }),
}
export type StreamEvent = {
  [Name in keyof typeof streamEvents]: { readonly event: Name; readonly data: z.infer<(typeof streamEvents)[Name]> }
}[keyof typeof streamEvents]
