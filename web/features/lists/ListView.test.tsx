import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/paths.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'

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
const answer = (names: readonly string[], total = names.length, page = 1) => ({
  requests: names.map(row),
  totalOverdue: 0,
  pagination: { page, limit: 20, totalPages: Math.ceil(total / 20), total, totalRequests: total },
})
const open = (list: (query: URLSearchParams) => unknown, search = '', more = {}) =>
  openScreen(`${paths.godDeletions()}${search}`, {
    as: 'GOD_ADMIN',
    answers: { [LIST]: ({ query }: { query: URLSearchParams }) => list(query), ...more },
  })
const bad = json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' })

test('a page past the end leads to the last one, and a page beyond what is taken is asked as the furthest', async () => {
  const { router, sent } = await open((query) => {
    const page = Number(query.get('page') ?? 1)
    return page > 2 ? answer([], 21, page) : answer(['Ana Última'], 21, page)
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

test('what was read stays beside what could not be read', async () => {
  const { user } = await open((query) => (query.get('state') ? bad : answer(['Ana'])))
  await screen.findByText('Ana')
  await user.click(screen.getByRole('link', { name: 'Vencidas' }))
  expect((await screen.findByRole('alert', undefined, { timeout: 8000 })).textContent).toContain(
    'Lo que ves es de antes',
  )
  expect(screen.getByText('Ana')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy()
})

test('its file holds what its filters leave; a limit is told', async () => {
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
