import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { DiscountCodeRow } from '#contract/events/discounts.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { paths } from '#contract/api/paths.ts'
import type { WireRole } from '#contract/api/roles.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { COMPANY, EVENT_ID, managedEvent, managedType, VIP_ID } from '#web/testing/organizer-fixtures.ts'

vi.setConfig({ testTimeout: 30_000 })

const codes = `/api/v1/events/${EVENT_ID}/discount-codes`
const row = (changes: Partial<DiscountCodeRow> = {}): DiscountCodeRow => ({
  id: '01990000-0000-7000-8000-0000000000d1',
  code: 'VERANO20',
  percent: 20,
  amountCents: null,
  ticketTypes: null,
  maxUses: 50,
  perPersonLimit: 1,
  startsAt: null,
  endsAt: '2030-11-20T23:59:00-03:00',
  uses: 12,
  state: 'active',
  madeBy: 'Lola Ríos',
  createdAt: '2026-11-01T20:00:00-03:00',
  stoppedAt: null,
  ...changes,
})
const listed = (...discountCodes: DiscountCodeRow[]) => page('discountCodes', discountCodes)

function open(
  answers: Answers,
  { role = 'ORGANIZATOR', event = managedEvent({ state: 'active' }) }: { role?: WireRole; event?: ManagedEvent } = {},
) {
  return openScreen(paths.eventDiscounts(EVENT_ID), {
    as: loginAnswer(role, role === 'ORGANIZATOR' ? { companyId: COMPANY.id } : {}),
    answers: { [`GET /api/v1/event/${EVENT_ID}/manage`]: event, ...answers },
  })
}

test('each code has its row, with its discount, its uses and its author', async () => {
  const amount = row({
    id: '01990000-0000-7000-8000-0000000000d2',
    code: 'AMIGOS',
    percent: null,
    amountCents: 500_000,
    ticketTypes: [{ id: VIP_ID, name: 'VIP' }],
    maxUses: null,
    perPersonLimit: null,
    endsAt: null,
    state: 'stopped',
  })
  await open({ [`GET ${codes}`]: listed(row(), amount) })
  const first = within(await screen.findByRole('row', { name: /VERANO20/ }))
  for (const text of ['Activo', '20 %', 'Todas', '12 de 50', 'Hasta 1 por persona', 'Lola Ríos']) {
    expect(first.getByText(text)).toBeTruthy()
  }
  expect(first.getByText(/^Hasta el mié 20 nov/)).toBeTruthy()
  const second = within(screen.getByRole('row', { name: /AMIGOS/ }))
  for (const text of ['Detenido', '$5.000 por entrada', 'VIP', '12', 'Siempre'])
    expect(second.getByText(text)).toBeTruthy()
  expect(second.queryByRole('button')).toBeNull()
})

test('a code is made: what is wrong is said at its field, what tickets would cost is shown, pesos go out as centavos', async () => {
  const event = managedEvent({ ticketTypes: [managedType(), managedType({ id: VIP_ID, name: 'VIP', price: 30_000 })] })
  let taken = true
  const { user, sent } = await open(
    {
      [`GET ${codes}`]: listed(),
      [`POST ${codes}`]: () =>
        taken ? json(409, { code: 'discount_code_taken', message: 'Ya está' }) : json(201, row({ code: 'VIP5000' })),
    },
    { event },
  )
  expect(await screen.findByText('Todavía no hay códigos de descuento')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: 'Crear código' })[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog', { name: 'Crear código de descuento' }))
  await user.type(dialog.getByLabelText('Código'), 'vip-5000')
  expect(dialog.getByText(/Vale igual en minúsculas, sin acentos o con guiones/)).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'Un importe por entrada' }))
  await user.click(dialog.getByRole('radio', { name: 'Solo algunas' }))
  await user.click(dialog.getByRole('button', { name: 'Crear código' }))
  expect(await dialog.findByText('Poné un importe en pesos enteros')).toBeTruthy()
  expect(dialog.getByText('Elegí al menos una entrada')).toBeTruthy()
  await user.type(dialog.getByLabelText('Importe por entrada'), '5.000')
  await user.click(dialog.getByRole('checkbox', { name: /VIP/ }))
  expect(dialog.getByText('VIP: $30.000 → $25.000')).toBeTruthy()
  await user.type(dialog.getByLabelText(/^Usos por persona/), '1')
  await user.click(dialog.getByRole('button', { name: 'Crear código' }))
  expect(await dialog.findByText('Ya está')).toBeTruthy()
  taken = false
  await user.click(dialog.getByRole('button', { name: 'Crear código' }))
  await screen.findByText('Creaste el código VIP5000')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
    code: 'vip-5000',
    percent: null,
    amountCents: 5000_00,
    ticketTypeIds: [VIP_ID],
    maxUses: null,
    perPersonLimit: 1,
    startsAt: null,
    endsAt: null,
  })
})

test('stopping one says what happens to who has it, also for the event’s commercial', async () => {
  const { user, sent } = await open(
    {
      [`GET ${codes}`]: listed(row()),
      [`POST ${codes}/${row().id}/stop`]: row({ state: 'stopped' }),
    },
    { role: 'COMERCIAL' },
  )
  await user.click(await screen.findByRole('button', { name: 'Detener VERANO20' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: '¿Detener VERANO20?' }))
  expect(dialog.getByText(/\(12 compras\) conservan su precio/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Detener' }))
  await screen.findByText('VERANO20 ya no se puede usar')
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('an event that is over takes no new codes', async () => {
  await open({ [`GET ${codes}`]: listed(row({ state: 'ended' })) }, { event: managedEvent({ state: 'cancelled' }) })
  expect(await screen.findByText(/no admite códigos nuevos/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Crear código' })).toBeNull()
})
