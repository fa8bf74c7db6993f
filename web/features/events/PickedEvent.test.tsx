import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useParams } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/api/query.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { PickedEvent } from './PickedEvent.tsx'

const latest = '01990000-0000-7000-8000-0000000000e1'
const older = '01990000-0000-7000-8000-0000000000e2'
const row = (id: string, name: string) => ({ id, name, startDate: null, state: 'active' })

function Drinks() {
  return <p>Bebidas de {useParams()['id']}</p>
}

const open = (address: string, events = [row(latest, 'Bresh'), row(older, 'Fiesta')]) => {
  fakeServer({
    'GET /api/v1/event/dashboard/preview': {
      events,
      pagination: { page: 1, limit: 100, totalPages: 1, total: events.length, totalEvents: events.length },
    },
  })
  const children = ['bebidas', 'metricas'].flatMap((path) => [
    { path: `/organizador/${path}`, element: null },
    { path: `/organizador/${path}/:id`, Component: Drinks },
  ])
  return renderScreen([{ Component: PickedEvent, children }], address)
}

beforeEach(() => signIn(loginAnswer('ORGANIZATOR')))
afterEach(() => {
  expireSession()
  sessionStorage.clear()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('without an event in the address it goes on to the latest', async () => {
  await open('/organizador/bebidas')
  expect(await screen.findByText(`Bebidas de ${latest}`)).toBeTruthy()
})

test('another event is picked above the screen, and the next screen shows it too', async () => {
  const router = await open(`/organizador/bebidas/${latest}`)
  await userEvent.selectOptions(await screen.findByLabelText('Evento'), older)
  expect(await screen.findByText(`Bebidas de ${older}`)).toBeTruthy()
  expect(router.state.location.pathname).toBe(`/organizador/bebidas/${older}`)
  await router.navigate('/organizador/metricas')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/organizador/metricas/${older}`))
  expect(await screen.findByText(`Bebidas de ${older}`)).toBeTruthy()
})

test('people without events see why there is nothing', async () => {
  await open('/organizador/bebidas', [])
  expect(await screen.findByText('Todavía no tenés eventos')).toBeTruthy()
})
