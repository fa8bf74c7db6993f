import { QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { getProfile } from '#contract/accounts/accounts.ts'
import { areas, outerAreas } from '#contract/api/areas.ts'
import { screenList, type Screen } from '#contract/platform/screens.ts'
import { paths } from '#contract/api/paths.ts'
import { queryClient } from '#web/api/query.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { mayEnter } from '#web/shell/session/screen-access.ts'
import { json } from '#web/testing/fake-server.ts'
import { EVENT_ID, managedEvent } from '#web/testing/organizer-fixtures.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { routes } from './routes.tsx'

const COMPANY_ID = '01990000-0000-7000-8000-0000000000c1'
const REFUND_ID = '01990000-0000-7000-8000-0000000000f1'

/** Opens an address while the server answers nothing but who is signed in, and the event that its frame reads. */
async function openWaiting(address: string, role: (typeof ROLES)[number] | null) {
  const login = role && loginAnswer(role, role === 'ORGANIZATOR' ? { companyId: COMPANY_ID, companyRole: 'owner' } : {})
  if (login) await signIn(login)
  const answers: Record<string, unknown> = {
    [getProfile.path]: login,
    [`/api/v1/event/${EVENT_ID}/manage`]: managedEvent({ state: 'cancelled' }),
  }
  vi.stubGlobal('fetch', (url: string) => {
    const answer = answers[url.split('?')[0] ?? '']
    return answer ? Promise.resolve(json(200, answer)) : new Promise(() => {})
  })
  queryClient.clear()
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return view.container.ownerDocument
}

const skeletonsOf = (document: Document) => [...document.querySelectorAll('.animate-pulse-soft')]

afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

const ROLES = ['CLIENT', 'SCANNER', 'ORGANIZATOR', 'GOD_ADMIN'] as const

/** Who may see a screen; null where it is public. */
function roleFor({ area, who }: Screen) {
  const frame = areas[outerAreas[area] ?? area]
  const asked = [...('who' in frame ? [frame.who] : []), ...(who === undefined ? [] : [who])]
  if (asked.length === 0) return null
  return ROLES.find((role) => asked.every((each) => each === 'signedIn' || mayEnter(loginAnswer(role), each))) ?? null
}

/** Screens that read nothing, draw nothing before it is read, or wait in words; that of tickets asks the device first. */
const WITHOUT =
  /^(AssignedEvent|BuyTicket|Company|EditProfile|Event|EventEditor|Help|HelpTopic|Legal|Login|LoginSuccess|PaymentResult|OrganizerForm|RefundPolicy|Register|RegisterOrganizer|Support|Tickets|Password|ActivateAccount)Screen$/
const without = ({ file, path }: Screen) =>
  WITHOUT.test((file ?? '').replace(/^.*\/(Admin|Forgot|Reset)?/, '')) || path === paths.paymentAccountFailed()

const addresses = [
  ...screenList
    .filter((each) => each.file && !without(each))
    .map((each) => [each.path.replaceAll(/:\w+/g, EVENT_ID), roleFor(each)] as const),
  // What opens over a screen.
  [`${paths.eventRefunds(EVENT_ID)}?devolucion=${REFUND_ID}`, 'ORGANIZATOR'],
  [`${paths.godCompanies()}?cargo=${COMPANY_ID}`, 'GOD_ADMIN'],
  [`${paths.godCompanies()}?fiscales=${COMPANY_ID}`, 'GOD_ADMIN'],
  [`${paths.godCompanies()}?desconectar=${COMPANY_ID}`, 'GOD_ADMIN'],
  [`${paths.godDeletions()}?solicitud=${REFUND_ID}`, 'GOD_ADMIN'],
] as const

test.each(addresses)('while %s waits, every skeleton is announced', async (address, role) => {
  const document = await openWaiting(address, role)
  await waitFor(() => expect(skeletonsOf(document).length).toBeGreaterThan(0))
  for (const skeleton of skeletonsOf(document)) {
    const status = skeleton.closest('[role="status"]')
    expect(status?.getAttribute('aria-label'), skeleton.parentElement?.outerHTML).toBeTruthy()
  }
})
