import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'

const EVENT_ID = '01990000-0000-7000-8000-0000000000e1'
const LIST = 'GET /api/v1/admin/mass-refunds'
const SEARCH = 'GET /api/v1/event/dashboard/preview'
const found = (...names: string[]) =>
  page(
    'events',
    names.map((name) => ({ id: EVENT_ID, name, startDate: null, state: 'active' })),
  )
const open = (search: (query: URLSearchParams) => unknown) =>
  openScreen(`${paths.godMassRefund()}?nueva=si`, {
    as: 'GOD_ADMIN',
    answers: { [LIST]: page('massRefunds', []), [SEARCH]: ({ query }: { query: URLSearchParams }) => search(query) },
  })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Devolver un evento' }))

test('a failed search is an error that can be tried again, not an event without a match', async () => {
  let isDown = true
  const { user } = await open(() =>
    isDown ? json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' }) : found('Fiesta Lunar'),
  )
  const asked = await dialog()
  expect((await asked.findByRole('alert')).textContent).toContain('Error del servidor')
  await user.click(asked.getByRole('combobox', { name: 'Evento' }))
  expect(asked.queryByText('Nada con ese nombre')).toBeNull()
  isDown = false
  await user.click(asked.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(asked.queryByRole('alert')).toBeNull())
  await user.click(asked.getByRole('combobox', { name: 'Evento' }))
  expect(asked.getByRole('option', { name: 'Fiesta Lunar' })).toBeTruthy()
})

test('the server is asked once after a pause in the typing, and the chosen event leads on', async () => {
  const { user, sent, router } = await open((query) =>
    query.has('eventName') ? found('Fiesta Lunar') : found('Otro evento'),
  )
  const asked = await dialog()
  await user.type(asked.getByRole('combobox', { name: 'Evento' }), 'lunar')
  await user.click(await asked.findByRole('option', { name: 'Fiesta Lunar' }))
  const searched = sent.filter(({ path, query }) => path.endsWith('/preview') && query.has('eventName'))
  expect(searched.map(({ query }) => query.get('eventName'))).toEqual(['lunar'])
  await user.click(asked.getByRole('button', { name: 'Ver qué se devolvería' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.eventMassRefund(EVENT_ID)))
})
