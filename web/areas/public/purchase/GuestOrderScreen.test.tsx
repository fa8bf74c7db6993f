import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getSignInOptions } from '#contract/accounts/accounts-options.ts'
import { paths } from '#contract/api/paths.ts'
import { getOrderStatus } from '#contract/sales/checkout.ts'
import { getGuestOrder, joinGuestOrder, transferGuestTicket } from '#contract/sales/checkout-guest.ts'
import { getMyTickets, type Ticket } from '#contract/sales/tickets.ts'
import { takeRedirect } from '#web/shell/session/redirect-after-login.ts'
import { json, type Sent } from '#web/testing/fake-server.ts'
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

test('by the link of the mail it says what passing one on takes, and leads there and back', async () => {
  const { user } = await openScreen(address, { answers: linked([ticket, two]) })
  const way = within(await screen.findByRole('region', { name: '¿Pasás alguna a otra persona?' }, WAIT))
  await user.click(screen.getByRole('button', { name: 'Pasale la otra a…' }))
  expect(document.activeElement?.id).toBe('cuenta')
  await user.click(way.getByRole('link', { name: 'Ya tengo cuenta' }))
  expect(takeRedirect()).toBe(`/compra/${publicId}`)
  cleanup()
  await openScreen(address, { answers: linked([ticket]) })
  const region = within(await screen.findByRole('region', { name: '¿Se la pasás a otra persona?' }, WAIT))
  expect(region.getByRole('link', { name: 'Abrir mi cuenta' }).getAttribute('href')).toBe(paths.forgotPassword())
})

test('on the device that bought it is passed on with a code to the buyer, and the whole mail is shown', async () => {
  const buyer = { name: 'Sol Paz', phone: '+5493415559177', mail: 'sol@previa.example' }
  rememberPurchase({ order: { publicId, totalCents: 0 }, token }, buyer)
  const passed: unknown[] = []
  const codes: unknown[] = []
  const { user } = await openScreen(address, {
    answers: {
      ...linked([ticket, two]),
      [`POST ${transferGuestTicket.path.replace('{publicId}', publicId)}`]: ({ body }: Sent) => {
        passed.push(body)
        return (body as { contactProofs: string[] }).contactProofs.length > 0
          ? { ticketId: two.id }
          : json(422, { code: 'contact_unproved', message: 'Verificá antes' })
      },
      'POST /api/v1/checkout/code': ({ body }: Sent) => {
        codes.push(body)
        return { kind: 'phone', sentTo: '***9177', expiresInSeconds: 600 }
      },
      'POST /api/v1/checkout/code/confirm': { contactProof: 'prueba' },
    },
  })
  expect(await screen.findByText(/Las mandamos a sol@previa\.example/, undefined, WAIT)).toBeTruthy()
  expect(screen.queryByRole('region', { name: '¿Pasás alguna a otra persona?' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Pasale la otra a…' }))
  await user.type(await screen.findByLabelText('Teléfono de la persona', undefined, WAIT), '341 556 0101')
  await user.type(screen.getByLabelText('Nombre completo'), 'Nico Paz')
  await user.type(screen.getByLabelText('Email'), 'nico@previa.example')
  await user.click(screen.getByRole('button', { name: 'Pasar la entrada' }))
  await user.click(await screen.findByRole('button', { name: /Por WhatsApp/ }, WAIT))
  await user.type(await screen.findByLabelText('Código'), '123456')
  await user.click(screen.getByRole('button', { name: 'Seguir' }))
  expect(await screen.findByText(/La entrada ahora es de/, undefined, WAIT)).toBeTruthy()
  expect(codes).toEqual([{ kind: 'phone', ...buyer }])
  expect(passed).toMatchObject([
    { name: 'Nico Paz', mail: 'nico@previa.example', contactProofs: [] },
    { name: 'Nico Paz', contactProofs: ['prueba'] },
  ])
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
