import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changePassword } from '#contract/accounts/accounts-credentials.ts'
import { sendContact } from '#contract/platform/support.ts'
import { expireSession, leaveSession, signIn, useSession } from '#web/api/session.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Form } from './Form.tsx'
import { useSubmit } from './use-submit.ts'

const NADIA = '01990000-0000-7000-8000-000000000002'
const CONTACT = 'POST /api/v1/email/contact'
const onDone = vi.fn<(form: { discard: () => void }) => void>()

function Screen() {
  const user = useSession()?.user
  const form = useSubmit(sendContact, {
    defaults: { name: user?.name ?? '', mail: user?.mail ?? '', topic: 'other', message: '', website: '' },
    draft: { name: 'prueba', without: ['mail'] },
    failures: { too_many_requests: 'mail', too_large: 'message' },
    errorMessage: () => 'No salió',
    leaveGuard: true,
    onDone: () => {
      onDone(form)
    },
  })
  return (
    <>
      <Link to="/otra">Irse</Link>
      <Link to="/de-paso">Irse más lejos</Link>
      <Form form={form} submit="Enviar">
        <TextField label="Nombre" {...form.field('name')} />
        <TextField label="Email" {...form.field('mail')} />
        <TextField label="Mensaje" {...form.field('message')} />
      </Form>
    </>
  )
}

/** A screen that leads on in the moment in which it is drawn. */
function LeadsOn() {
  const navigate = useNavigate()
  useLayoutEffect(() => void navigate('/final'), [navigate])
  return <p>De paso</p>
}

const open = () =>
  renderScreen(
    [
      { path: '/', element: <Screen /> },
      { path: '/otra', element: <p>Otra pantalla</p> },
      { path: '/de-paso', element: <LeadsOn /> },
      { path: '/final', element: <p>Final</p> },
    ],
    '/',
  )
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const send = () => userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
const RESTORED = 'Acá está lo que habías escrito sin guardar.'

beforeEach(async () => {
  onDone.mockClear()
  await signIn(loginAnswer())
})
afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

async function typed() {
  await userEvent.type(box('Mensaje'), 'Un mensaje de más de diez')
}

test.each([
  [
    'of fields, over the code of one',
    { code: 'too_many_requests', message: 'Muchas veces', details: [{ path: ['message'], message: 'Así no' }] },
    { Mensaje: 'Así no' },
  ],
  ['by a code that is a field’s', { code: 'too_many_requests', message: 'Muchas veces' }, { Email: 'Muchas veces' }],
  [
    'of a field that this form has not, by its code',
    { code: 'too_large', message: 'Muy largo', details: [{ path: ['other'], message: 'x' }] },
    { Mensaje: 'Muy largo' },
  ],
  ['of no field', { code: 'internal', message: 'Error' }, {}],
])('what the server says %s has its place', async (_, answer, under) => {
  fakeServer({ [CONTACT]: () => json(409, answer) })
  await open()
  await typed()
  await send()
  for (const label of ['Nombre', 'Email', 'Mensaje']) {
    const message = new Map(Object.entries(under)).get(label)
    if (message !== undefined) expect(await screen.findByText(message)).toBeTruthy()
    expect(box(label).getAttribute('aria-invalid')).toBe(message === undefined ? null : 'true')
  }
  if (Object.keys(under).length === 0) expect((await screen.findByRole('alert')).textContent).toBe('No salió')
  else expect(screen.queryByRole('alert')).toBeNull()
  expect(onDone).not.toHaveBeenCalled()
})

