import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { EventNotices } from '#contract/events/notices.ts'
import type { RefundSummary } from '#contract/sales/refunds.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { COMPANY, EVENT_ID, managedEvent, managedType } from '#web/testing/organizer-fixtures.ts'

const manage = `GET /api/v1/event/${EVENT_ID}/manage`
const NOTICES = `/api/v1/event/${EVENT_ID}/notices`
const NOTICE_ID = '01990000-0000-7000-8000-0000000000f1'
const organizer = loginAnswer('ORGANIZATOR', { companyId: COMPANY.id })
const published = managedEvent({ state: 'active', ticketTypes: [managedType({ sold: 800 })] })
const cancelled = managedEvent({ ...published, state: 'cancelled' })

const none = { count: 0, amount: 0 }
const summary: RefundSummary = {
  event: { id: EVENT_ID, name: published.name, state: 'cancelled', isOnSale: false },
  sold: { count: 800, amount: 15_840_000 },
  completed: none,
  open: none,
  failed: none,
  disputed: none,
  refundable: { count: 800, amount: 15_840_000 },
  unfunded: none,
  salesStopAt: null,
  areSalesStopped: false,
  massRefundId: null,
}
const unsent: EventNotices = {
  cancellation: { at: '2030-11-20T10:00:00-03:00', reason: 'Se inundó el salón', people: 640 },
  notices: [],
}
const noticesOf = (counts: { queued: number; sent: number; failed: number }): EventNotices => ({
  ...unsent,
  notices: [
    {
      id: NOTICE_ID,
      kind: 'cancelled',
      createdAt: '2030-11-20T10:05:00-03:00',
      startedBy: 'Camila Ferreyra',
      people: 640,
      refundableUntil: null,
      ...counts,
    },
  ],
})
const answers = {
  [manage]: cancelled,
  [`GET ${NOTICES}`]: unsent,
  [`GET /api/v1/events/${EVENT_ID}/refunds/summary`]: summary,
}
const open = (more: Record<string, unknown> = {}, as = organizer) =>
  openScreen(paths.eventSummary(EVENT_ID), { as, answers: { ...answers, ...more } })
const panel = async () => within(await screen.findByRole('region', { name: 'Dos pasos después de cancelar' }))

