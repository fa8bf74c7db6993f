import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { TeamMember } from '#contract/events/events-team.ts'
import { paths } from '#contract/api/paths.ts'
import type { WireRole } from '#contract/api/roles.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'
import { COMPANY, EVENT_ID, managedEvent } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { eventPromoter, LAUTARO_ID, teamMember } from '#web/testing/people-fixtures.ts'

vi.setConfig({ testTimeout: 30_000 })

const read = `GET /api/v1/event/events/get-users-organization/${EVENT_ID}`
const staff = `/api/v1/events/${EVENT_ID}/staff`
const team =
  (users: TeamMember[], isClosed = false) =>
  () => ({
    event: { id: EVENT_ID, name: 'Fiesta Lunar Rosario', startDate: '2026-11-28T23:30:00-03:00', isClosed },
    users,
  })

async function open(answers: Answers, role: WireRole = 'ORGANIZATOR') {
  return openScreen(paths.eventTeam(EVENT_ID), {
    as: loginAnswer(role, role === 'ORGANIZATOR' ? { companyId: COMPANY.id } : {}),
    answers: {
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent(),
      [`GET /api/v1/events/${EVENT_ID}/promoters`]: page('promoters', []),
      ...answers,
    },
  })
}

test('members are listed by role; a member with two roles is listed twice', async () => {
  const both = teamMember({
    assignments: [
      { kind: 'RRPP', canScan: false, assignedAt: '2026-11-01T20:00:00-03:00' },
      { kind: 'SCANNER', canScan: false, assignedAt: '2026-11-01T20:00:00-03:00' },
    ],
  })
  const invited = teamMember({ id: EVENT_ID, name: 'Nahuel Ibarra', state: 'pending' })
  await open({
    [read]: team([both, invited]),
    [`GET /api/v1/events/${EVENT_ID}/promoters`]: page('promoters', [eventPromoter()]),
  })
  const door = await screen.findByRole('region', { name: 'Puerta' })
  expect(within(door).getAllByRole('listitem')).toHaveLength(2)
  expect(within(door).getByText('Pendiente de activación')).toBeTruthy()
  expect(within(door).getByRole<HTMLInputElement>('checkbox', { name: 'Lautaro Paz puede escanear' }).checked).toBe(
    false,
  )
  const promoters = within(screen.getByRole('region', { name: 'RRPP' }))
  expect(await promoters.findByRole('row', { name: /Lautaro Paz/ })).toBeTruthy()
})

test('an empty team shows its purpose, and a person is invited', async () => {
  const { user, sent } = await open({
    [read]: team([]),
    [`POST ${staff}`]: () => json(201, teamMember({ name: 'Nahuel Ibarra', state: 'pending' })),
  })
  expect(await screen.findByText('Todavía no hay nadie en el equipo')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: 'Sumar al equipo' })[0] ?? document.body)
  const dialog = await screen.findByRole('dialog', { name: 'Sumar al equipo' })
  await user.click(within(dialog).getByRole('button', { name: 'Invitar' }))
  expect(await within(dialog).findByText('El nombre completo es obligatorio')).toBeTruthy()
  expect(within(dialog).getByText('Elegí qué va a hacer')).toBeTruthy()
  await user.click(within(dialog).getByRole('radio', { name: /^Escáner/ }))
  await user.type(within(dialog).getByLabelText('Nombre y apellido'), 'Nahuel Ibarra')
  await user.type(within(dialog).getByLabelText('WhatsApp'), '3415560103')
  await user.type(within(dialog).getByLabelText('Email'), 'nahuel@previa.example')
  await user.click(within(dialog).getByRole('button', { name: 'Invitar' }))
  expect(await screen.findByText('Le mandamos la invitación a Nahuel Ibarra')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    kind: 'SCANNER',
    name: 'Nahuel Ibarra',
    mail: 'nahuel@previa.example',
    phone: expect.stringMatching(/^\+54/),
  })
})

test('a person is found among the company’s people', async () => {
  const { id, name, username, mail, phone, urlProfileImgId } = teamMember()
  const { user, sent } = await open({
    [read]: team([]),
    'GET /api/v1/user/search': () => json(200, { users: [{ id, name, username, mail, phone, urlProfileImgId }] }),
    [`POST ${staff}`]: () => json(201, teamMember()),
  })
  await user.click((await screen.findAllByRole('button', { name: 'Sumar al equipo' }))[0] ?? document.body)
  await user.click(await screen.findByRole('radio', { name: /^RRPP/ }))
  await user.click(screen.getByRole('tab', { name: 'Buscar entre tu gente' }))
  await user.type(screen.getByRole('searchbox', { name: 'Persona' }), 'laut')
  await user.click(await screen.findByRole('button', { name: 'Sumar a Lautaro Paz' }))
  expect(await screen.findByText('Lautaro Paz ya está en el equipo')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ kind: 'RRPP', userId: LAUTARO_ID })
})

test('removing says what happens; the invitation goes out again; scanning is switched off', async () => {
  const { user, sent } = await open({
    [read]: team([teamMember({ state: 'pending' })]),
    [`POST ${staff}`]: () => json(201, teamMember()),
    [`POST ${staff}/${LAUTARO_ID}/invitation`]: () => new Response(null, { status: 204 }),
    [`DELETE ${staff}/${LAUTARO_ID}`]: () => new Response(null, { status: 204 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Acciones de Lautaro Paz' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Reenviar invitación' }))
  expect(await screen.findByText('Le mandamos otra vez la invitación a Lautaro Paz')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Lautaro Paz puede escanear' }))
  expect(sent.findLast(({ method, path }) => method === 'POST' && path === staff)?.body).toEqual({
    kind: 'SCANNER',
    userId: LAUTARO_ID,
    canScan: false,
  })
  await user.click(screen.getByRole('button', { name: 'Acciones de Lautaro Paz' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sacar del equipo' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('en el momento')
  await user.click(within(question).getByRole('button', { name: 'Sacar del equipo' }))
  expect(await screen.findByText('Lautaro Paz ya no está en el equipo')).toBeTruthy()
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(true)
})

test('a commercial only reads, and a finished event takes no members', async () => {
  await open({ [read]: team([teamMember()], true) }, 'COMERCIAL')
  expect(await screen.findByText(/Este evento ya terminó o se canceló/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sumar al equipo' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Acciones de Lautaro Paz' })).toBeNull()
})

test('an event that is not theirs says so', async () => {
  await open({ [read]: () => json(404, { code: 'event_not_found', message: 'No encontramos ese evento' }) })
  expect(await screen.findByText('No encontramos ese evento')).toBeTruthy()
})
