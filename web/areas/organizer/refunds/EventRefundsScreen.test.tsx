import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { CompanyRole, WireRole } from '#contract/api/roles.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { COMPANY, EVENT_ID, managedEvent } from '#web/testing/organizer-fixtures.ts'
import {
  MASS_ID,
  massRefund,
  massRefundPreview,
  REFUND_ID,
  refundableTicket,
  refundDetail,
  refundRow,
  refundsPath,
  refundSummary,
  TICKET_ID,
} from '#web/testing/refund-fixtures.ts'

vi.setConfig({ testTimeout: 30_000 })

function open(path: string, answers: Answers, role: WireRole = 'ORGANIZATOR', companyRole: CompanyRole = 'owner') {
  return openScreen(path, {
    as: loginAnswer(role, role === 'ORGANIZATOR' ? { companyId: COMPANY.id, companyRole } : {}),
    answers: {
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent({ state: 'active' }),
      [`GET ${refundsPath}/summary`]: refundSummary(),
      ...answers,
    },
  })
}

test('refunds show in figures and rows; those that wait for balance say when the sale closes', async () => {
  await open(paths.eventRefunds(EVENT_ID), {
    [`GET ${refundsPath}/summary`]: refundSummary({
      completed: { count: 3, amount: 59_400 },
      open: { count: 1, amount: 19_800 },
      unfunded: { count: 1, amount: 19_800 },
      failed: { count: 2, amount: 1000.5 },
      salesStopAt: '2026-11-23T10:00:00-03:00',
    }),
    [`GET ${refundsPath}`]: page('refunds', [refundRow()]),
  })
  const figures = within(await screen.findByLabelText('Los reembolsos en números'))
  expect(await figures.findByText('$59.400')).toBeTruthy()
  expect(figures.getByText('3 reembolsos')).toBeTruthy()
  expect(screen.getByText(/Faltan \$19\.800 .* 1 reembolso.*se cierra la venta paga/)).toBeTruthy()
  expect(screen.getByText(/rechazó 2 reembolsos por \$1\.000,50/)).toBeTruthy()
  const row = within(await screen.findByRole('row', { name: /Guadalupe Cabrera/ }))
  for (const text of ['$19.800', 'En camino', 'Espera saldo en la cuenta de Mercado Pago', 'Pedido del organizador']) {
    expect(row.getByText(text)).toBeTruthy()
  }
})

