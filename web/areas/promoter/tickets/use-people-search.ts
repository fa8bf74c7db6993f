/** Finds whom a ticket goes to: the promoter's own people by name, anybody by a whole phone or mail. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getRrppPeople, searchForRrpp, type PromoterPerson } from '#contract/accounts/people-promoters.ts'
import { looksLikePhone } from '#contract/values/phone.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'

const PAUSE_MILLISECONDS = 400
/** Fewer are a part of a number. */
const WHOLE_NUMBER = 10
const SHOWN = 5

export type Term = 'name' | 'phone' | 'mail'

/** What a text asks for; of a phone or a mail, only once it is whole. */
export function termOf(text: string): { readonly kind: Term; readonly isWhole: boolean } {
  if (text.includes('@')) return { kind: 'mail', isWhole: /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text) }
  if (/\d/.test(text) && looksLikePhone(text.padEnd(6, '0')))
    return { kind: 'phone', isWhole: text.normalize('NFKC').replaceAll(/\D/g, '').length >= WHOLE_NUMBER }
  return { kind: 'name', isWhole: false }
}

/** One term stands in all three fields: the server takes the first that can be meant. */
export const ofOneTerm = (term: string) => ({ email: term, name: term, phone: term })

interface PeopleSearch {
  readonly people: readonly PromoterPerson[]
  /** The phone or mail is whole, and is nobody's that the promoter may know of. */
  readonly isStranger: boolean
  /** It could not be searched; a person may still be named whole. */
  readonly isFailed: boolean
  /** How the search goes, or what it needs; may be empty. */
  readonly words: string
}

export function usePeopleSearch(eventId: string, typed: string): PeopleSearch {
  const text = typed.trim()
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text])
  const { kind, isWhole } = termOf(settled)
  const own = useQuery({
    ...endpointQuery(getRrppPeople, { query: { limit: SHOWN, ...(settled !== '' && { search: settled }) } }),
    enabled: kind === 'name',
    placeholderData: keepPreviousData,
  })
  const exact = useQuery({
    ...endpointQuery(searchForRrpp, {
      query: { eventId, ...ofOneTerm(settled) },
    }),
    enabled: isWhole,
    retry: false,
  })
  const isPausing = settled !== text
  const now = termOf(text)
  const { data, isError, error } = kind === 'name' ? own : exact
  const isAsked = kind === 'name' || isWhole
  const people = isAsked ? (data?.users ?? []) : []
  const isFailed = isAsked && !isPausing && isError && data === undefined
  // Beyond the limit of searches a person is named whole.
  const isKnown = data !== undefined || isFailed

  function wordsOf(): string {
    if (text === '' && !isFailed) return ''
    const isPart = now.kind !== 'name' && !now.isWhole
    if (isPausing) return isPart ? '' : 'Buscando…'
    if (isPart) return kind === 'mail' ? 'Completá el email' : 'Completá el número, con su código de área'
    if (isFailed) return `No pudimos buscar. ${failureMessage(error)}`
    if (!isKnown || (kind === 'name' && own.isPlaceholderData)) return 'Buscando…'
    return kind === 'name' && people.length === 0 ? 'No le mandaste a nadie con ese nombre: escribí su WhatsApp' : ''
  }
  return {
    people,
    isStranger: kind !== 'name' && isWhole && !isPausing && isKnown && people.length === 0,
    isFailed,
    words: wordsOf(),
  }
}
