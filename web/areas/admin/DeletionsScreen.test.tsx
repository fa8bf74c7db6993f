import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { DeletionBlocker, DeletionRow } from '#contract/accounts/privacy.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { signInOnScreen } from '#web/testing/sign-in.ts'

vi.setConfig({ testTimeout: 30_000 })

const ID = '018f0000-0000-7000-8000-000000000001'
const row: DeletionRow = {
  id: ID,
  state: 'pending',
  reason: 'Ya no salgo.',
  requestedAt: '2026-11-10T20:00:00Z',
  dueOn: '2026-11-17',
  ticketsGivenUp: 0,
  rejectionReason: null,
  endedAt: null,
  person: { id: ID, name: 'Camila Ferreyra', mail: 'c***@previa.example', phone: '+54 9 11 ****-1234' },
  isOverdue: true,
  isProcessing: false,
  resolvedBy: null,
}
const address = '/god-admin/eliminaciones'
const list = 'GET /api/v1/admin/account-deletions'
const one = `${list}/${ID}`
const resolve = `POST /api/v1/admin/account-deletions/${ID}/resolve`
const rows = (requests: DeletionRow[]) => () =>
  json(200, {
    totalOverdue: requests.filter(({ isOverdue }) => isOverdue).length,
    ...page('requests', requests),
  })
const detail =
  (part: { state?: DeletionRow['state']; blockers?: DeletionBlocker[] } = {}) =>
  () =>
    json(200, { ...row, accountSince: '2024-01-01T00:00:00Z', roles: ['CLIENT'], tickets: [], blockers: [], ...part })

const legal = loginAnswer('GOD_ADMIN', { godAdmin: true, permission: 'legal' })
const open = (answers: Answers, search = '') => openScreen(address + search, { as: legal, answers })
const look = async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name: 'Ver la solicitud de Camila Ferreyra' }))

test('each request has its row, the late ones marked and counted', async () => {
  const { router, user } = await open({ [list]: rows([row]) })
  expect((await screen.findByRole('alert')).textContent).toContain('Hay 1 solicitud fuera de plazo.')
  const line = screen.getByRole('row', { name: /Camila Ferreyra/ })
  expect(within(line).getByText(/Vencida/)).toBeTruthy()
  expect(within(line).getByText('c***@previa.example')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'En revisión' }))
  expect(router.state.location.search).toBe('?estado=en-revision')
})

test('approving says what happens, and asks once more', async () => {
  const { sent, user } = await open({
    [list]: rows([row]),
    [one]: detail(),
    [resolve]: () => json(200, { id: ID, state: 'in_review', isProcessing: true }),
  })
  await look(user)
  const approve = await screen.findByRole('button', { name: 'Aprobar' })
  await vi.waitFor(() => expect(approve.hasAttribute('disabled')).toBe(false))
  await user.click(approve)
  expect(screen.getByText(/terminan sus sesiones y se borran sus datos. No se puede deshacer/)).toBeTruthy()
  expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Sí, eliminar la cuenta' }))
  expect(await screen.findByText(/la cuenta se cerró/)).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ action: 'approve' })
})

test('a phone is formatted, and losses are counted only when there are some', async () => {
  const tickets = [
    {
      id: ID,
      number: 'V0KKV98N',
      eventName: 'Noche',
      startDate: null,
      typeName: 'General',
      price: 0,
      isOwnPurchase: true,
      canTransfer: false,
    },
  ]
  const whole = { ...row, person: { ...row.person, phone: '+5491123451234' } }
  const { user } = await open({
    [list]: rows([whole]),
    [one]: () =>
      json(200, { ...whole, accountSince: '2024-01-01T00:00:00Z', roles: ['CLIENT'], tickets, blockers: [] }),
  })
  await look(user)
  expect(await screen.findByText('+54 9 11 2345-1234')).toBeTruthy()
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Aprobar' }).hasAttribute('disabled')).toBe(false))
  await user.click(screen.getByRole('button', { name: 'Aprobar' }))
  expect(screen.getByText(/terminan sus sesiones, pierde 1 entrada vigente y se borran sus datos/)).toBeTruthy()
})

test('what blocks it is said, and approving waits', async () => {
  const { user } = await open({
    [list]: rows([row]),
    [one]: detail({ blockers: [{ kind: 'money_owed', message: 'Se te deben $1.000.' }] }),
  })
  await look(user)
  expect(await screen.findByText('Se te deben $1.000.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Aprobar' }).hasAttribute('disabled')).toBe(true)
})

