import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failures } from '#contract/api/failures.ts'
import type { Ticket } from '#contract/sales/tickets.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { fakeServer, json, type Sent } from '#web/testing/fake-server.ts'
import { loginAnswer, person } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { ticket } from '#web/testing/tickets.ts'
import { TicketActions } from './TicketActions.tsx'
import { useTransfer } from './use-transfer.tsx'

const SEARCH = 'GET /api/v1/user/search-by-phone'
const TRANSFER = `POST /api/v1/ticket/transfer/${ticket.id}`
const personId = '01990000-0000-7000-8000-00000000000d'
const posted = (sent: readonly Sent[]) => sent.findLast(({ method }) => method === 'POST')
const notFound = () => json(404, { code: 'person_not_found', message: 'No encontramos a esa persona' })

beforeEach(async () => {
  await signIn(loginAnswer('CLIENT'))
})
afterEach(expireSession)

function Shown({ ticket: shown }: { ticket: Ticket }) {
  const transfer = useTransfer()
  return (
    <>
      <TicketActions ticket={shown} onTransfer={(asked) => void transfer.ask(asked)} />
      {transfer.dialog}
    </>
  )
}

async function openDialog(answers: Record<string, (sent: Sent) => Response>, shown: Ticket = ticket) {
  const sent = fakeServer(answers)
  await renderScreen([{ path: '/', element: <Shown ticket={shown} /> }], '/')
  fireEvent.click(screen.getByRole('button', { name: 'Transferir a otra persona' }))
  return { sent, dialog: within(await screen.findByRole('dialog')) }
}

function search(dialog: ReturnType<typeof within>, phone = '+5493415550103') {
  fireEvent.change(dialog.getByRole('textbox', { name: /Teléfono de la persona/ }), { target: { value: phone } })
  fireEvent.click(dialog.getByRole('button', { name: 'Buscar' }))
}

test.each([
  [null, /en el momento, con las bebidas que quedan, y no/],
  ['2026-11-02T20:00:00-03:00', /en el momento y no/],
])('drinks that are left go along, and the dialog says so', async (redeemedAt, says) => {
  const shown: Ticket = { ...ticket, vouchers: [{ id: personId, name: 'Fernet', redeemedAt }] }
  const { dialog } = await openDialog({ [SEARCH]: () => json(200, { id: personId, name: 'Nahuel I.' }) }, shown)
  search(dialog)
  expect(await dialog.findByText(says)).toBeTruthy()
})

test('the person is confirmed by their masked name before anything is sent', async () => {
  const { sent, dialog } = await openDialog({
    [SEARCH]: () => json(200, { id: personId, name: 'Nahuel I.' }),
    [TRANSFER]: () => json(200, { ticketId: ticket.id }),
  })
  search(dialog)
  expect(await dialog.findByText('Nahuel I.')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  // Each step takes the keyboard along.
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Transferir la entrada' })),
  )
  fireEvent.click(dialog.getByRole('button', { name: 'Transferir la entrada' }))
  expect((await dialog.findByRole('status')).textContent).toBe('La entrada ahora es de Nahuel I.')
  await vi.waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Entendido' })))
  expect(posted(sent)?.body).toEqual({ toUserId: personId })
})

test('a phone without account asks who it is, and keeps what was typed when it is refused', async () => {
  let isRefused = true
  const { sent, dialog } = await openDialog({
    [SEARCH]: notFound,
    [TRANSFER]: () =>
      isRefused
        ? json(429, { code: 'transfer_day_limit', message: 'Ya transferiste cinco.' }, { 'retry-after': '86400' })
        : json(200, { ticketId: ticket.id }),
  })
  search(dialog)
  expect(await dialog.findByRole('heading', { name: '¿Quién la recibe?' })).toBeTruthy()
  expect(dialog.getByText(/¿A nombre de quién va\?/)).toBeTruthy()
  fireEvent.change(await dialog.findByLabelText('Nombre completo'), { target: { value: 'Lola Nueva' } })
  fireEvent.change(dialog.getByLabelText('Email'), { target: { value: 'lola@previa.example' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Transferir la entrada' }))
  const limit = /^Ya transferiste cinco entradas en un día\. Podés volver a transferir mañana a las \d\d:\d\d\.$/
  expect(await dialog.findByText(limit)).toBeTruthy()
  isRefused = false
  fireEvent.click(dialog.getByRole('button', { name: 'Transferir la entrada' }))
  expect((await dialog.findByRole('status')).textContent).toContain('Lola Nueva')
  expect(await dialog.findByText(/^Se la mandamos por mail\. Ya le sirve para entrar\.$/)).toBeTruthy()
  expect(posted(sent)?.body).toEqual({ name: 'Lola Nueva', mail: 'lola@previa.example', phone: '+5493415550103' })
})

test('the wrong person leads back to the search, with the phone still there', async () => {
  const { dialog } = await openDialog({ [SEARCH]: () => json(200, { id: personId, name: 'Otra P.' }) })
  search(dialog)
  fireEvent.click(await dialog.findByRole('button', { name: 'No es, buscar de nuevo' }))
  await waitFor(() =>
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /Teléfono/ }).value.replaceAll(/\D/g, '')).toContain(
      '3415550103',
    ),
  )
})

