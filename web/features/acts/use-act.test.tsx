import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '#contract/accounts/accounts-credentials.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { ToastHost } from '#web/ui/feedback/ToastHost.tsx'
import { hideToast } from '#web/ui/feedback/toast.ts'
import { useAct } from './use-act.tsx'

const PHONE = '01990000-0000-7000-8000-0000000000a1'
const LAPTOP = '01990000-0000-7000-8000-0000000000a2'
const names: Record<string, string> = { [PHONE]: 'teléfono', [LAPTOP]: 'notebook' }
const ending = (id: string) => `DELETE ${endSession.path.replace('{id}', id)}`

beforeEach(() => signIn(loginAnswer('CLIENT')))
afterEach(() => {
  hideToast()
  expireSession()
  vi.unstubAllGlobals()
})

function Acting() {
  const end = useAct(endSession, {
    title: (id: string) => `¿Cerrar la del ${names[id]}?`,
    description: (id) => `Hay que ingresar otra vez en el ${names[id]}`,
    confirm: 'Cerrarla',
    input: (id) => ({ params: { id } }),
    done: (id) => `Cerrada la del ${names[id]}`,
  })
  return (
    <>
      <button type="button" onClick={() => end.ask(PHONE)}>
        Teléfono
      </button>
      <button type="button" onClick={() => end.ask(LAPTOP)}>
        Notebook
      </button>
      {end.dialog}
      <ToastHost />
    </>
  )
}

async function open(answers: Parameters<typeof fakeServer>[0], element: ReactElement = <Acting />) {
  const sent = fakeServer(answers)
  const router = await renderScreen(
    [
      { path: '/', element },
      { path: '/otra', element: <ToastHost /> },
    ],
    '/',
  )
  const user = userEvent.setup()
  return { router, sent, user, ask: (name: string) => user.click(screen.getByRole('button', { name })) }
}
const dialog = () => within(screen.getByRole('alertdialog'))
const refusal = () =>
  json(503, { code: 'busy', message: 'Hay mucha gente, probá en un momento' }, { 'retry-after': '1' })

/** An answer that comes when the test says. */
function held() {
  let answer: (given: unknown) => void = () => undefined
  return { give: (given?: unknown) => answer(given), promise: () => new Promise((resolve) => (answer = resolve)) }
}

test('it describes the action, is busy meanwhile, closes and confirms', async () => {
  const server = held()
  const { user, ask, sent } = await open({ [ending(PHONE)]: server.promise })
  await ask('Teléfono')
  expect(dialog().getByText('Hay que ingresar otra vez en el teléfono')).toBeTruthy()
  expect(sent).toHaveLength(0)
  await user.click(dialog().getByRole('button', { name: 'Cerrarla' }))
  expect(dialog().getByRole('button', { name: 'Cerrarla' }).getAttribute('aria-busy')).toBe('true')
  server.give()
  expect(await screen.findByText('Cerrada la del teléfono')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('refused, it stays open with the reason, which is not the next one’s', async () => {
  const { user, ask } = await open({ [ending(PHONE)]: refusal })
  await ask('Teléfono')
  await user.click(dialog().getByRole('button', { name: 'Cerrarla' }))
  expect(await dialog().findByText('Hay mucha gente, probá en un momento')).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Volver' }))
  await ask('Notebook')
  expect(dialog().queryByText('Hay mucha gente, probá en un momento')).toBeNull()
})

test.each(['closed', 'left', 'asked for another'])('a refusal after it was %s still shows', async (how) => {
  const server = held()
  const { user, ask, router } = await open({ [ending(PHONE)]: server.promise })
  await ask('Teléfono')
  await user.click(dialog().getByRole('button', { name: 'Cerrarla' }))
  if (how === 'left') await act(() => router.navigate('/otra'))
  else await user.click(dialog().getByRole('button', { name: 'Cerrar' }))
  if (how === 'asked for another') await ask('Notebook')
  server.give(refusal())
  expect(await screen.findByText('¿Cerrar la del teléfono? Hay mucha gente, probá en un momento')).toBeTruthy()
  if (how === 'asked for another') expect(dialog().getByText('Hay que ingresar otra vez en el notebook')).toBeTruthy()
})

/** Acts at once: on one of two rows, or on nothing else than what its screen is about. */
function AtOnce({ isProblemShown = false }: { isProblemShown?: boolean }) {
  const end = useAct(endSession, { input: (id: string) => ({ params: { id } }), pendingUntilRefetched: true })
  const endPhone = useAct(endSession, { input: { params: { id: PHONE } }, done: 'Cerrada', isProblemShown })
  return (
    <>
      {[PHONE, LAPTOP].map((id) => (
        <button key={id} type="button" aria-busy={end.isPending(id)} onClick={() => void end.run(id)}>
          {names[id]}
        </button>
      ))}
      <button type="button" onClick={() => void endPhone.run()}>
        Cerrar
      </button>
      <p>Motivo: {endPhone.problem ?? 'ninguno'}</p>
      <ToastHost />
    </>
  )
}

test('without a question it acts at once, each row is pending by itself, and a refusal is a toast', async () => {
  const server = held()
  const { ask } = await open({ [ending(PHONE)]: server.promise, [ending(LAPTOP)]: undefined }, <AtOnce />)
  await ask('teléfono')
  const busy = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-busy')
  expect([busy('teléfono'), busy('notebook')]).toEqual(['true', 'false'])
  await ask('notebook')
  expect(busy('teléfono')).toBe('true')
  server.give(refusal())
  expect(await screen.findByText('Hay mucha gente, probá en un momento')).toBeTruthy()
  await vi.waitFor(() => expect([busy('teléfono'), busy('notebook')]).toEqual(['false', 'false']))
})

test('without a subject its texts are plain, and a screen may show the refusal itself', async () => {
  let answer: unknown = refusal()
  const { ask } = await open({ [ending(PHONE)]: () => answer }, <AtOnce isProblemShown />)
  await ask('Cerrar')
  expect(await screen.findByText('Motivo: Hay mucha gente, probá en un momento')).toBeTruthy()
  expect(screen.getAllByText(/Hay mucha gente/)).toHaveLength(1)
  answer = undefined
  await ask('Cerrar')
  expect(await screen.findByText('Cerrada')).toBeTruthy()
  expect(screen.getByText('Motivo: ninguno')).toBeTruthy()
})

/** A question without a subject, with a box to tick. */
function Consenting() {
  const [isAgreed, setAgreed] = useState(false)
  const end = useAct(endSession, {
    input: { params: { id: PHONE } },
    title: '¿Cerrarla?',
    description: 'Hay que ingresar otra vez',
    children: <input type="checkbox" aria-label="De acuerdo" onChange={({ target }) => setAgreed(target.checked)} />,
    disabled: !isAgreed,
    done: 'Cerrada',
  })
  return (
    <>
      <button type="button" onClick={() => end.ask()}>
        Cerrar
      </button>
      {end.dialog}
      <ToastHost />
    </>
  )
}

test('a question may ask for a consent first', async () => {
  const { user, ask, sent } = await open({ [ending(PHONE)]: undefined }, <Consenting />)
  await ask('Cerrar')
  const confirm = dialog().getByRole('button', { name: 'Confirmar' })
  await user.click(confirm)
  expect(sent).toHaveLength(0)
  await user.click(dialog().getByRole('checkbox', { name: 'De acuerdo' }))
  await user.click(confirm)
  expect(await screen.findByText('Cerrada')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