test('Enter pressed twice sends once, and what was sent is not kept', async () => {
  let answer: (response: Response) => void = () => {}
  const sent = fakeServer({ [CONTACT]: () => new Promise<Response>((resolve) => (answer = resolve)) })
  // What an earlier test left on its way may read something meanwhile.
  const posts = () => sent.filter(({ method }) => method === 'POST')
  await open()
  await typed()
  await userEvent.type(box('Nombre'), '{Enter}')
  await vi.waitFor(() => expect(posts()).toHaveLength(1))
  await userEvent.type(box('Nombre'), '{Enter}')
  answer(json(202, { received: true }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(posts()).toHaveLength(1)
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('más de diez')
})

test('what was left without saving holds up no way that leads on from the next screen', async () => {
  fakeServer({})
  await open()
  await typed()
  await userEvent.click(screen.getByText('Irse más lejos'))
  await userEvent.click(await screen.findByRole('button', { name: 'Salir sin guardar' }))
  expect(await screen.findByText('Final')).toBeTruthy()
})

test('a draft survives a reload and another person, except fields that must be entered again', async () => {
  fakeServer({})
  await open()
  await typed()
  await userEvent.type(box('Email'), 'x')
  document.body.replaceChildren()
  await open()
  expect(screen.getByText(RESTORED)).toBeTruthy()
  expect(box('Mensaje').value).toBe('Un mensaje de más de diez')
  expect(box('Email').value).toBe('camila@example.com')
  act(() => expireSession())
  expect(box('Mensaje').value).toBe('Un mensaje de más de diez')
  await act(() => signIn(loginAnswer('CLIENT', { id: NADIA, name: 'Nadia', mail: 'nadia@example.com' })))
  expect([box('Nombre').value, box('Mensaje').value]).toEqual(['Nadia', ''])
  act(() => expireSession())
  await act(() => signIn(loginAnswer()))
  expect([box('Nombre').value, box('Mensaje').value]).toEqual(['Camila Ferreyra', 'Un mensaje de más de diez'])
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }))
  expect(box('Mensaje').value).toBe('')
  expect(screen.queryByText(RESTORED)).toBeNull()
})

test('who signs out leaves nothing on the screen; a visitor’s words go along when they sign in', async () => {
  fakeServer({})
  await open()
  await typed()
  act(() => leaveSession())
  expect([box('Nombre').value, box('Mensaje').value]).toEqual(['', ''])
  await userEvent.type(box('Mensaje'), 'De visita')
  await act(() => signIn(loginAnswer()))
  expect([box('Nombre').value, box('Mensaje').value]).toEqual(['Camila Ferreyra', 'De visita'])
})

test('leaving what was typed is asked about, and not once it was sent', async () => {
  fakeServer({ [CONTACT]: () => json(202, { received: true }) })
  const router = await open()
  await typed()
  await userEvent.click(screen.getByRole('link', { name: 'Irse' }))
  expect(screen.getByRole('alertdialog', { name: 'Tenés cambios sin guardar' }).textContent).toContain('se conserva')
  await userEvent.click(screen.getByRole('button', { name: 'Volver' }))
  onDone.mockImplementationOnce(() => void router.navigate('/otra'))
  await send()
  expect(await screen.findByText('Otra pantalla')).toBeTruthy()
})

test('a form that keeps no draft loses nothing of its own at sign-in', async () => {
  function Password() {
    const form = useSubmit(changePassword, { defaults: { currentPassword: '', newPassword: '' } })
    return (
      <Form form={form} submit="Cambiar">
        <TextField label="Actual" {...form.field('currentPassword')} />
      </Form>
    )
  }
  expireSession()
  sessionStorage.clear()
  await renderScreen([{ path: '/', element: <Password /> }], '/')
  await userEvent.type(box('Actual'), 'clave')
  await act(() => signIn(loginAnswer()))
  expect(box('Actual').value).toBe('clave')
  expect(Object.values(sessionStorage).join()).not.toContain('clave')
})

test('a form restarted after it was sent keeps nothing, not even its earlier draft', async () => {
  fakeServer({ [CONTACT]: () => json(200, { received: true }) })
  onDone.mockImplementation((form: { discard: () => void }) => form.discard())
  await open()
  await typed()
  cleanup()
  await open()
  expect(await screen.findByText(RESTORED)).toBeTruthy()
  await send()
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(box('Mensaje').value).toBe('')
  expect(Object.keys(sessionStorage).filter((key) => key.includes('prueba'))).toEqual([])
})
