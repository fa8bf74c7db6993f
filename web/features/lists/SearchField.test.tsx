import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setTimeout as wait } from 'node:timers/promises'
import { Link } from 'react-router'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { SearchField } from './SearchField.tsx'
import { useListAddress } from './use-list-address.ts'

interface Query {
  readonly search?: string | undefined
  readonly page?: number | undefined
}
const read = (address: URLSearchParams): Query => ({ search: address.get('buscar') ?? undefined })
const write = ({ search }: Query) => (search ? `/lista?buscar=${search}` : '/lista')

function List() {
  const { query, change } = useListAddress<Query>(read, write)
  return (
    <>
      <SearchField label="Nombre" placeholder="" value={query.search} onChange={(search) => change({ search })} />
      <Link to="/evento">Abrir</Link>
    </>
  )
}

async function open() {
  const arrival = Promise.withResolvers<null>()
  const router = await renderScreen(
    [
      { path: '/lista', element: <List /> },
      { path: '/evento', loader: () => arrival.promise, element: <p>El evento</p> },
    ],
    '/lista',
  )
  return { router, arrive: () => arrival.resolve(null), user: userEvent.setup() }
}

test('what is typed is looked for after a pause, without the spaces around it', async () => {
  const { router, user } = await open()
  await user.type(screen.getByRole('searchbox', { name: 'Nombre' }), ' luna ')
  await waitFor(() => expect(router.state.location.search).toBe('?buscar=luna'))
})

test('who types and at once opens something gets there, however slowly it comes', async () => {
  const { router, user, arrive } = await open()
  await user.type(screen.getByRole('searchbox', { name: 'Nombre' }), 'luna')
  await user.click(screen.getByRole('link', { name: 'Abrir' }))
  await wait(600)
  expect(router.state.navigation.location?.pathname).toBe('/evento')
  arrive()
  expect(await screen.findByText('El evento')).toBeTruthy()
  await wait(400)
  expect(router.state.location.pathname).toBe('/evento')
})

test('a debounce that ends before the next screen is drawn does not navigate back', async () => {
  const { router, arrive } = await open()
  vi.useFakeTimers()
  try {
    fireEvent.change(screen.getByRole('searchbox', { name: 'Nombre' }), { target: { value: 'luna' } })
    vi.advanceTimersByTime(349)
    // As a busy page has it: the click and the end of the pause in one breath, nothing drawn between them.
    screen.getByRole('link', { name: 'Abrir' }).click()
    vi.advanceTimersByTime(1)
  } finally {
    vi.useRealTimers()
  }
  expect(router.state.navigation.location?.pathname).toBe('/evento')
  arrive()
  expect(await screen.findByText('El evento')).toBeTruthy()
})
