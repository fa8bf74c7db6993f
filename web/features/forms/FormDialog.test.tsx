import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendContact } from '#contract/platform/support.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { ToastHost } from '#web/ui/feedback/ToastHost.tsx'
import { FormDialog } from './FormDialog.tsx'
import { useSubmit } from './use-submit.ts'

const CONTACT = 'POST /api/v1/email/contact'

interface QuestionProps {
  name: string
  onClose: () => void
}

function Question({ name, onClose }: QuestionProps) {
  const form = useSubmit(sendContact, {
    defaults: { name, mail: 'a@previa.example', topic: 'other', message: '', website: '' },
    leaveGuard: true,
    unchanged: ({ message }) => message === 'Lo mismo de siempre' && 'Ya está así',
    done: (_, { message }) => `Recibimos «${message}»`,
  })
  return (
    <FormDialog form={form} title={`Consulta de ${name}`} submit="Enviar" onClose={onClose}>
      <TextField label="Mensaje" {...form.field('message')} />
    </FormDialog>
  )
}

function Screen() {
  const [asked, setAsked] = useState<string | null>('Ana')
  return (
    <>
      <button type="button" onClick={() => setAsked('Beto')}>
        Otra
      </button>
      {asked && <Question key={asked} name={asked} onClose={() => setAsked(null)} />}
      <ToastHost />
    </>
  )
}

const open = () => renderScreen([{ path: '/', element: <Screen /> }], '/')
const dialog = () => screen.queryByRole('dialog')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = (text: string) => userEvent.type(screen.getByLabelText('Mensaje'), text)

beforeEach(() => signIn(loginAnswer()))
afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

test('sent, it closes and confirms; refused, it stays open with the reason next to its button', async () => {
  let answer: unknown = json(503, { code: 'busy', message: 'Hay mucha gente' })
  const sent = fakeServer({ [CONTACT]: () => answer })
  await open()
  await type('Un mensaje de más de diez')
  await press('Enviar')
  expect((await screen.findByRole('alert')).textContent).toBe('Hay mucha gente')
  expect(dialog()).toBeTruthy()
  answer = json(202, { received: true })
  await userEvent.type(screen.getByLabelText('Mensaje'), '{Enter}')
  expect(await screen.findByText('Recibimos «Un mensaje de más de diez»')).toBeTruthy()
  expect(dialog()).toBeNull()
  expect(sent).toHaveLength(2)
})

test('what need not be sent is not, and says why', async () => {
  const sent = fakeServer({})
  await open()
  await type('Lo mismo de siempre')
  await press('Enviar')
  expect((await screen.findByRole('alert')).textContent).toBe('Ya está así')
  expect(sent).toHaveLength(0)
})

test('closing what is unsaved asks first', async () => {
  fakeServer({})
  await open()
  await press('Cerrar')
  expect(dialog()).toBeNull()
  await press('Otra')
  await type('Un mensaje')
  await press('Cerrar')
  expect(screen.getByRole('alertdialog', { name: 'Tenés cambios sin guardar' }).textContent).toContain('se pierde')
  await press('Volver')
  expect(screen.getByLabelText<HTMLInputElement>('Mensaje').value).toBe('Un mensaje')
  await press('Cerrar')
  await press('Salir sin guardar')
  expect(dialog()).toBeNull()
})

test('one that is answered after it was closed does not close the next one', async () => {
  let give: (response: Response) => void = () => {}
  fakeServer({ [CONTACT]: () => new Promise<Response>((resolve) => (give = resolve)) })
  await open()
  await type('Un mensaje de más de diez')
  await press('Enviar')
  act(() => screen.getByText('Otra').click())
  expect(screen.getByRole('dialog', { name: 'Consulta de Beto' })).toBeTruthy()
  give(json(202, { received: true }))
  expect(await screen.findByText('Recibimos «Un mensaje de más de diez»')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Consulta de Beto' })).toBeTruthy()
})
