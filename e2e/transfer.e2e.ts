/** A ticket transferred by phone: the recipient has it at once, and the sender's copy is invalid. */
import { paths } from '#contract/api/paths.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { call, enter, newPerson, openEvent, take } from './arrange.ts'
import { expectMessage } from './inbox.ts'
import { PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

// The old link and an unknown phone answer 404, which the browser logs.
test.use({ ...PHONE, expected: /status of 404/ })

const EVENT = 'De Mano en Mano'

test('the buyer gives it away by phone; the old link is dead, the new holder has it', async ({ page, browser }) => {
  // Mails wait for their PDF, on a busy machine for long.
  test.setTimeout(180_000)
  const giver = await newPerson('Renata Regala')
  const receiver = await newPerson('Bautista Recibe')
  await take(giver, await openEvent({ name: EVENT, types: [{ name: 'Libre', price: 0, capacity: 20 }] }), 'Libre')
  const { tickets } = await call(getMyTickets, { query: {} }, giver.token)
  const oldLink = paths.ticketLink(tickets[0]?.linkToken ?? '')

  await page.goto(oldLink)
  const code = page.getByRole('img', { name: /Código QR/ })
  await expect(code).toBeVisible()
  await enter(page, giver)
  await page.goto(paths.clientDashboard())
  await page.getByRole('button', { name: 'Transferir a otra persona' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  // As it is said on the street: with the 0 and the 15, without the 9.
  const spoken = receiver.phone.replace('+549351', '0351 15 ')
  await dialog.getByRole('textbox', { name: 'Teléfono de la persona' }).fill(spoken)
  await dialog.getByRole('button', { name: 'Buscar' }).click()
  await expect(dialog.getByText('Bautista R.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Transferir la entrada' }).click()
  await expect(dialog.getByText('La entrada ahora es de Bautista R.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Entendido' }).click()
  await expect(page.getByText('No tenés entradas para lo que viene')).toBeVisible()

  await page.goto(oldLink)
  await expect(page.getByText('Este enlace ya no abre ninguna entrada')).toBeVisible()
  await expect(code).toHaveCount(0)

  const theirs = await browser.newContext(PHONE)
  const other = await theirs.newPage()
  await enter(other, receiver)
  await other.goto(paths.clientDashboard())
  await expect(other.getByRole('region', { name: EVENT })).toBeVisible()
  await expect(other.getByText('Bautista Recibe')).toBeVisible()
  await expect(other.getByRole('img', { name: /Código QR/ })).toBeVisible()
  await theirs.close()

  // Both were notified by email and WhatsApp.
  for (const [to, subject] of [
    [giver.mail, `Transferiste una entrada para ${EVENT}`],
    [giver.phone, 'entrada_transferida'],
    [receiver.mail, `te pasó una entrada para ${EVENT}`],
    [receiver.phone, 'entrada_recibida'],
  ] as const) {
    await expectMessage(page, to, subject)
  }
})

test('to an unknown phone, by name and mail', async ({ page }) => {
  const giver = await newPerson('Renata Invita')
  await take(giver, await openEvent({ name: EVENT, types: [{ name: 'Libre', price: 0, capacity: 20 }] }), 'Libre')
  await enter(page, giver)
  await page.goto(paths.clientDashboard())
  await page.getByRole('button', { name: 'Transferir a otra persona' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Teléfono de la persona' }).fill('+5492944777888')
  await dialog.getByRole('button', { name: 'Buscar' }).click()
  await expect(dialog.getByRole('heading', { name: '¿Quién la recibe?' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Transferir la entrada' }).click()
  await expect(dialog.getByText('El nombre completo es obligatorio')).toBeVisible()
  await dialog.getByLabel('Nombre completo').fill('Lola Nueva')
  await dialog.getByLabel('Email').fill('lola-nueva@previa.example')
  await dialog.getByRole('button', { name: 'Transferir la entrada' }).click()
  await expect(dialog.getByText('La entrada ahora es de Lola Nueva')).toBeVisible()
  await expectMessage(page, 'lola-nueva@previa.example', `te pasó una entrada para ${EVENT}`)
})
