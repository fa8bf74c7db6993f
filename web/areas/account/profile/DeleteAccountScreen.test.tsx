import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { LoginResponse } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'
import type { DataExport, DeletionRequest, TicketGivenUp } from '#contract/accounts/privacy.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer, person } from '#web/testing/people.ts'
import { signInOnScreen } from '#web/testing/sign-in.ts'

vi.setConfig({ testTimeout: 30_000 })

const ID = '018f0000-0000-7000-8000-000000000001'
const request: DeletionRequest = {
  id: ID,
  state: 'pending',
  reason: null,
  requestedAt: '2026-11-21T20:00:00Z',
  dueOn: '2026-11-30',
  ticketsGivenUp: 1,
  rejectionReason: null,
  endedAt: null,
}
const ticket: TicketGivenUp = {
  id: ID,
  number: 'ABCD1234',
  eventName: 'Fiesta Lunar Rosario',
  startDate: '2026-11-28T23:30:00-03:00',
  typeName: 'General',
  price: 18_000,
  isOwnPurchase: true,
  canTransfer: true,
}
const copy: DataExport = {
  id: ID,
  state: 'ready',
  progress: 100,
  requestedAt: '2026-11-21T20:00:00Z',
  expiresAt: '2026-11-28T20:00:00Z',
  sizeBytes: 120_000,
}
const mine = 'GET /api/v1/account-deletion/my-requests'
const copies = 'GET /api/v1/user/data-export'
const things = (part: object) => () => ({ requests: [], blockers: [], tickets: [], ...part })

const open = (answers: Answers) =>
  openScreen(paths.deleteAccount(), {
    as: 'CLIENT',
    answers: { [mine]: things({}), [copies]: { exports: [] }, ...answers },
  })

test('says what is lost, offers refund and transfer first, and asks for the word', async () => {
  let asked = false
  const { sent, user } = await open({
    [mine]: () => (asked ? things({ requests: [request] })() : things({ tickets: [ticket] })()),
    'POST /api/v1/account-deletion/request': () => {
      asked = true
      return request
    },
  })
  expect(await screen.findByText('Perdés 1 entrada vigente')).toBeTruthy()
  expect(screen.getByText('$18.000')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pedir la devolución' }).getAttribute('href')).toBe('/devolucion')
  expect(screen.getByRole('link', { name: 'Transferir entradas' })).toBeTruthy()
  const send = screen.getByRole('button', { name: 'Solicitar la eliminación' })
  await user.click(send)
  expect(screen.getByText('Confirmá que entendés que las perdés')).toBeTruthy()
  expect(screen.getByText('Escribí ELIMINAR para confirmar')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Entiendo que la pierdo' }))
  await user.type(screen.getByRole('textbox', { name: 'Para confirmar, escribí ELIMINAR' }), 'eliminar')
  await user.type(screen.getByRole('textbox', { name: /Por qué te vas/ }), 'Me mudo')
  await user.click(send)
  expect(await screen.findByText('lunes, 30 de noviembre de 2026')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    confirmation: 'ELIMINAR',
    ticketsGivenUp: 1,
    reason: 'Me mudo',
  })
})

test('says what blocks it, and offers nothing to press', async () => {
  await open({
    [mine]: things({ blockers: [{ kind: 'open_refunds', message: 'Tenés una devolución en curso por $1.000.' }] }),
  })
  expect(await screen.findByText('Tenés una devolución en curso por $1.000.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Solicitar la eliminación' })).toBeNull()
})