test('figures that cannot be read offer another try, and what was read stays', async () => {
  let answer: () => unknown = () => json(500, { code: 'internal', message: 'Error del servidor' })
  const { user } = await open(paths.eventRefunds(EVENT_ID), {
    [`GET ${refundsPath}/summary`]: () => answer(),
    [`GET ${refundsPath}`]: page('refunds', [refundRow()]),
  })
  expect(screen.getByRole('status', { name: 'Cargando Devuelto' })).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('Error del servidor')
  answer = () => refundSummary({ completed: { count: 3, amount: 59_400 } })
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('$59.400')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('one refund shows step by step, and is retried', async () => {
  let state: 'processing' | 'completed' = 'processing'
  const one = () => refundDetail(state === 'completed' ? { state, waitsFor: null } : {})
  const { user, sent } = await open(`${paths.eventRefunds(EVENT_ID)}?devolucion=${REFUND_ID}`, {
    [`GET ${refundsPath}`]: page('refunds', [refundRow()]),
    [`GET ${refundsPath}/${REFUND_ID}`]: one,
    [`POST ${refundsPath}/${REFUND_ID}/retry`]: () => {
      state = 'completed'
      return json(200, one())
    },
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Reembolso' }))
  expect(await dialog.findByText('$18.000 de la organización, $1.800 del cargo por servicio')).toBeTruthy()
  expect(dialog.getByText('Queda anulada con la devolución · Suspendida')).toBeTruthy()
  const steps = within(dialog.getByRole('list', { name: 'Paso por paso' }))
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent.split(/(?=(vie|jue) )/)[0])).toEqual([
    'Se pidió',
    'Se le pidió a Mercado Pago',
  ])
  await user.click(dialog.getByRole('button', { name: 'Pedir ahora' }))
  await screen.findByText('Lo pedimos de nuevo')
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Pedir ahora' })).toBeNull())
})

test('who may not give back finds no way to', async () => {
  await open(paths.eventRefunds(EVENT_ID), { [`GET ${refundsPath}`]: page('refunds', [refundRow()]) }, 'COMERCIAL')
  await screen.findByRole('row', { name: /Guadalupe Cabrera/ })
  expect(screen.queryByRole('link', { name: /^Devolver/ })).toBeNull()
})

test('a part of a ticket is given back: bounds are said, the ticket stays unless asked', async () => {
  const { user, sent } = await open(`${paths.eventRefundTickets(EVENT_ID)}?entrada=${TICKET_ID}`, {
    [`GET ${refundsPath}/tickets`]: page('tickets', [refundableTicket({ refunded: 1800, refundable: 18_000 })]),
    [`POST ${refundsPath}`]: () => json(201, refundRow({ amount: 5000, endsTicket: false })),
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Devolver W731 F04Z' }))
  expect(dialog.getByRole('radio', { name: /^Todo: \$18\.000/ })).toHaveProperty('checked', true)
  expect(dialog.getByRole('button', { name: 'Devolver $18.000' })).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: /^Una parte/ }))
  expect(dialog.queryByText('La tiene')).toBeNull()
  await user.type(dialog.getByLabelText('Importe a devolver'), '18.001')
  await user.click(dialog.getByRole('button', { name: 'Devolver' }))
  expect(await dialog.findByText('Poné un importe en pesos enteros, hasta $18.000')).toBeTruthy()
  expect(dialog.getByText('Contá por qué, en al menos 3 letras')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Importe a devolver'))
  await user.type(dialog.getByLabelText('Importe a devolver'), '$ 5.000')
  await user.type(dialog.getByLabelText('Por qué'), 'Faltó la barra')
  await user.click(dialog.getByRole('button', { name: 'Devolver $5.000' }))
  await screen.findByText('Pedimos la devolución de $5.000')
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { ticketId: TICKET_ID, reason: 'Faltó la barra', endTicket: false, partialAmount: 5000 },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('drinks that were served are not promised back', async () => {
  await open(`${paths.eventRefundTickets(EVENT_ID)}?entrada=${TICKET_ID}`, {
    [`GET ${refundsPath}/tickets`]: page('tickets', [refundableTicket({ amount: 23_650, refundable: 16_500 })]),
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Devolver W731 F04Z' }))
  expect(dialog.getByRole('button', { name: 'Devolver $16.500' })).toBeTruthy()
  expect(dialog.getByText(/ya se retiró en la barra/)).toBeTruthy()
})

test('a part that ends the ticket names the loss of its holder first', async () => {
  const { user, sent } = await open(`${paths.eventRefundTickets(EVENT_ID)}?entrada=${TICKET_ID}`, {
    [`GET ${refundsPath}/tickets`]: page('tickets', [refundableTicket({ holderName: 'Sol Díaz' })]),
    [`POST ${refundsPath}`]: () => json(201, refundRow({ amount: 1, endsTicket: true })),
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Devolver W731 F04Z' }))
  expect(dialog.getByText('La tiene')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: /^Una parte/ }))
  await user.type(dialog.getByLabelText('Importe a devolver'), '1')
  await user.type(dialog.getByLabelText('Por qué'), 'Faltó la barra')
  await user.click(dialog.getByLabelText('Anular también la entrada'))
  const loss = dialog.getByLabelText('Sol Díaz se queda sin entrada, y vuelven solo $1 de $19.800')
  await user.click(dialog.getByRole('button', { name: 'Devolver $1' }))
  expect(await dialog.findByText('Confirmá que Sol Díaz pierde la entrada')).toBeTruthy()
  expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  await user.click(loss)
  await user.click(dialog.getByRole('button', { name: 'Devolver $1' }))
  await screen.findByText('Pedimos la devolución de $1')
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ partialAmount: 1, endTicket: true })
})

test('a used ticket is the administration’s to give back', async () => {
  const used = refundableTicket({ state: 'used', obstacle: 'used', refundable: 0 })
  const answers = { [`GET ${refundsPath}/tickets`]: page('tickets', [used]) }
  await open(paths.eventRefundTickets(EVENT_ID), answers)
  expect(await screen.findByText('Ya se usó: solo la administración puede devolverla')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Devolver W731 F04Z' })).toBeNull()
})

test('a whole event goes back after its name is typed, and then shows how it goes', async () => {
  let isGoing = false
  const { user, sent } = await open(paths.eventMassRefund(EVENT_ID), {
    [`GET ${refundsPath}/summary`]: () => refundSummary({ massRefundId: isGoing ? MASS_ID : null }),
    [`POST ${refundsPath}/all/preview`]: massRefundPreview(),
    [`POST ${refundsPath}/all`]: () => {
      isGoing = true
      return json(202, massRefund())
    },
    [`GET ${refundsPath}/all/${MASS_ID}`]: massRefund(),
  })
  const figures = within(await screen.findByLabelText('Lo que se devolvería'))
  expect(figures.getByText('$792.000')).toBeTruthy()
  expect(figures.getByText('$720.000')).toBeTruthy()
  const left = within(screen.getByRole('region', { name: 'Lo que queda como está' }))
  expect(left.getByText('3 entradas · $54.000')).toBeTruthy()
  expect(left.getByText('5 entradas')).toBeTruthy()
  expect(screen.getByText(/El evento está a la venta/)).toBeTruthy()
  await user.type(screen.getByLabelText('Por qué'), 'Tormenta')
  await user.type(screen.getByLabelText('Nombre del evento'), 'fiesta lunar')
  await user.click(screen.getByRole('button', { name: 'Devolver todo: $792.000' }))
  expect(await screen.findByText('No coincide con lo que pedimos escribir')).toBeTruthy()
  expect(sent.some(({ path, method }) => method === 'POST' && path.endsWith('/all'))).toBe(false)
  await user.clear(screen.getByLabelText('Nombre del evento'))
  await user.type(screen.getByLabelText('Nombre del evento'), 'Fiesta Lunar Rosario')
  await user.click(screen.getByRole('button', { name: 'Devolver todo: $792.000' }))
  await screen.findByText('Empezó la devolución')
  const bar = await screen.findByRole('progressbar', { name: 'Avance de la devolución' })
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['12', '40'])
  expect(screen.getByText('Faltan 3 minutos. Podés cerrar esta pantalla: sigue sola.')).toBeTruthy()
})

test('right after the cancellation no name is asked again, and the reason came along', async () => {
  const { user, sent } = await open(paths.eventMassRefund(EVENT_ID), {
    [`POST ${refundsPath}/all/preview`]: massRefundPreview({ confirmation: null, reason: 'Se cortó la luz' }),
    [`POST ${refundsPath}/all`]: () => json(202, massRefund()),
  })
  expect(await screen.findByLabelText('Por qué')).toHaveProperty('value', 'Se cortó la luz')
  expect(screen.queryByLabelText('Nombre del evento')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Devolver todo: $792.000' }))
  await screen.findByText('Empezó la devolución')
  expect(sent.find(({ path, method }) => method === 'POST' && path.endsWith('/all'))?.body).toEqual({
    reason: 'Se cortó la luz',
  })
})

test('where the name has no letters a word is typed', async () => {
  await open(paths.eventMassRefund(EVENT_ID), {
    [`POST ${refundsPath}/all/preview`]: massRefundPreview({ confirmation: 'DEVOLVER' }),
  })
  expect((await screen.findByLabelText('Confirmación')).getAttribute('aria-describedby')).toBeTruthy()
  expect(screen.getByText('DEVOLVER')).toBeTruthy()
})

test('one under way is paused and stopped after asking; one that ended may be followed by another', async () => {
  let job = massRefund()
  const act = (name: string, state: 'paused' | 'stopped') => ({
    [`POST ${refundsPath}/all/${MASS_ID}/${name}`]: () => {
      job = massRefund({ state, secondsLeft: null })
      return json(200, job)
    },
  })
  const { user } = await open(paths.eventMassRefund(EVENT_ID), {
    [`GET ${refundsPath}/summary`]: refundSummary({ massRefundId: MASS_ID }),
    [`GET ${refundsPath}/all/${MASS_ID}`]: () => job,
    [`POST ${refundsPath}/all/preview`]: massRefundPreview(),
    ...act('pause', 'paused'),
    ...act('stop', 'stopped'),
  })
  await user.click(await screen.findByRole('button', { name: 'Pausar' }))
  await user.click(await screen.findByRole('button', { name: 'Confirmar' }))
  expect(await screen.findByText('La devolución está en pausa')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Seguir' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Frenar' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: '¿Frenar la devolución?' }))
  expect(dialog.getByText(/Lo que ya se devolvió no vuelve atrás/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Confirmar' }))
  await user.click(await screen.findByRole('button', { name: 'Empezar otra' }))
  expect(await screen.findByLabelText('Lo que se devolvería')).toBeTruthy()
})

test('nothing left to give back says so and asks for nothing', async () => {
  await open(paths.eventMassRefund(EVENT_ID), {
    [`POST ${refundsPath}/all/preview`]: massRefundPreview({ refundable: { count: 0, amount: 0 }, platformShare: 0 }),
  })
  expect(await screen.findByText('No queda nada por devolver')).toBeTruthy()
  expect(screen.queryByLabelText('Nombre del evento')).toBeNull()
})

test('who may give back single tickets alone reads who gives back the whole event', async () => {
  const answers = { [`GET ${refundsPath}`]: page('refunds', [refundRow()]) }
  const { router } = await open(paths.eventRefunds(EVENT_ID), answers, 'ORGANIZATOR', 'manager')
  expect(await screen.findByRole('link', { name: 'Devolver una entrada' })).toBeTruthy()
  expect(screen.getByText('Todo el evento junto lo devuelve quien es titular de la organización.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Devolver todo el evento' })).toBeNull()
  await act(() => router.navigate(paths.eventMassRefund(EVENT_ID)))
  expect(await screen.findByText(/lo hace solo quien es titular/)).toBeTruthy()
})