test('rejecting needs a reason that can be read', async () => {
  const { sent, user } = await open({
    [list]: rows([row]),
    [one]: detail(),
    [resolve]: () => json(200, { id: ID, state: 'rejected', isProcessing: false }),
  })
  await look(user)
  await user.click(await screen.findByRole('button', { name: 'Rechazar' }))
  await user.type(screen.getByRole('textbox', { name: /Motivo/ }), 'No')
  await user.click(screen.getByRole('button', { name: 'Rechazar y avisarle' }))
  expect(screen.getByText('Contale el motivo en al menos 10 letras')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /Motivo/ }), ' se cerró la rendición.')
  await user.click(screen.getByRole('button', { name: 'Rechazar y avisarle' }))
  expect(await screen.findByText(/Rechazada: le mandamos/)).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    action: 'reject',
    reason: 'No se cerró la rendición.',
  })
})

test('a request that another person resolved says so and shows its status', async () => {
  let isResolved = false
  const { user } = await open({
    [list]: () => rows([{ ...row, state: isResolved ? 'cancelled' : 'pending' }])(),
    [one]: () => detail({ state: isResolved ? 'cancelled' : 'pending' })(),
    [resolve]: () => {
      isResolved = true
      return json(409, { code: 'deletion_resolved', message: 'Esta solicitud ya está resuelta' })
    },
  })
  await look(user)
  await user.click(await screen.findByRole('button', { name: 'Tomar' }))
  expect(await screen.findByText('Esta solicitud ya está resuelta')).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull())
  expect(within(screen.getByRole('dialog')).getByText('Cancelada')).toBeTruthy()
})

test('no requests, no matches, and a server that does not answer', async () => {
  await open({ [list]: rows([]) })
  expect(await screen.findByText('Nadie pidió eliminar su cuenta')).toBeTruthy()
})

test('filters without matches can be cleared', async () => {
  const { router, user } = await open({ [list]: rows([]) }, '?estado=vencidas')
  await user.click((await screen.findAllByRole('button', { name: 'Sacar filtros' }))[0] ?? document.body)
  expect(router.state.location.search).toBe('')
})

test('a list that cannot be read offers another try', async () => {
  let isDown = true
  const { user } = await open({
    [list]: () => (isDown ? json(500, { code: 'internal', message: 'Error del servidor' }) : rows([row])()),
  })
  const again = await screen.findByRole('button', { name: 'Reintentar' })
  isDown = false
  await user.click(again)
  expect(await screen.findByRole('row', { name: /Camila Ferreyra/ })).toBeTruthy()
})

test('the reason that was being written survives the end of the session', async () => {
  const { router, user } = await open({
    [list]: rows([row]),
    [one]: detail(),
    [resolve]: () => json(401, { code: 'session_expired', message: 'Tu sesión expiró, vuelve a iniciar' }),
    'POST /api/v1/login': legal,
  })
  await look(user)
  await user.click(await screen.findByRole('button', { name: 'Rechazar' }))
  await user.type(screen.getByRole('textbox', { name: /Motivo/ }), 'Falta una rendición')
  await user.click(screen.getByRole('button', { name: 'Rechazar y avisarle' }))
  await user.click(await screen.findByRole('button', { name: 'Iniciar Sesión' }))
  await signInOnScreen(user)
  await user.click(await screen.findByRole('button', { name: 'Rechazar' }))
  expect(router.state.location).toMatchObject({ pathname: address, search: `?solicitud=${ID}` })
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Motivo/ }).value).toBe('Falta una rendición')
})

test('a request has an address, also where the list does not show it; closing it leaves the list as it was', async () => {
  const { router, user } = await open({ [list]: rows([]), [one]: detail() }, `?estado=vencidas&solicitud=${ID}`)
  const dialog = await screen.findByRole('dialog', { name: 'Solicitud de Camila Ferreyra' })
  await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('?estado=vencidas')
})

test('an address of a request that does not exist says so', async () => {
  await open({ [list]: rows([row]) }, `?solicitud=${ID.replace(/1$/, '9')}`)
  const dialog = await screen.findByRole('dialog', { name: 'Solicitud de eliminación' })
  expect(await within(dialog).findByText(/No encontramos/)).toBeTruthy()
})
