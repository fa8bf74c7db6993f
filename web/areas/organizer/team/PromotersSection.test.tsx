import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { WireRole } from '#contract/api/roles.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import type { EventPromoter } from '#contract/promoters/promoter-desk-promoters.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { COMPANY, EVENT_ID, managedEvent, managedType, VIP_ID } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { eventPromoter, LAUTARO_ID, promo, teamMember } from '#web/testing/people-fixtures.ts'
import { loginAnswer } from '#web/testing/people.ts'

vi.setConfig({ testTimeout: 30_000 })

const MIA_ID = '01990000-0000-7000-8000-0000000000f2'
const promoters = `/api/v1/events/${EVENT_ID}/promoters`
const one = `${promoters}/${LAUTARO_ID}`
const part = 'GET /api/v1/ticket/promo/rrpp'
const isPromoter = [{ kind: 'RRPP', canScan: false, assignedAt: '2026-11-01T20:00:00-03:00' } as const]
const GRANTED = promo({
  remainingUses: 38,
  maxUses: 50,
  allowedTypes: [{ id: VIP_ID, name: 'VIP' }],
  closesAt: '2030-12-01T01:00:00-03:00',
  canSellInPerson: true,
  debtLimitCents: 50_000_00,
  commission: { percent: 12.5, fixedCents: null, earnedOn: 'arrival' },
})

interface Opened {
  readonly role?: WireRole
  readonly event?: ManagedEvent
  readonly rows?: readonly EventPromoter[]
}

async function open(answers: Answers = {}, { role = 'ORGANIZATOR', event, rows = [eventPromoter()] }: Opened = {}) {
  const types = [managedType(), managedType({ id: VIP_ID, name: 'VIP', price: 30_000 })]
  const users = rows.map(({ id, name, state }) => teamMember({ id, name, state, assignments: [...isPromoter] }))
  return openScreen(paths.eventTeam(EVENT_ID), {
    as: loginAnswer(role, role === 'ORGANIZATOR' ? { companyId: COMPANY.id } : {}),
    answers: {
      [`GET /api/v1/event/${EVENT_ID}/manage`]: event ?? managedEvent({ state: 'active', ticketTypes: types }),
      [`GET /api/v1/event/events/get-users-organization/${EVENT_ID}`]: {
        event: { id: EVENT_ID, name: 'Fiesta Lunar', startDate: null, isClosed: event?.state === 'cancelled' },
        users,
      },
      [`GET ${promoters}`]: page('promoters', rows),
      ...answers,
    },
  })
}

const written = (sent: readonly { method: string; path: string; body: unknown }[]) =>
  sent.filter(({ method, path }) => method !== 'GET' && path.startsWith(promoters))

test('each promoter has a row: code, courtesies, commission, debt and what they brought', async () => {
  const busy = eventPromoter({
    promo: GRANTED,
    usedCourtesies: 12,
    sales: 9,
    tickets: 1234,
    arrived: 1,
    commissionCents: 18_000_00,
    cashInHandCents: 7_500_00,
  })
  const paused = eventPromoter({ id: MIA_ID, name: 'Mía de prensa', promo: promo({ isActive: false }), code: null })
  await open({}, { rows: [busy, paused], role: 'COMERCIAL' })
  const first = within(await screen.findByRole('row', { name: /Lautaro Paz/ }))
  for (const text of [
    'Activo',
    '12 dadas de 50',
    'VIP · hasta el dom 1 dic, 01:00',
    '12,5 % de lo que ingresa',
    'Ganó $18.000',
    '$7.500',
    'Vende en persona, hasta',
    '$50.000',
    '1.234 entradas',
    '9 compras · 1 en la puerta',
  ]) {
    expect(first.getByText(text)).toBeTruthy()
  }
  expect(first.getByText(/LAUTI77/)).toBeTruthy()
  const second = within(screen.getByRole('row', { name: /Mía de prensa/ }))
  for (const text of ['Pausado', 'Ninguna', 'Sin comisión', '$0', 'No vende en persona']) {
    expect(second.getByText(text)).toBeTruthy()
  }
  // A commercial reads.
  expect(screen.queryByRole('button', { name: /Editar|Acciones|Copiar/ })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: /Elegir/ })).toBeNull()
})

