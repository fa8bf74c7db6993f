import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { expireSession, signIn } from '#web/api/session.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { ContactForm } from './ContactForm.tsx'

afterEach(expireSession)

const CONTACT = 'POST /api/v1/email/contact'
const open = () => renderScreen([{ path: '/', element: <ContactForm /> }], '/')
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const message = () => screen.getByLabelText<HTMLTextAreaElement>('Mensaje')
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Enviar mensaje' }))

test('a visitor writes, and what was typed goes only once it was received', async () => {
  const sent = fakeServer({ [CONTACT]: () => json(202, { received: true }) })
  await open()
  type('Nombre', 'Camila Ferreyra')
  type('Email', 'camila@previa.example')
  type('Tema', 'refunds')
  type('Mensaje', 'Corto')
  send()
  expect(await screen.findByText('Contanos un poco más: al menos 10 caracteres')).toBeTruthy()
  type('Mensaje', 'No me llegó la entrada del sábado.')
  send()
  expect(await screen.findByText('Recibimos tu mensaje')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ topic: 'refunds', message: 'No me llegó la entrada del sábado.', website: '' })
  fireEvent.click(screen.getByRole('button', { name: 'Escribir otro' }))
  expect(message().value).toBe('')
})

test('without network what was typed stays, over a reload too', async () => {
  await open()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  type('Nombre', 'Camila Ferreyra')
  type('Email', 'camila@previa.example')
  type('Mensaje', 'Escribo desde el subte, sin señal.')
  send()
  expect(await screen.findByText(/Lo que escribiste queda guardado acá/)).toBeTruthy()
  cleanup()
  await open()
  expect(message().value).toBe('Escribo desde el subte, sin señal.')
})

test('who is signed in finds their name and mail there', async () => {
  await signIn(loginAnswer('CLIENT'))
  await open()
  expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Camila Ferreyra')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('camila@example.com')
})

test('the topic that the form holds is the one that it shows', async () => {
  await open()
  expect(screen.getByLabelText<HTMLSelectElement>('Tema').value).toBe('other')
})
