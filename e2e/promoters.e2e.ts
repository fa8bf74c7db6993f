/**
 * A promoter's way on phones: the organizer puts them on the team and says what they may do, a buyer comes by their link, another gets a courtesy, both come
 * in, the commission is confirmed and settled by both.
 */
import { paths } from '#contract/api/paths.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { call, enter, inDatabase, newPerson, openEvent, organizerToken, type Person } from './arrange.ts'
import { buy, countEffort, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use(PHONE)

test('a promoter is given a part, sells by link, gives a courtesy, and is paid', async ({ page, browser }) => {
  test.slow()
  const types = [{ name: 'General', price: 20_000, capacity: 50 }]
  const event = await openEvent({ name: 'Noche de Lautaro', inHours: 3, types })
  const promoter = await newPerson('Ludmila Convoca')
  const { name } = promoter
  await enter(page, 'organizer')
  await page.goto(paths.eventTeam(event.id))
  await assign()
  // It leads on to what they may do.
  const part = page.getByRole('dialog', { name: `¿Qué puede hacer ${name}?` })
  await part.getByLabel('Cortesías', { exact: true }).fill('5')
  await part.getByRole('radio', { name: /porcentaje/i }).check()
  await part.getByLabel('Porcentaje', { exact: true }).fill('10')
  await expectAccessible(page)
  await part.getByRole('button', { name: 'Guardar' }).click()
  await expect(part).toBeHidden()

  const hers = await browser.newPage(PHONE)
  await enter(hers, promoter)
  await hers.goto(paths.promoterEvents())
  await hers.getByRole('link', { name: 'Noche de Lautaro' }).first().click()
  await expect(hers.getByText('Te quedan 5 cortesías')).toBeVisible()
  await expectAccessible(hers)
  const link =
    (await hers
      .getByText(/\?rrpp=/)
      .first()
      .textContent()) ?? ''

  // The code outlives the link's page, and is nowhere in what comes after it.
  const buyer = await newPerson('Tadeo Llega')
  const his = await browser.newPage(PHONE)
  await enter(his, buyer)
  await his.goto(link)
  // What can be pressed comes with the script; the name alone stands in the page's HTML before it.
  await expect(his.getByRole('button', { name: 'Agregar una: General' })).toBeVisible()
  await buy(his, event.id)
  await his.context().close()

  const guest = await newPerson('Renata Invitada')
  await giveCourtesy()
  await hers.reload()
  await expect(hers.getByText('Te quedan 4 cortesías')).toBeVisible()
  await letIn(buyer)
  await letIn(guest)
  // The commission comes by itself.
  await expect(async () => {
    await hers.reload()
    await expect(hers.getByRole('progressbar', { name: 'Ya entraron' })).toHaveAttribute('aria-valuenow', '2', {
      timeout: 2000,
    })
    await expect(hers.getByText('$2.000').first()).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  await expectAccessible(hers)

  await threeDaysPass()
  await page.goto(paths.eventTeam(event.id))
  await page.getByRole('button', { name: `Liquidar ${name}` }).click()
  const settling = page.getByRole('dialog')
  await expectAccessible(page)
  await settling.getByRole('button', { name: 'Pagar $2.000' }).click()
  await expect(page.getByText(/para que la confirme/)).toBeVisible()

  await hers.goto(paths.promoterSettlement())
  await hers.getByRole('button', { name: 'Confirmar' }).click()
  await expectAccessible(hers)
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' }).click()
  await expect(hers.getByRole('list', { name: 'Liquidaciones anteriores' })).toBeVisible()
  await expectAccessible(hers)
  await hers.context().close()

  async function assign() {
    await page.getByRole('button', { name: 'Sumar al equipo' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Sumar al equipo' })
    await dialog.getByRole('radio', { name: /^RRPP/ }).check()
    await dialog.getByLabel('Nombre y apellido').fill(name)
    await dialog.getByRole('textbox', { name: 'WhatsApp' }).fill(promoter.phone)
    await dialog.getByLabel('Email').fill(promoter.mail)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Invitar' }).click()
  }

  /** For who has an account: counted in the browser, by what it was given to do. */
  async function giveCourtesy() {
    const effort = await countEffort(hers)
    await hers.getByRole('button', { name: 'Dar cortesía' }).click()
    const giving = hers.getByRole('dialog')
    await giving.getByLabel('Para quién').fill(guest.phone)
    await giving.getByRole('list', { name: 'Personas' }).getByRole('button').click()
    await expect(giving.getByText(guest.mail)).toHaveCount(0)
    await expectAccessible(hers)
    await giving.getByRole('button', { name: 'Dar y enviar' }).click()
    await expect(hers.getByRole('button', { name: 'Dar otra' })).toBeVisible()
    const { taps, fields } = await effort()
    expect(taps).toBeLessThanOrEqual(3)
    expect(fields).toBe(1)
    await expect(hers.getByRole('img', { name: /QR de la entrada/ })).toHaveCount(0)
  }

  async function letIn(person: Person) {
    const { tickets } = await call(getMyTickets, { query: {} }, person.token)
    const body = { eventId: event.id, via: 'typed' as const }
    await call(scanTicket, { params: { ticketId: tickets[0]?.number ?? '' }, body }, await organizerToken())
  }

  /** Since the event ended. */
  async function threeDaysPass() {
    await inDatabase(
      `update events set starts_at = app_now() - interval '80 hours', ends_at = app_now() - interval '73 hours'
        where id = $1`,
      [event.id],
    )
  }
})