test('a pending request is cancelled, after asking', async () => {
  let state: DeletionRequest['state'] = 'pending'
  const { user } = await open({
    [mine]: () => things({ requests: [{ ...request, state }] })(),
    [`DELETE /api/v1/account-deletion/${ID}`]: () => {
      state = 'cancelled'
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Cancelar la solicitud' }))
  await user.click(screen.getByRole('button', { name: 'Sí, quiero conservar mi cuenta' }))
  expect(await screen.findByRole('button', { name: 'Solicitar la eliminación' })).toBeTruthy()
  expect(screen.getByText('Cancelada')).toBeTruthy()
})

test('one in review cannot be cancelled; a rejected one says why', async () => {
  await open({
    [mine]: things({
      requests: [
        { ...request, state: 'in_review' },
        { ...request, id: ID.replace(/1$/, '2'), state: 'rejected', rejectionReason: 'Falta una rendición.' },
      ],
    }),
  })
  expect(await screen.findByText(/Ya la estamos revisando/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancelar la solicitud' })).toBeNull()
  expect(screen.getByText('Falta una rendición.')).toBeTruthy()
})

test('tickets that changed meanwhile are shown again', async () => {
  let asked = 0
  const { user } = await open({
    [mine]: () => things({ tickets: asked > 0 ? [ticket] : [] })(),
    'POST /api/v1/account-deletion/request': () => {
      asked += 1
      return json(409, { code: 'deletion_tickets_changed', message: 'Tus entradas cambiaron mientras tanto' })
    },
  })
  await user.type(await screen.findByRole('textbox', { name: 'Para confirmar, escribí ELIMINAR' }), 'ELIMINAR')
  await user.click(screen.getByRole('button', { name: 'Solicitar la eliminación' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Tus entradas cambiaron')
  expect(await screen.findByText('Perdés 1 entrada vigente')).toBeTruthy()
  // Consent covers only the tickets that were on the screen.
  const agreed = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Entiendo que la pierdo' })
  expect(agreed.checked).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Solicitar la eliminación' }))
  expect(await screen.findByText('Confirmá que entendés que las perdés')).toBeTruthy()
  expect(asked).toBe(1)
})

test('a copy is asked for, its progress shown, and downloaded by a fresh link', async () => {
  let step = 0
  const steps: DataExport[] = [
    { ...copy, state: 'queued', progress: 0, sizeBytes: null, expiresAt: null },
    { ...copy, state: 'running', progress: 40, sizeBytes: null, expiresAt: null },
    copy,
  ]
  const assign = vi.fn<(url: string | URL) => void>()
  vi.spyOn(globalThis.location, 'assign').mockImplementation(assign)
  const { user } = await open({
    [copies]: () => ({ exports: step === 0 ? [] : [steps[Math.min(step++, 3) - 1]] }),
    'POST /api/v1/user/data-export': () => {
      step = 1
      return steps[0]
    },
    [`POST /api/v1/user/data-export/${ID}/link`]: {
      url: '/api/v1/user/data-export/x/file?until=1&s=2',
      expiresAt: '2026-11-21T20:15:00Z',
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Preparar mi copia' }))
  expect(await screen.findByText(/Preparando tu copia: 40%/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Preparar/ })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Descargar mi copia (117 KB)' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/v1/user/data-export/x/file?until=1&s=2'))
})

test('tickets alike stand in one line', async () => {
  const other = { ...ticket, id: ID.replace(/1$/, '3'), eventName: 'Otra noche', price: 0 }
  await open({ [mine]: things({ tickets: [ticket, { ...ticket, id: ID.replace(/1$/, '2') }, other] }) })
  expect(await screen.findByText('Perdés 3 entradas vigentes')).toBeTruthy()
  expect(screen.getByText('2 × $18.000')).toBeTruthy()
  expect(screen.getByText('Gratis')).toBeTruthy()
})

test('what cannot be read offers another try', async () => {
  let isDown = true
  const { user } = await open({
    [mine]: () =>
      isDown ? json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' }) : things({})(),
  })
  const again = await screen.findByRole('button', { name: 'Reintentar' })
  isDown = false
  await user.click(again)
  expect(await screen.findByRole('button', { name: 'Solicitar la eliminación' })).toBeTruthy()
})

test('what was typed survives the end of the session, for that person alone; the word that confirms does not', async () => {
  const camila = loginAnswer('CLIENT')
  let signedIn = camila
  const { router, user } = await open({
    'GET /api/v1/user/profile': () => person('CLIENT', { id: signedIn.id }),
    'POST /api/v1/account-deletion/request': () =>
      json(401, { code: 'session_expired', message: 'Tu sesión expiró, vuelve a iniciar' }),
    'POST /api/v1/login': () => signedIn,
  })
  const reason = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Por qué te vas/ })
  const word = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Para confirmar/ })
  async function sendTooLate() {
    await user.type(word(), 'ELIMINAR')
    await user.click(screen.getByRole('button', { name: 'Solicitar la eliminación' }))
    const end = await screen.findByRole('alertdialog', { name: 'Sesión Expirada' })
    expect(screen.queryByLabelText(/Por qué te vas/)).toBeNull()
    await user.click(within(end).getByRole('button', { name: 'Iniciar Sesión' }))
  }
  /** The next sign-in does not go to the previous person's screen. */
  async function signInAs(person: LoginResponse) {
    signedIn = person
    await signInOnScreen(user)
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.home()))
    await act(() => router.navigate(paths.deleteAccount()))
  }
  await user.type(await reason(), 'Me mudo a otra ciudad')
  await sendTooLate()
  await signInAs(loginAnswer('CLIENT', { id: '01990000-0000-7000-8000-000000000002' }))
  expect((await reason()).value).toBe('')
  await sendTooLate()
  await signInAs(camila)
  expect((await reason()).value).toBe('Me mudo a otra ciudad')
  expect(word().value).toBe('')
})

test('signing out forgets what was typed', async () => {
  const { router, user } = await open({ 'POST /api/v1/logout': undefined, 'POST /api/v1/login': loginAnswer('CLIENT') })
  const reason = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Por qué te vas/ })
  await user.type(await reason(), 'Me mudo')
  await user.click(screen.getAllByRole('button', { name: 'Menú de tu cuenta' })[0] ?? document.body)
  await user.click(await screen.findByRole('menuitem', { name: 'Cerrar Sesión' }))
  await signInOnScreen(user)
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.home()))
  await act(() => router.navigate(paths.deleteAccount()))
  expect((await reason()).value).toBe('')
})
