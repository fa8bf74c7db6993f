/**
 * The codes that a link to an event carries: a promoter's is kept for 7 days, a discount for the tab. The page's own script
 * keeps them before the screen can be pressed; one who presses the link that was there before it comes to the checkout with
 * that page as referrer.
 */
import { useLayoutEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { mendLinkAddress } from '#contract/api/link-address.ts'
import { paths } from '#contract/api/paths.ts'
import type { EventPage } from '#contract/events/event-schemas.ts'
import { today } from '#web/lib/clock.ts'
import { isFirstVisit, storedDiscount, storedReferral } from './stored.ts'

/** On the event's page. */
export function useLinkedCodes(eventId: string): void {
  const [search] = useSearchParams()
  const [promoter, discount] = [search.get('rrpp'), search.get('codigo')]
  useLayoutEffect(() => keepCodes(eventId, promoter, discount), [eventId, promoter, discount])
}

/** The page that led to this document is looked at once: later links count for themselves. */
let isReferrerTaken = false

/** On the checkout, before anything in it reads what is kept. */
export function useReferrerCodes(event: Pick<EventPage, 'id' | 'slug' | 'number'>): void {
  useState(() => {
    if (isReferrerTaken) return
    isReferrerTaken = true
    const search = searchOf(document.referrer, event)
    if (search) keepCodes(event.id, search.get('rrpp'), search.get('codigo'))
  })
}

/** The query of an event's page of ours, if the address is one; a referrer is the address as it was pressed. */
export function searchOf(
  address: string,
  { id, slug, number }: Pick<EventPage, 'id' | 'slug' | 'number'>,
): URLSearchParams | null {
  if (!address.startsWith(`${location.origin}/`)) return null
  const page = new URL(mendLinkAddress(address.slice(location.origin.length)), location.origin)
  const isItsPage = [id, slug, number].some((name) => name !== null && page.pathname === paths.event(name))
  return isItsPage ? page.searchParams : null
}

function keepCodes(eventId: string, promoter: string | null, discount: string | null): void {
  if (promoter) {
    storedReferral.write(eventId, promoter)
    if (isFirstVisit(eventId, promoter, today())) countVisit(eventId, promoter)
  }
  if (discount) storedDiscount.write(eventId, discount)
}

/** A visit that is not counted is lost to its promoter's figures alone; nothing that the visitor does depends on it. */
function countVisit(eventId: string, code: string): void {
  void import('./count-visit.ts').then(({ countReferral }) => countReferral(eventId, code)).catch(() => undefined)
}
