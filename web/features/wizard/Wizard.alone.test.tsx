import 'fake-indexeddb/auto'
import { Blob as DeviceBlob, File as DeviceFile } from 'node:buffer'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, useParams } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { sendContact } from '#contract/platform/support.ts'
import { currentSession, expireSession, leaveSession, signIn } from '#web/api/session.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Wizard } from './Wizard.tsx'

const CONTACT = 'POST /api/v1/email/contact'
const onDone = vi.fn<(values: object) => void>()

const asked = z.object({
  name: z.string().check(z.minLength(2, 'Decinos tu nombre')),
  photo: z
    .nullable(z.custom<Blob>((value) => value instanceof Blob))
    .check(z.refine((file) => file !== null, 'Falta la foto')),
  document: z.nullable(z.custom<Blob>((value) => value instanceof Blob)),
  message: z.string().check(z.minLength(10, 'Contanos un poco más')),
})

function Joining() {
  const form = useSubmit(sendContact, {
    schema: asked,
    defaults: { name: '', photo: null, document: null, message: '' },
    draft: { name: 'alta', onDevice: ['photo'] },
    leaveGuard: true,
    toInput: ({ name, message }) => ({
      body: { name, mail: 'a@previa.example', topic: 'other', message, website: '' },
    }),
    onDone: (_, values) => onDone(values),
  })
  return (
    <>
      <Link to="/otra">Irse</Link>
      <Wizard
        label="Sumarte a Previa"
        form={form}
        at={useParams()['paso']}
        path={(step) => `/alta/${step}`}
        submit="Enviar"
        steps={[
          {
            key: 'nombre',
            label: 'Tu nombre',
            fields: ['name'],
            children: <TextField label="Nombre" {...form.field('name')} />,
          },
          {
            key: 'fotos',
            label: 'Tus fotos',
            fields: ['photo', 'document'],
            children: (
              <>
                <Picture label="Foto" {...form.value('photo')} />
                <Picture label="Documento" {...form.value('document')} />
              </>
            ),
          },
          {
            key: 'mensaje',
            label: 'Contanos',
            fields: ['message'],
            children: <TextField label="Mensaje" {...form.field('message')} />,
          },
        ]}
      />
    </>
  )
}

interface PictureProps {
  label: string
  value: Blob | null
  error: string | undefined
  onChange: (file: Blob | null) => void
}

function Picture({ label, value, error, onChange }: PictureProps) {
  return (
    <label>
      {label}
      <input type="file" onChange={({ target }) => onChange(target.files?.[0] ?? null)} />
      {value && <span>{`${label} elegida`}</span>}
      {error && <span>{error}</span>}
    </label>
  )
}

const open = (address = '/alta/nombre') =>
  renderScreen(
    [
      { path: '/alta/:paso', element: <Joining /> },
      { path: '/otra', element: <p>Otra pantalla</p> },
    ],
    address,
  )
const next = () => userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
const picture = () => new File([new Uint8Array([0xff, 0xd8, 0xff])], 'yo.jpg', { type: 'image/jpeg' })

/** As far as the last step, the message unwritten. */
async function fill() {
  await userEvent.type(screen.getByLabelText('Nombre'), 'Camila')
  await next()
  await userEvent.upload(await screen.findByLabelText('Foto'), picture())
  await userEvent.upload(screen.getByLabelText('Documento'), picture())
  await next()
  await screen.findByLabelText('Mensaje')
}

beforeEach(async () => {
  onDone.mockClear()
  // What a browser's database copies; the pretended browser's own files it does not know.
  vi.stubGlobal('Blob', DeviceBlob)
  vi.stubGlobal('File', DeviceFile)
  await signIn(loginAnswer())
})
afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

test('a step that is wrong is not passed, by its button or by the address', async () => {
  const router = await open('/alta/mensaje')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/alta/nombre'))
  await next()
  expect(await screen.findByText('Decinos tu nombre')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Nombre'), 'Camila{Enter}')
  await screen.findByLabelText('Foto')
  await next()
  expect(await screen.findByText('Falta la foto')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/alta/fotos')
  expect(screen.getAllByRole('listitem').map((each) => each.getAttribute('aria-current'))).toEqual([null, 'step', null])
})

test('an address that names no step leads to the first', async () => {
  const router = await open('/alta/cualquiera')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/alta/nombre'))
})

test('back and forth nothing is lost, by the link, by the browser, by a step that was done', async () => {
  const router = await open()
  await fill()
  await userEvent.type(screen.getByLabelText('Mensaje'), 'Quiero')
  await act(() => router.navigate(-1))
  expect(screen.getByText('Foto elegida')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: /Volver/ }))
  expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Camila')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await act(() => router.navigate('/alta/mensaje'))
  expect(screen.getByLabelText<HTMLInputElement>('Mensaje').value).toBe('Quiero')
  await userEvent.click(screen.getByRole('link', { name: /Tu nombre/ }))
  expect(router.state.location.pathname).toBe('/alta/nombre')
  await userEvent.click(screen.getByRole('link', { name: 'Irse' }))
  expect(screen.getByRole('alertdialog', { name: 'Tenés cambios sin guardar' })).toBeTruthy()
})

test('a reload begins where it was, with the photo; of a document nothing stays on the device', async () => {
  await open()
  await fill()
  const owner = currentSession()?.user.id
  // As a reload leaves it: what was in memory is gone.
  cleanup()
  vi.resetModules()
  const fresh = await import('#web/features/forms/draft.ts')
  const draft = fresh.draftOf('alta', { name: '', photo: null, document: null, message: '' }, owner, ['photo'])
  expect(draft.read()).toEqual({ name: 'Camila', photo: null, document: null, message: '' })
  // It is on its way to the device while the page is already gone.
  await vi.waitFor(async () => expect(Object.keys(await draft.recall())).toEqual(['photo']))
})

test('what waits on the device is shown again, and goes at sign-out', async () => {
  await open()
  await fill()
  await userEvent.click(screen.getByRole('link', { name: /Tus fotos/ }))
  expect(screen.getByText('Documento elegida')).toBeTruthy()
  act(() => leaveSession())
  await signIn(loginAnswer())
  cleanup()
  const router = await open('/alta/mensaje')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/alta/nombre'))
  expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('')
})

test('the last step sends all of them; what the server says of a field leads to its step', async () => {
  let answer: unknown = json(409, {
    code: 'invalid_input',
    message: 'No',
    details: [{ path: ['name'], message: 'Ese nombre no' }],
  })
  const sent = fakeServer({ [CONTACT]: () => answer })
  const router = await open()
  await fill()
  await userEvent.type(screen.getByLabelText('Mensaje'), 'Quiero sumarme')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/alta/nombre'))
  expect(await screen.findByText('Ese nombre no')).toBeTruthy()
  answer = { received: true }
  await userEvent.type(screen.getByLabelText('Nombre'), ' F.')
  await next()
  await screen.findByText('Foto elegida')
  await next()
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar' }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(onDone.mock.calls[0]?.[0]).toMatchObject({ name: 'Camila F.', message: 'Quiero sumarme' })
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2)
})
