import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failures } from '#contract/api/failures.ts'
import { paths } from '#contract/api/paths.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { ASSIGNMENT_ENDED } from './assignment-message.ts'
import { queryClient } from '#web/api/query.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { CATEGORIES, EVENT_ID, GENERAL_ID, managedEvent, managedType } from '#web/testing/organizer-fixtures.ts'

// The whole editor is drawn in each, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true })

const CALL = `/api/v1/comerciales/events/${EVENT_ID}`
const [status, message] = failures.event_not_found

async function open(event: ManagedEvent, answers: Answers = {}) {
  const { sent, user } = await openScreen(paths.commercialEvent(EVENT_ID), {
    as: 'COMERCIAL',
    answers: {
      'GET /api/v1/event/categories': { categories: CATEGORIES },
      [`GET /api/v1/event/${EVENT_ID}/manage`]: event,
      ...answers,
    },
  })
  await screen.findByLabelText('Categoría')
  const writes = () =>
    sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ call: `${method} ${path}`, body }))
  return { user, writes }
}
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('each part is saved by its own call, with what changed alone and the version of the call before', async () => {
  const saved = (version: number) => managedEvent({ state: 'active', version })
  const { user, writes } = await open(managedEvent({ state: 'active' }), {
    [`PUT ${CALL}/basic-info`]: saved(2),
    [`PUT ${CALL}/advanced`]: saved(3),
    [`PUT ${CALL}/ticket-types/${GENERAL_ID}`]: saved(4),
  })
  write('Nombre del lugar', 'Otro salón')
  write('Minutos para pagar', '20')
  write('Precio', '20000')
  await user.click(screen.getByRole('button', { name: 'Guardar cambios' }))
  await waitFor(() => expect(writes()).toHaveLength(3))
  expect(writes()).toEqual([
    { call: `PUT ${CALL}/basic-info`, body: { venueName: 'Otro salón', version: 1 } },
    { call: `PUT ${CALL}/advanced`, body: { holdMinutes: 20, version: 2 } },
    { call: `PUT ${CALL}/ticket-types/${GENERAL_ID}`, body: { price: 20_000, version: 3 } },
  ])
})

test('which types there are, their order and the flyer are not a commercial’s', async () => {
  await open(managedEvent({ canSellPaid: false, ticketTypes: [managedType()] }))
  expect(screen.queryByRole('button', { name: 'Agregar tipo de entrada' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Quitar General' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Subir General' })).toBeNull()
  expect(screen.queryByText('Flyer')).toBeNull()
  expect(screen.getByText(/La organización no conectó su cuenta/)).toBeTruthy()
})

test('a draft is brought to publication', async () => {
  const { user, writes } = await open(managedEvent(), {
    [`POST /api/v1/event/${EVENT_ID}/publish`]: managedEvent({ state: 'active' }),
  })
  await user.click(screen.getByRole('button', { name: 'Guardar y publicar' }))
  await waitFor(() => expect(writes().map(({ call }) => call)).toEqual([`POST /api/v1/event/${EVENT_ID}/publish`]))
  expect(await screen.findByText('Publicado: ya está a la venta')).toBeTruthy()
})

test('when the assignment ends meanwhile it says so, and what was typed stays', async () => {
  let hasEnded = false
  const gone = () => json(status, { code: 'event_not_found', message })
  const { user } = await open(managedEvent({ state: 'active' }), {
    [`GET /api/v1/event/${EVENT_ID}/manage`]: () => (hasEnded ? gone() : managedEvent({ state: 'active' })),
    [`PUT ${CALL}/basic-info`]: gone,
  })
  hasEnded = true
  write('Nombre del lugar', 'Otro salón')
  await user.click(screen.getByRole('button', { name: 'Guardar cambios' }))
  // At the button, above the form, and in sight.
  await waitFor(() => expect(screen.getAllByText(ASSIGNMENT_ENDED)).toHaveLength(3))
  expect(screen.getByLabelText<HTMLInputElement>('Nombre del lugar').value).toBe('Otro salón')
})

test('an assignment that ends while something is typed is said before it is saved', async () => {
  let hasEnded = false
  await open(managedEvent({ state: 'active' }), {
    [`GET /api/v1/event/${EVENT_ID}/manage`]: () =>
      hasEnded ? json(status, { code: 'event_not_found', message }) : managedEvent({ state: 'active' }),
  })
  write('Nombre del lugar', 'Otro salón')
  hasEnded = true
  await queryClient.refetchQueries()
  // Above the form, and in sight wherever that is scrolled to.
  await waitFor(() => expect(screen.getAllByText(ASSIGNMENT_ENDED)).toHaveLength(2))
  expect(screen.getByLabelText<HTMLInputElement>('Nombre del lugar').value).toBe('Otro salón')
})

test('the tab of the costs leads to them from the metrics too', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  await openScreen(`${paths.commercialEvent(EVENT_ID)}#costos`, {
    as: 'COMERCIAL',
    answers: {
      'GET /api/v1/event/categories': { categories: CATEGORIES },
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent({ state: 'active' }),
    },
  })
  expect((await screen.findByRole('link', { name: 'Costos' })).getAttribute('aria-current')).toBe('location')
  await waitFor(() => expect(scrolled.mock.contexts).toContain(document.getElementById('costos')))
})
