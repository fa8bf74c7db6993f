import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '#contract/accounts-credentials.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { ToastHost } from '#web/ui/ToastHost.tsx'
import { useAct } from './use-act.tsx'

const PHONE = '01990000-0000-7000-8000-0000000000a1'
const LAPTOP = '01990000-0000-7000-8000-0000000000a2'
const names: Record<string, string> = { [PHONE]: 'teléfono', [LAPTOP]: 'notebook' }
const ending = (id: string) => `DELETE ${endSession.path.replace('{id}', id)}`

beforeEach(() => signIn(loginAnswer('CLIENT')))
afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

function Acting({ typed = false }: { typed?: boolean }) {
  const end = useAct(endSession, {
    title: (id: string) => `¿Cerrar la del ${names[id]}?`,
    says: (id) => `Hay que ingresar otra vez en el ${names[id]}`,
    confirm: 'Cerrarla',
    ...(typed && { typed: () => 'CERRAR' }),
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

async function open(answers: Parameters<typeof fakeServer>[0], element = <Acting />) {
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

test('it says what will happen, is busy meanwhile, closes and tells', async () => {
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

test.each(['closed', 'left', 'asked for another'])('refused after it was %s, it is told all the same', async (how) => {
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

test('where a word must be typed, nothing is sent before it stands there', async () => {
  const { user, ask, sent } = await open({ [ending(PHONE)]: undefined }, <Acting typed />)
  await ask('Teléfono')
  const confirm = dialog().getByRole('button', { name: 'Cerrarla' })
  await user.type(dialog().getByRole('textbox', { name: 'Escribí CERRAR para confirmar' }), 'CERRA')
  await user.click(confirm)
  expect(sent).toHaveLength(0)
  await user.type(dialog().getByRole('textbox'), 'R ')
  await user.click(confirm)
  expect(await screen.findByText('Cerrada la del teléfono')).toBeTruthy()
})