test('one’s own phone is refused at once, without a look-up', async () => {
  const { sent, dialog } = await openDialog({ [SEARCH]: () => json(200, { id: person().id, name: 'Camila F.' }) })
  search(dialog)
  expect(await dialog.findByText('Esa entrada ya es tuya: elegí a otra persona')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Transferir la entrada' })).toBeNull()
  expect(sent.some(({ method }) => method === 'POST')).toBe(false)
})

test('a day’s look-ups used up say until when', async () => {
  const { dialog } = await openDialog({
    [SEARCH]: () => json(429, { code: 'too_many_requests', message: 'x' }, { 'retry-after': '86400' }),
  })
  search(dialog, '0341 15 555-0103')
  expect(await dialog.findByText(/Probá de nuevo mañana a las \d\d:\d\d\.$/)).toBeTruthy()
})

test('what cannot be handed on offers nothing', async () => {
  fakeServer({})
  await renderScreen([{ path: '/', element: <Shown ticket={{ ...ticket, canTransfer: false }} /> }], '/')
  expect(screen.queryByRole('button', { name: 'Transferir a otra persona' })).toBeNull()
})

test.each([
  [18, true],
  [null, false],
])('with a minimum age of %s the giver reads it before handing over: %s', async (minimumAge, isSaid) => {
  const shown = { ...ticket, event: { ...ticket.event, minimumAge } }
  const { dialog } = await openDialog({ [SEARCH]: () => json(200, { id: personId, name: 'Nahuel I.' }) }, shown)
  search(dialog)
  await dialog.findByText('Nahuel I.')
  expect(dialog.queryByText(/Es para mayores de 18 años/) !== null).toBe(isSaid)
})

test('a giver without a verified contact takes the code in the same sheet, and the search goes on', async () => {
  let isVerified = false
  const { sent, dialog } = await openDialog({
    [SEARCH]: () =>
      isVerified
        ? json(200, { id: personId, name: 'Nahuel I.' })
        : json(422, { code: 'contact_proof_needed', message: failures.contact_proof_needed[1] }),
    'POST /api/v1/user/verify-contact/request': () =>
      json(200, {
        status: 'success',
        message: 'x',
        kind: 'mail',
        sentTo: 'c***@previa.example',
        expiresInSeconds: 600,
      }),
    'POST /api/v1/user/verify-contact/confirm': () => {
      isVerified = true
      return json(200, { status: 'success', message: 'Listo' })
    },
    'GET /api/v1/user/profile': () => json(200, person()),
  })
  search(dialog)
  expect(await dialog.findByRole('heading', { name: 'Confirmá que sos vos' })).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Ahora no' }))
  expect(await dialog.findByRole('button', { name: 'Buscar' })).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Buscar' }))
  fireEvent.click(await dialog.findByRole('button', { name: /^Por email/ }))
  await dialog.findByText('c***@previa.example')
  await vi.waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Código')))
  fireEvent.change(dialog.getByLabelText('Código'), { target: { value: '123456' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Confirmar' }))
  expect(await dialog.findByText('Nahuel I.')).toBeTruthy()
  const searches = sent.filter(({ path }) => path.includes('search-by-phone'))
  expect(searches).toHaveLength(3)
  expect(new Set(searches.map(({ path }) => path)).size).toBe(1)
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})
