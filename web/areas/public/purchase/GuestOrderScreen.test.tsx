import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getSignInOptions } from '#contract/accounts/accounts-options.ts'
import { getOrderStatus } from '#contract/sales/checkout.ts'
import { getGuestOrder, joinGuestOrder } from '#contract/sales/checkout-guest.ts'
import { getMyTickets, type Ticket } from '#contract/sales/tickets.ts'
import { takeRedirect } from '#web/shell/session/redirect-after-login.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { paidStatus, pastOrder } from '#web/testing/orders.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { ticket } from '#web/testing/tickets.ts'
import { rememberPurchase, storedTokens } from '../checkout/stored-guest.ts'

const { publicId } = pastOrder
const token = 'token-of-the-order'
const WAIT = { timeout: 5000 }
const MINE = `GET ${getMyTickets.path}`
const JOIN = `POST ${joinGuestOrder.path.replace('{publicId}', publicId)}`
const address = `/compra/${publicId}#token=${token}`
const two = { ...ticket, id: '01990000-0000-7000-8000-0000000000a2', number: 'M4TTQ21B' }
const linked = (tickets: readonly Ticket[]) => ({
  [`GET ${getGuestOrder.path.replace('{publicId}', publicId)}`]: {
    order: pastOrder,
    status: paidStatus,
    paymentUrl: null,
    hasReceipt: true,
    tickets,
  },
  [`GET ${getOrderStatus.path.replace('{publicId}', publicId)}`]: paidStatus,
  [`GET ${getSignInOptions.path}`]: { google: false, whatsapp: true },
})
const heading = () => screen.findByRole('heading', { level: 1 }, WAIT)

test('what was bought just now is celebrated once; opened again it is the night with its ticket', async () => {
  storedTokens.write(publicId, token)
  await openScreen(`/payment-success?order=${publicId}`, { answers: linked([ticket]) })
  await waitFor(async () => expect((await heading()).textContent).toBe('¡Listo! Ya tenés tu entrada'), WAIT)
  cleanup()
  // A reload brings the same history entry back, and the provider's address may be opened again.
  for (const again of [`/payment-success?order=${publicId}`, address]) {
    await openScreen(again, { answers: linked([ticket]) })
    await waitFor(async () => expect((await heading()).textContent).toBe('Fiesta Lunar'), WAIT)
    expect(screen.getByRole('img', { name: /^Código QR/ })).toBeTruthy()
    cleanup()
  }
})

test('without a session it says what passing one on takes, and leads there and back', async () => {
  const buyer = { name: 'Sol Paz', phone: '+5493415559177', mail: 'sol@previa.example' }
  rememberPurchase({ order: { publicId, totalCents: 0 }, token }, buyer)
  const { user } = await openScreen(address, { answers: linked([ticket, two]) })
  const way = within(await screen.findByRole('region', { name: '¿Pasás alguna a otra persona?' }, WAIT))
  await user.click(screen.getByRole('button', { name: 'Pasale la otra a…' }))
  expect(document.activeElement?.id).toBe('cuenta')
  await user.click(way.getByRole('link', { name: 'Ya tengo cuenta' }))
  expect(takeRedirect()).toBe(`/compra/${publicId}`)
  cleanup()
  const again = await openScreen(address, { answers: linked([ticket]) })
  await again.user.click(await screen.findByRole('link', { name: 'Abrir mi cuenta' }, WAIT))
  const mail = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' }, WAIT)
  expect(mail.value).toBe(buyer.mail)
})

test('in the account that has it nothing is to be joined, and it is passed on here', async () => {
  const { user } = await openScreen(address, {
    as: 'CLIENT',
    answers: { ...linked([ticket]), [MINE]: page('tickets', [ticket]) },
  })
  await user.click(await screen.findByRole('button', { name: 'Transferir a otra persona' }, WAIT))
  expect(await screen.findByRole('dialog', { name: '¿A quién se la pasás?' }, WAIT)).toBeTruthy()
  expect(screen.queryByText(/Sumá la compra/)).toBeNull()
})

test('an account joins it, and a contact that is still to be verified is asked for its code', async () => {
  let isJoined = false
  const answers = {
    ...linked([ticket]),
    [MINE]: () => page('tickets', isJoined ? [ticket] : []),
    [JOIN]: () => json(409, { code: 'contact_not_yours', message: 'Esa compra se hizo con otro teléfono' }),
  }
  const unverified = { ...loginAnswer('CLIENT'), isPhoneProved: false, isMailProved: true }
  const first = await openScreen(address, { as: unverified, answers })
  await first.user.click(await screen.findByRole('button', { name: 'Sumar a mi cuenta' }, WAIT))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirmá que sos vos' }, WAIT))
  expect(dialog.getByText(/^Para sumar la compra a tu cuenta te mandamos un código/)).toBeTruthy()
  // The verified one is not asked for again.
  expect(dialog.getAllByRole('button', { name: /^Por / }).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Por WhatsApp/),
  ])
  cleanup()
  const verified = { ...unverified, isPhoneProved: true }
  const second = await openScreen(address, {
    as: verified,
    answers: {
      ...answers,
      [JOIN]: () => {
        isJoined = true
      },
    },
  })
  await second.user.click(await screen.findByRole('button', { name: 'Sumar a mi cuenta' }, WAIT))
  expect(await screen.findByRole('button', { name: 'Transferir a otra persona' }, WAIT)).toBeTruthy()
})

test('with all tickets passed on it celebrates nothing', async () => {
  await openScreen(address, { answers: linked([]) })
  expect(await screen.findByText(/^Acá no queda ninguna entrada/, undefined, WAIT)).toBeTruthy()
  expect(screen.getByRole('main').textContent).not.toMatch(/Listo|sumá/i)
})
