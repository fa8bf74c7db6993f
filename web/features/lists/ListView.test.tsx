import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { deletions } from '#web/areas/admin/DeletionsScreen.tsx'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { ListView } from './ListView.tsx'
import { useList } from './use-list.ts'

const LIST = 'GET /api/v1/admin/account-deletions'
const row = (name: string, at = 0) => ({
  id: `01990000-0000-7000-8000-00000000d${String(at).padStart(3, '0')}`,
  state: 'pending',
  reason: null,
  requestedAt: '2026-11-20T12:00:00.000Z',
  dueOn: '2026-11-27',
  ticketsGivenUp: 0,
  rejectionReason: null,
  endedAt: null,
  person: { id: '01990000-0000-7000-8000-000000000099', name, mail: 'a@previa.example', phone: null },
  isOverdue: false,
  isProcessing: false,
  resolvedBy: null,
})
const answer = (names: readonly string[], total = names.length, at = 1) => ({
  totalOverdue: 0,
  ...page('requests', names.map(row), { page: at, total }),
})
const open = (list: (query: URLSearchParams) => unknown, search = '', more = {}) =>
  openScreen(`${paths.godDeletions()}${search}`, {
    as: 'GOD_ADMIN',
    answers: { [LIST]: ({ query }: { query: URLSearchParams }) => list(query), ...more },
  })
const bad = json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' })

test('a page past the end leads to the last one, and a page beyond what is taken is asked as the furthest', async () => {
  const { router, sent } = await open((query) => {
    const place = Number(query.get('page') ?? 1)
    return place > 2 ? answer([], 21, place) : answer(['Ana Última'], 21, place)
  }, '?pagina=999999999999')
  expect(await screen.findByText('Ana Última')).toBeTruthy()
  expect(router.state.location.search).toBe('?pagina=2')
  expect(sent.find(({ query }) => query.has('page'))?.query.get('page')).toBe('100000')
})

test('no rows where there should be some is said, with a way to look again', async () => {
  let names: string[] = []
  const { user } = await open(() => answer(names, 3))
  expect(await screen.findByText('La lista cambió mientras la mirabas')).toBeTruthy()
  names = ['Ana', 'Bea', 'Cora']
  await user.click(screen.getByRole('button', { name: 'Actualizar' }))
  expect(await screen.findByText('Bea')).toBeTruthy()
})

test('loaded rows stay when a read fails', async () => {
  const { user } = await open((query) => (query.get('state') ? bad : answer(['Ana'])))
  await screen.findByText('Ana')
  await user.click(screen.getByRole('link', { name: 'Vencidas' }))
  expect((await screen.findByRole('alert', undefined, { timeout: 8000 })).textContent).toContain(
    'Estos datos pueden estar desactualizados',
  )
  expect(screen.getByText('Ana')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy()
})

test('its file holds the filtered rows; a limit is shown', async () => {
  let file: unknown = new Response('Nombre\r\nAna\r\n', { headers: { 'content-type': 'text/csv' } })
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  const { sent, user } = await open(() => answer(['Ana']), '?estado=pendientes', { [`${LIST}.csv`]: () => file })
  await user.click(await screen.findByRole('button', { name: 'Exportar CSV' }))
  await waitFor(() => expect(saved).toEqual(['solicitudes-de-eliminacion.csv']))
  expect(sent.find(({ path }) => path.endsWith('.csv'))?.query.get('state')).toBe('pending')
  file = json(429, { code: 'too_many_requests', message: 'Demasiados intentos' }, { 'retry-after': '600' })
  await user.click(screen.getByRole('button', { name: 'Exportar CSV' }))
  expect(await screen.findByText(/minutos/)).toBeTruthy()
})

test('many pages can be jumped to, and have as many rows as wanted', async () => {
  const { router, user } = await open((query) => answer(['Ana'], 400, Number(query.get('page') ?? 1)))
  const pages = within(await screen.findByRole('navigation', { name: 'Páginas de solicitudes' }))
  const jump = async (to: string) => {
    await user.clear(pages.getByRole('spinbutton', { name: 'Ir a la página' }))
    await user.type(pages.getByRole('spinbutton', { name: 'Ir a la página' }), to)
    await user.click(pages.getByRole('button', { name: 'Ir' }))
  }
  await jump('14')
  expect(await pages.findByText('14', { selector: 'b' })).toBeTruthy()
  await jump('9999')
  expect(await pages.findByText('20', { selector: 'b' })).toBeTruthy()
  expect(router.state.location.search).toBe('?pagina=20')
  await jump('-3')
  expect(router.state.location.search).toBe('?pagina=20')
  // Another size has other pages: it begins at the first.
  await user.selectOptions(pages.getByRole('combobox', { name: 'Por página' }), '50')
  await waitFor(() => expect(router.state.location.search).toBe('?filas=50'))
})

test('rows are chosen one by one or all, what is done is done to those in sight, and letting go leaves none', async () => {
  const done: string[][] = []
  function Choosing() {
    const list = useList(deletions)
    return (
      <ListView
        list={list}
        noun={{ none: 'Ninguna solicitud', one: 'solicitud', many: 'solicitudes' }}
        empty={{ title: 'Nada' }}
        caption="Solicitudes"
        columns={[{ key: 'name', header: 'Persona', cell: ({ person }) => person?.name }]}
        selection={{
          label: ({ person }) => `Elegir a ${person?.name}`,
          acts: (chosen) => (
            <button type="button" onClick={() => done.push(chosen.map(({ person }) => person?.name ?? ''))}>
              Aprobar
            </button>
          ),
        }}
      />
    )
  }
  const pages = [['Ana', 'Bea', 'Cora'], ['Dora']]
  fakeServer({
    [LIST]: ({ query }) => answer(pages[Number(query.get('page') ?? 1) - 1] ?? [], 21, Number(query.get('page') ?? 1)),
  })
  await signIn(loginAnswer('GOD_ADMIN'))
  onTestFinished(() => expireSession())
  const user = userEvent.setup()
  await renderScreen([{ path: paths.godDeletions(), element: <Choosing /> }], paths.godDeletions())
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir a Bea' }))
  expect(screen.getByText('Elegiste 1')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Elegir todas las filas de esta página' }))
  await user.click(screen.getByRole('checkbox', { name: 'Elegir a Ana' }))
  await user.click(screen.getByRole('button', { name: 'Aprobar' }))
  expect(done).toEqual([['Bea', 'Cora']])
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }))
  await screen.findByText('Dora')
  expect(screen.queryByRole('group', { name: 'Acciones para la selección' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Elegir a Dora' }))
  await user.click(screen.getByRole('button', { name: 'Quitar selección' }))
  expect(screen.queryByRole('group', { name: 'Acciones para la selección' })).toBeNull()
})
