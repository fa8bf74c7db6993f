import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failures } from '#contract/api/failures.ts'
import { paths } from '#contract/api/paths.ts'
import type { CommercialChange } from '#contract/events/event-changes.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { CATEGORIES, COMPANY, EVENT_ID, GENERAL_ID, managedEvent } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'

const price: CommercialChange = {
  id: 7,
  changedAt: '2030-11-02T18:00:00-03:00',
  userName: 'Jimena Solari',
  act: 'tickets',
  fields: [],
  ticketTypes: [{ id: GENERAL_ID, name: 'General', fields: [{ field: 'price', before: 18_000, after: 20_000 }] }],
  state: 'undoable',
}
const data: CommercialChange = {
  ...price,
  id: 6,
  act: 'update',
  fields: [
    { field: 'categoryId', before: 2, after: 1 },
    { field: 'lat', before: -32.9, after: null },
  ],
  ticketTypes: [],
  state: 'overwritten',
}

async function open(changes: readonly CommercialChange[], answers: Answers = {}) {
  const { sent, user } = await openScreen(paths.eventChanges(EVENT_ID), {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id }),
    answers: {
      'GET /api/v1/event/categories': { categories: CATEGORIES },
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent({ state: 'active' }),
      [`GET /api/v1/event/${EVENT_ID}/commercial-changes`]: { ...page('changes', changes), version: 4 },
      ...answers,
    },
  })
  const writes = () => sent.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }))
  return { user, writes }
}

test('each change says who did it, what was and what is; undoing saves the old values on the version that was read', async () => {
  const { user, writes } = await open([price, data], { [`PUT /api/v1/event/${EVENT_ID}/tickets`]: managedEvent() })
  const [first, second] = await screen
    .findAllByRole('listitem')
    .then((items) => items.filter((item) => item.textContent?.includes('Jimena')))
  expect(first?.textContent).toContain('General: precio')
  expect(first?.textContent).toContain('$18.000')
  await waitFor(() => expect(second?.textContent).toContain('Recitales'))
  expect(within(second ?? document.body).queryByRole('button')).toBeNull()
  expect(within(second ?? document.body).getByText('Cambió después')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Deshacer' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deshacer' }))
  await waitFor(() =>
    expect(writes()).toEqual([
      {
        path: `/api/v1/event/${EVENT_ID}/tickets`,
        body: { ticketTypes: [{ id: GENERAL_ID, price: 18_000 }], version: 4 },
      },
    ]),
  )
})

test('a change that was outrun is refused where it was asked', async () => {
  const [status, message] = failures.event_changed
  const { user } = await open([price], {
    [`PUT /api/v1/event/${EVENT_ID}/tickets`]: () => json(status, { code: 'event_changed', message }),
  })
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Deshacer' }))
  expect(await within(dialog).findByText(message)).toBeTruthy()
})
