/** A pasted list on its way: rows that may be changed until they are sent, each sent once. */
import { useRef, useState } from 'react'
import { searchForRrpp, type PromoterPerson } from '#contract/accounts/people-promoters.ts'
import { rrppGenerateTicket } from '#contract/sales/box-office-promoters.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { callWith } from '#web/api/query.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { randomId } from '#web/lib/random-id.ts'
import { sentWords } from '#web/features/tickets/issued-words.ts'
import { missingOf, type PastedPerson } from './pasted-people.ts'

export type RowState =
  | { readonly at: 'waiting' }
  /** The person is not known, and not named whole. */
  | { readonly at: 'missing' }
  | { readonly at: 'sending' }
  | { readonly at: 'sent'; readonly words: string }
  /** Refused for good as it is: it may be changed and sent again. */
  | { readonly at: 'refused'; readonly words: string }

export interface PastedRow extends PastedPerson {
  /** Of the intent: the same for every try of the same row, so that it is never sent twice. */
  readonly key: string
  readonly state: RowState
}

export const MISSING = 'Faltan datos del usuario'

/** What is not the row's fault: the rest waits, and goes on later. */
function isOfAll(error: unknown): boolean {
  return (
    !isApiFailure(error) || error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500
  )
}

export function usePastedList(eventId: string, typeId: string) {
  const [rows, setRows] = useState<readonly PastedRow[]>([])
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const latest = useRef(rows)
  const keys = useRef('')
  const sending = useEndpointMutation(rrppGenerateTicket, { keyOf: () => keys.current })

  function change(next: readonly PastedRow[]) {
    latest.current = next
    setRows(next)
  }
  const set = (key: string, part: Partial<PastedRow>) =>
    change(latest.current.map((row) => (row.key === key ? { ...row, ...part } : row)))

  async function findKnown({ phone }: PastedPerson): Promise<PromoterPerson | undefined> {
    try {
      const { users } = await callWith(searchForRrpp, { query: { eventId, phone } }, {})
      return users.length === 1 ? users[0] : undefined
    } catch (error) {
      if (isApiFailure(error, 'too_many_requests')) return undefined
      throw error
    }
  }

  /** Gives `false` where the rest must wait. */
  async function sendRow(row: PastedRow): Promise<boolean> {
    set(row.key, { state: { at: 'sending' } })
    try {
      const missing = missingOf(row)
      const known = missing.length > 0 && !missing.includes('phone') ? await findKnown(row) : undefined
      if (missing.length > 0 && !known) {
        set(row.key, { state: { at: 'missing' } })
        return true
      }
      keys.current = row.key
      const made = await sending.mutateAsync({
        query: {},
        body: {
          eventId,
          ticketType: typeId,
          isCourtesy: true,
          ...(known ? { idUserToSend: known.id } : { userName: row.name, userPhone: row.phone, userEmail: row.mail }),
        },
      })
      set(row.key, { state: { at: 'sent', words: sentWords(made) } })
      return true
    } catch (error) {
      if (isOfAll(error)) {
        set(row.key, { state: { at: 'waiting' } })
        setProblem(failureMessage(error))
        return false
      }
      set(row.key, { state: { at: 'refused', words: failureMessage(error) } })
      return true
    }
  }

  return {
    rows,
    isSending,
    /** Why it stopped before the end. */
    problem,
    start: (people: readonly PastedPerson[]) =>
      change(people.map((person) => ({ ...person, key: randomId(), state: { at: 'waiting' } }))),
    /** Another intent: what was refused is sent anew. */
    edit: (key: string, part: Partial<PastedPerson>) =>
      set(key, { ...part, key: randomId(), state: { at: 'waiting' } }),
    remove: (key: string) => change(latest.current.filter((row) => row.key !== key)),
    /** Sends what waits, in order, one after the other. */
    async send() {
      if (isSending) return
      setSending(true)
      setProblem(undefined)
      for (const { key } of latest.current) {
        const row = latest.current.find((each) => each.key === key)
        if (row?.state.at === 'waiting' && !(await sendRow(row))) break
      }
      setSending(false)
    },
  }
}