test('an event is cancelled with a reason and its name, and what is left to do follows', async () => {
  let isCancelled = false
  const { user, sent } = await openScreen(paths.eventSummary(EVENT_ID), {
    as: organizer,
    answers: {
      ...answers,
      [manage]: () => json(200, isCancelled ? cancelled : published),
      [`POST /api/v1/event/${EVENT_ID}/cancel`]: () => {
        isCancelled = true
        return json(200, cancelled)
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Más acciones' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancelar evento' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Se vendieron 800 entradas/)).toBeTruthy()
  await user.type(dialog.getByLabelText('Por qué se cancela'), 'Se inundó el salón')
  await user.type(dialog.getByLabelText('Nombre del evento'), 'Fiesta')
  await user.click(dialog.getByRole('button', { name: 'Cancelar el evento' }))
  expect(await dialog.findByText('No coincide con lo que pedimos escribir')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST' && isCancelled)).toEqual([])
  await user.clear(dialog.getByLabelText('Nombre del evento'))
  await user.type(dialog.getByLabelText('Nombre del evento'), published.name.toUpperCase())
  await user.click(dialog.getByRole('button', { name: 'Cancelar el evento' }))
  const left = await panel()
  expect(left.getByText('640 personas esperan saberlo. Todavía no se les avisó.')).toBeTruthy()
  expect(sent.find(({ path }) => path.endsWith('/cancel'))?.body).toEqual({
    reason: 'Se inundó el salón',
    confirmation: published.name.toUpperCase(),
  })
})

test('a person notifies all buyers once, and the refund is a separate step', async () => {
  let isSent = false
  const { user } = await open({
    [`GET ${NOTICES}`]: () => json(200, isSent ? noticesOf({ queued: 40, sent: 600, failed: 0 }) : unsent),
    [`POST ${NOTICES}`]: () => {
      isSent = true
      return json(202, noticesOf({ queued: 640, sent: 0, failed: 0 }))
    },
  })
  const left = await panel()
  expect(left.getByText('$15.840.000 de 800 entradas por devolver')).toBeTruthy()
  expect(left.getByRole('link', { name: 'Devolver todo' }).getAttribute('href')).toBe(paths.eventMassRefund(EVENT_ID))
  await user.click(left.getByRole('button', { name: 'Avisar a todos' }))
  const asked = within(screen.getByRole('alertdialog'))
  expect(asked.getByText(/Le escribimos a 640 personas/)).toBeTruthy()
  await user.click(asked.getByRole('button', { name: 'Avisar' }))
  expect(await left.findByText('Está saliendo: 600 de 640 avisos enviados.')).toBeTruthy()
  expect(left.queryByRole('button', { name: 'Avisar a todos' })).toBeNull()
})

test('whom the notice did not reach is named, and tried again', async () => {
  const person = {
    userId: '01990000-0000-7000-8000-000000000002',
    name: 'Sin Contacto',
    mail: null,
    phone: null,
    state: 'failed',
    why: 'no_contact',
    sentAt: null,
  }
  const { user, router, sent } = await open({
    [`GET ${NOTICES}`]: noticesOf({ queued: 0, sent: 639, failed: 1 }),
    [`GET ${NOTICES}/${NOTICE_ID}/people`]: page('people', [person]),
    [`POST ${NOTICES}/${NOTICE_ID}/retry`]: () => json(200, noticesOf({ queued: 1, sent: 639, failed: 0 })),
  })
  const left = await panel()
  expect(left.getByText('639 personas avisadas y 1 que no lo recibió.')).toBeTruthy()
  await user.click(left.getByRole('link', { name: 'Ver a quiénes no les llegó' }))
  expect(await screen.findByText('No dejó mail ni WhatsApp')).toBeTruthy()
  expect(router.state.location.search).toBe('?estado=no-llego')
  await user.click(screen.getByRole('button', { name: 'Volver a intentar' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Volver a intentar' }))
  await expect.poll(() => sent.some(({ path }) => path.endsWith('/retry'))).toBe(true)
})

test('support looks and does not act', async () => {
  await open({}, loginAnswer('admin'))
  const left = await panel()
  expect(left.queryByRole('button', { name: 'Avisar a todos' })).toBeNull()
  expect(left.getByRole('link', { name: 'Ver cómo va' })).toBeTruthy()
})

test('a manager notifies all buyers, and reads who refunds them', async () => {
  await open({}, loginAnswer('ORGANIZATOR', { companyId: COMPANY.id, companyRole: 'manager' }))
  const left = await panel()
  expect(left.getByRole('button', { name: 'Avisar a todos' })).toBeTruthy()
  expect(left.getByText('La devuelve quien es titular de la organización.')).toBeTruthy()
  expect(left.queryByRole('link', { name: 'Devolver todo' })).toBeNull()
})

test('of an event that moved it says whom the notice reached, and until when the money may be taken back', async () => {
  const [notice] = noticesOf({ queued: 0, sent: 640, failed: 0 }).notices
  if (!notice) throw new Error('The notice is missing')
  await open({
    [manage]: { ...published, movedUntil: '2030-11-30T10:00:00-03:00' },
    [`GET ${NOTICES}`]: {
      cancellation: null,
      notices: [{ ...notice, kind: 'moved', startedBy: null, refundableUntil: '2030-11-30T10:00:00-03:00' }],
    },
  })
  const moves = within(await screen.findByRole('region', { name: 'Avisos de cambio' }))
  expect(moves.getByText(/640 personas avisadas\./)).toBeTruthy()
  expect(moves.getByText(/pueden recuperar su plata hasta el/)).toBeTruthy()
  expect(moves.getByRole('link').getAttribute('href')).toBe(paths.eventNotice(EVENT_ID, NOTICE_ID))
})
