import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { COMPANY, EVENT_ID, managedEvent } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'

const READ = `GET /api/v1/ticket/event/${EVENT_ID}/pending-reminders`
const SEND = `POST /api/v1/ticket/event/${EVENT_ID}/send-pending-reminders`

const preview = {
  groups: [
    { kind: 'cash', people: 25, names: ['Agustina Benítez', 'Camila 😎'] },
    { kind: 'activation', people: 1, names: ['Elena Sosa'] },
  ],
  people: 26,
  lastSentAt: null,
  nextAt: null,
}
const tickets = {
  summary: [{ sold: 30, courtesies: 0, admitted: 0, capacity: 100 }],
  promo: null,
  ticketTypes: [],
  courtesyAvailability: null,
  rrppUsers: [],
  lastGeneratedTicket: null,
  ...page('tickets', []),
}

const open = (answers: Answers) =>
  openScreen(`${paths.eventTickets(EVENT_ID)}?recordar=si`, {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id }),
    answers: {
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent({ state: 'active' }),
      [`GET /api/v1/ticket/event/${EVENT_ID}`]: tickets,
      ...answers,
    },
  })

test('says who gets what before it is sent, and how many it reached', async () => {
  const { user, sent } = await open({ [READ]: preview, [SEND]: { groups: preview.groups, people: 26 } })
  expect(await screen.findByRole('heading', { name: 'Pagar en efectivo · 25' })).toBeTruthy()
  expect(screen.getByText('Agustina Benítez, Camila 😎, y 23 más')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Recordarles a 26 personas' }))
  expect(await screen.findByText('Les recordamos a 26 personas')).toBeTruthy()
  expect(sent.filter(({ path }) => path.endsWith('send-pending-reminders'))).toHaveLength(1)
})

test('a refusal is said in the dialog', async () => {
  const refusal = json(409, { code: 'reminders_sent_lately', message: 'Ya mandaste recordatorios de este evento' })
  const { user } = await open({ [READ]: preview, [SEND]: refusal })
  await user.click(await screen.findByRole('button', { name: 'Recordarles a 26 personas' }))
  expect(await screen.findByText('Ya mandaste recordatorios de este evento')).toBeTruthy()
})

test.each([
  [{ ...preview, groups: [], people: 0 }, /^Hoy no hay a quién recordarle/],
  [{ ...preview, nextAt: '2026-11-26T18:00:00-03:00' }, /^Ya mandaste hace menos de un día/],
])('cannot be sent', async (answer, words) => {
  await open({ [READ]: answer })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Recordarles/ })).toBeNull()
})
