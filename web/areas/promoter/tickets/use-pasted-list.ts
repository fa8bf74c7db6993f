/** A pasted list on its way: rows that may be changed until they are sent, each sent once. */
import { useRef, useState } from 'react'
import { searchForRrpp, type PromoterPerson } from '#contract/accounts/people-promoters.ts'
import { rrppGenerateTicket } from '#contract/sales/box-office-promoters.ts'
import { couldBePhone } from '#contract/values/phone.ts'
import { failureMessage, isApiFailure, type ApiFailure } from '#web/api/api-failure.ts'
import { callWith } from '#web/api/query.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { missingOf, type PastedPerson } from '#web/lib/pasted-people.ts'
import { randomId } from '#web/lib/random-id.ts'
import { sentWords } from '#web/features/tickets/issued-words.ts'
import { ofOneTerm } from './use-people-search.ts'

export type RowState =
  | { readonly at: 'waiting' }
  /** Without a phone, or of a person who is not known and not named whole. */
  | { readonly at: 'missing' }
  /** Of a number that another country has, or may have: it is sent once a person says that it is right. */
  | { readonly at: 'asking' }
  | { readonly at: 'sending' }
  | { readonly at: 'sent'; readonly words: string }
  /** Refused for good as it is: it may be changed and sent again. */
  | { readonly at: 'refused'; readonly words: string }

export interface PastedRow extends PastedPerson {
  /** Of the row, whatever becomes of it. */
  readonly id: string
  /** Of the intent: the same for every try of the same row, so that it is never sent twice. */
  readonly key: string
  readonly state: RowState
  /** A phone that was searched for, of nobody who is known: with it the person must be named whole. */
  readonly strangersPhone?: string
}

/** Why a row is incomplete. */
export function missingWords({ phone }: PastedPerson): string {
  return phone !== '' && !couldBePhone(phone) ? 'Revisá el teléfono' : 'Faltan datos del usuario'
}

/** Refusals that every other row would get as well. */
const OF_ALL: readonly ApiFailure['code'][] = [
  'courtesy_limit',
  'sold_out',
  'promo_inactive',
  'list_closed',
  'type_not_granted',
  'event_state',
  'event_not_found',
  'company_not_approved',
  'company_role_not_allowed',
  'contact_proof_needed',
]

/** What is not the row's fault: the rest waits, and goes on later. */
function isOfAll(error: unknown): boolean {
  if (!isApiFailure(error) || isApiFailure(error, ...OF_ALL)) return true
  const { status } = error
  return status === 0 || status === 401 || status === 429 || status >= 500
}

function stateOf({ phone, doubts = [] }: PastedPerson): RowState {
  if (!couldBePhone(phone)) return { at: 'missing' }
  return { at: doubts.includes('foreign') || doubts.includes('companionOrCountry') ? 'asking' : 'waiting' }
}

/** Whether a row may be sent as it is: a phone finds a known person; a stranger is named whole. */
export function isReady(person: PastedPerson, strangersPhone: string | undefined): boolean {
  return person.phone === strangersPhone ? missingOf(person).length === 0 : couldBePhone(person.phone)
}

export function usePastedList(eventId: string, typeId: string) {
  const [rows, setRows] = useState<readonly PastedRow[]>([])
  const [progress, setProgress] = useState<{ readonly at: number; readonly of: number } | null>(null)
  const [problem, setProblem] = useState<string>()
  const latest = useRef(rows)
  const keys = useRef('')
  const sending = useEndpointMutation(rrppGenerateTicket, { keyOf: () => keys.current })

  function change(next: readonly PastedRow[]) {
    latest.current = next
    setRows(next)
  }
  const set = (id: string, part: Partial<PastedRow>) =>
    change(latest.current.map((row) => (row.id === id ? { ...row, ...part } : row)))

  async function findKnown({ phone }: PastedPerson): Promise<PromoterPerson | undefined> {
    const { users } = await callWith(searchForRrpp, { query: { eventId, ...ofOneTerm(phone) } }, {})
    return users.length === 1 ? users[0] : undefined
  }

  /** Gives `false` where the rest must wait. */
  async function sendRow(row: PastedRow): Promise<boolean> {
    set(row.id, { state: { at: 'sending' } })
    try {
      const missing = missingOf(row)
      const known = missing.length > 0 && !missing.includes('phone') ? await findKnown(row) : undefined
      if (missing.length > 0 && !known) {
        set(row.id, { state: { at: 'missing' }, strangersPhone: row.phone })
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
      set(row.id, { state: { at: 'sent', words: sentWords(made) } })
      return true
    } catch (error) {
      if (isOfAll(error)) {
        set(row.id, { state: { at: 'waiting' } })
        setProblem(failureMessage(error))
        return false
      }
      set(row.id, { state: { at: 'refused', words: failureMessage(error) } })
      return true
    }
  }

  return {
    rows,
    isSending: progress !== null,
    /** Of those that are being sent, which one's turn it is. */
    progress,
    /** Why it stopped before the end. */
    problem,
    start: (people: readonly PastedPerson[]) =>
      change(people.map((person) => ({ ...person, id: randomId(), key: randomId(), state: stateOf(person) }))),
    /** Another intent: what was refused is sent again. */
    edit: (id: string, { name, phone, mail }: PastedPerson) => {
      const person = { name, phone, mail, doubts: undefined }
      set(id, { ...person, key: randomId(), state: stateOf(person) })
    },
    remove: (id: string) => change(latest.current.filter((row) => row.id !== id)),
    /** Sends what waits, in order, one after the other. */
    async send() {
      if (progress) return
      setProblem(undefined)
      const waiting = latest.current.filter(({ state }) => state.at === 'waiting')
      for (const [n, row] of waiting.entries()) {
        setProgress({ at: n + 1, of: waiting.length })
        if (!(await sendRow(row))) break
      }
      setProgress(null)
    },
  }
}