test('only what was changed is sent, after what is wrong was said at its field', async () => {
  const { user, sent } = await open({
    [part]: { promo: GRANTED },
    [`PUT ${one}`]: eventPromoter({ promo: GRANTED }),
  })
  await user.click(await screen.findByRole('button', { name: 'Editar Lautaro Paz' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Qué puede hacer Lautaro Paz?' }))
  const uses = await dialog.findByLabelText<HTMLInputElement>('Cortesías')
  expect(uses.value).toBe('50')
  expect(dialog.getByLabelText<HTMLInputElement>(/^Cuánto puede deberte/).value).toBe('50000')
  expect(dialog.getByLabelText<HTMLInputElement>(/^Hasta cuándo/).value).toBe('2030-12-01T01:00')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Ya está así.')).toBeTruthy()
  await user.clear(uses)
  await user.type(uses, '10001')
  const percent = dialog.getByLabelText('Porcentaje')
  await user.clear(percent)
  await user.type(percent, '101')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Poné un número entre 0 y 10.000')).toBeTruthy()
  expect(dialog.getByText('Poné un porcentaje entre 0,01 y 100')).toBeTruthy()
  expect(written(sent)).toEqual([])
  await user.clear(uses)
  await user.type(uses, '60')
  await user.click(dialog.getByRole('radio', { name: 'Un importe por entrada' }))
  await user.type(dialog.getByLabelText('Importe por entrada'), '1.500')
  await user.click(dialog.getByRole('radio', { name: 'De todas las entradas' }))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Guardaste lo que puede hacer Lautaro Paz')).toBeTruthy()
  expect(written(sent).map(({ body }) => body)).toEqual([
    { maxUses: 60, allowedTypeIds: null, commission: { fixedCents: 1500_00, earnedOn: 'arrival' } },
  ])
})

test('several are changed alike, in what is ticked alone, and a refusal is said in the dialog', async () => {
  let isRefused = true
  const rows = [eventPromoter(), eventPromoter({ id: MIA_ID, name: 'Mía Sosa', promo: GRANTED })]
  const { user, sent } = await open(
    {
      [`PATCH ${promoters}`]: () =>
        isRefused
          ? json(409, { code: 'event_state', message: 'El evento ya terminó' })
          : json(200, { promoters: rows }),
    },
    { rows },
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir a Lautaro Paz' }))
  await user.click(screen.getByRole('checkbox', { name: 'Elegir a Mía Sosa' }))
  const bar = within(screen.getByRole('group', { name: 'Acciones para la selección' }))
  await user.click(bar.getByRole('button', { name: 'Editar' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Qué pueden hacer 2 RRPP?' }))
  const save = dialog.getByRole('button', { name: 'Guardar para 2 RRPP' })
  await user.click(save)
  expect(await dialog.findByText('Elegí qué cambia')).toBeTruthy()
  expect(dialog.queryByLabelText('Cortesías')).toBeNull()
  await user.click(dialog.getByRole('checkbox', { name: 'Su comisión' }))
  await user.click(dialog.getByRole('radio', { name: 'Un porcentaje de cada entrada' }))
  await user.type(dialog.getByLabelText('Porcentaje'), '7,5')
  await user.click(save)
  expect(await dialog.findByText('El evento ya terminó')).toBeTruthy()
  isRefused = false
  await user.click(save)
  expect(await screen.findByText('Guardaste lo que pueden hacer 2 RRPP')).toBeTruthy()
  expect(written(sent).at(-1)?.body).toEqual({
    promoterIds: [LAUTARO_ID, MIA_ID],
    commission: { percent: 7.5, earnedOn: 'sale' },
  })
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Acciones para la selección' })).toBeNull())
})

test('added from here, the work is chosen; from above, nothing is', async () => {
  const { user } = await open({})
  await user.click(await screen.findByRole('button', { name: 'Sumar RRPP' }))
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^RRPP/ })).checked).toBe(true)
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cerrar' }))
  await user.click(screen.getAllByRole('button', { name: 'Sumar al equipo' })[0] ?? document.body)
  for (const radio of await screen.findAllByRole<HTMLInputElement>('radio')) expect(radio.checked).toBe(false)
})

test('whoever is invited as a promoter leads on to what they may do', async () => {
  const { user } = await open({
    [`POST /api/v1/events/${EVENT_ID}/staff`]: () => json(201, teamMember({ assignments: [...isPromoter] })),
    'GET /api/v1/user/search': () => json(200, { users: [teamMember()] }),
    [part]: { promo: promo() },
  })
  await user.click((await screen.findAllByRole('button', { name: 'Sumar al equipo' }))[0] ?? document.body)
  await user.click(await screen.findByRole('radio', { name: /^RRPP/ }))
  await user.click(screen.getByRole('tab', { name: 'Buscar entre tu gente' }))
  await user.type(screen.getByRole('searchbox', { name: 'Persona' }), 'laut')
  await user.click(await screen.findByRole('button', { name: 'Sumar a Lautaro Paz' }))
  expect(await screen.findByRole('dialog', { name: '¿Qué puede hacer Lautaro Paz?' })).toBeTruthy()
})

test('promoters are copied from another event, and what could not be taken over is said', async () => {
  const other = managedEvent({ id: MIA_ID, name: 'Fiesta Solar', startDate: null })
  const { user, sent } = await open(
    {
      'GET /api/v1/event/dashboard/preview': page('events', [other, managedEvent()]),
      [`POST ${promoters}/copy`]: { added: 3, withoutTypes: 1, alreadyThere: 1, skipped: 2 },
    },
    { rows: [] },
  )
  await user.click((await screen.findAllByRole('button', { name: 'Copiar RRPP de otro evento' }))[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog', { name: 'Copiar RRPP de otro evento' }))
  await user.click(dialog.getByRole('button', { name: 'Copiar' }))
  expect(await dialog.findByText('Elegí el evento', { selector: 'p' })).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('Evento'), 'Fiesta Solar')
  await user.click(dialog.getByRole('button', { name: 'Copiar' }))
  expect(
    await screen.findByText(
      'Sumaste 3 RRPP. 1 sin cortesías ni venta: acá no están sus entradas. 2 no se pueden sumar.',
    ),
  ).toBeTruthy()
  expect(written(sent).map(({ body }) => body)).toEqual([{ fromEventId: MIA_ID }])
})

test('of an event that is over promoters are read and taken off, not changed', async () => {
  await open({}, { event: managedEvent({ state: 'cancelled' }) })
  expect(await screen.findByRole('button', { name: 'Acciones de Lautaro Paz' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Editar|Copiar/ })).toBeNull()
})

test('who left with open accounts is settled and no more; taking a person off says what is open', async () => {
  const owed = eventPromoter({ unpaidCents: 5_400_00, commissionCents: 5_400_00, cashInHandCents: 18_000_00 })
  const gone = eventPromoter({
    id: MIA_ID,
    name: 'Mía S.',
    isOnTeam: false,
    commissionCents: 900_00,
    unpaidCents: -100_00,
  })
  const { user } = await open({}, { rows: [owed, gone] })
  const row = within(await screen.findByRole('row', { name: /Mía S\./ }))
  for (const text of ['Ya no está', 'Ganó $900', 'se le pagó $100 de más']) expect(row.getByText(text)).toBeTruthy()
  expect(row.getByRole('button', { name: 'Liquidar Mía S.' })).toBeTruthy()
  expect(row.queryByRole('button', { name: /Editar|Acciones/ })).toBeNull()
  expect(row.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Acciones de Lautaro Paz' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sacar del equipo' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'Quedan cuentas por saldar: le debés $5.400 de comisión y tiene $18.000 tuyos en efectivo.',
  )
})

test('the list of those who left is there when the team is empty', async () => {
  await open(
    {
      [`GET /api/v1/event/events/get-users-organization/${EVENT_ID}`]: {
        event: { id: EVENT_ID, name: 'Fiesta Lunar', startDate: null, isClosed: true },
        users: [],
      },
    },
    { rows: [eventPromoter({ isOnTeam: false, cashInHandCents: 100 })] },
  )
  expect(await screen.findByRole('button', { name: 'Liquidar Lautaro Paz' })).toBeTruthy()
})

test('a row leads to its settlement, for those who only read too', async () => {
  const gone = json(404, { code: 'person_not_found', message: 'No encontramos a esa persona' })
  const { user, router } = await open({ [`GET ${one}/settlements`]: () => gone }, { role: 'COMERCIAL' })
  await user.click(await screen.findByRole('button', { name: 'Liquidar Lautaro Paz' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Liquidar' }))
  expect(await dialog.findByText('No encontramos a esa persona')).toBeTruthy()
  expect(router.state.location.search).toBe(`?liquidar=${LAUTARO_ID}`)
})
