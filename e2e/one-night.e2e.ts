/**
 * One night, end to end: an organizer publishes an event, a visitor finds it, makes an account, buys two tickets and has
 * them on screen and by mail; a doorman's camera sees one: PASA; sees it again: it was used.
 */
import type { Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { getMyTickets, type Ticket } from '#contract/sales/tickets.ts'
import { withCamera } from './camera.ts'
import { expectMessage } from './inbox.ts'
import { type Newcomer, PHONE, register, signIn, typeEvent } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

const EVENT = 'Noche de Punta a Punta'

test('an organizer publishes, a visitor buys two, the door lets one in once', async ({ browser, page }) => {
  test.slow()
  await publish(page)

  // An answer is read on its way below: a service worker would ask for it out of the journey's sight.
  const buyer = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const shopping = await buyer.newPage()
  const { name, mail } = await buyTwo(shopping)
  const tickets = await seeTickets(shopping, name)
  await expectMessage(shopping, mail, new RegExp(EVENT))
  await buyer.close()

  await scanTwice(tickets, name)
})

async function publish(page: Page): Promise<void> {
  await signIn(page, 'organizer')
  await expect(page).toHaveURL(new RegExp(paths.organizerEvents()))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.goto(paths.newEvent())
  await typeEvent(page, EVENT)
  const type = page
    .getByRole('listitem')
    .filter({ has: page.getByLabel('Precio') })
    .first()
  await type.getByLabel('Nombre').fill('General')
  await type.getByLabel('Precio').fill('15000')
  await type.getByLabel('Cantidad').fill('50')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar y publicar' }).click()
  await expect(page.getByText('Publicado: ya está a la venta')).toBeVisible({ timeout: 20_000 })
}

async function buyTwo(page: Page): Promise<Newcomer> {
  await page.goto(paths.home())
  await page.getByRole('searchbox').fill('punta a punta')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('1 evento', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: new RegExp(EVENT, 'i') }).click()
  await expect(page.getByRole('heading', { level: 1, name: EVENT })).toBeVisible()
  await expectAccessible(page)
  const add = page.getByRole('button', { name: 'Agregar una: General' })
  // An only type begins at one.
  await expect(page.getByText('1 entrada · incluye servicio $1.500')).toBeVisible()
  await add.click()
  await expect(page.getByText('2 entradas · incluye servicio $3.000')).toBeVisible()
  await page.getByRole('button', { name: 'Comprar' }).click()
  await expect(page.getByRole('link', { name: 'Ya tengo cuenta' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ya tengo cuenta' }).click()
  await page.getByRole('link', { name: 'Crear Cuenta' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  const buyer = await register(page)
  // The choice survived the registration.
  await expect(page.getByText('2 × General')).toBeVisible()
  await page.getByRole('button', { name: 'Pagar con Mercado Pago' }).click()
  await expect(page.getByText('Simulador de Mercado Pago')).toBeVisible()
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await expect(page.getByText(/Ya tenés tus? entradas?/)).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  return buyer
}

async function seeTickets(page: Page, name: string): Promise<readonly Ticket[]> {
  let tickets: readonly Ticket[] = []
  await page.route(`**${getMyTickets.path}?*`, async (route) => {
    const response = await route.fetch()
    tickets = ((await response.json()) as { tickets: Ticket[] }).tickets
    await route.fulfill({ response })
  })
  await page.getByRole('link', { name: 'Ver mis entradas' }).click()
  // The screen that says what was bought shows them too.
  await expect(page.getByRole('heading', { level: 1, name: 'Mis entradas' })).toBeVisible()
  await expect(page.getByRole('img', { name: /Código QR/ })).toHaveCount(2)
  // What was kept before shows at once, and is read again.
  await expect.poll(() => tickets).toHaveLength(2)
  await expect(page.getByText(name).first()).toBeVisible()
  await expectAccessible(page)
  return tickets
}

async function scanTwice(tickets: readonly Ticket[], name: string): Promise<void> {
  const [ticket] = tickets
  if (!ticket?.code) throw new Error('The buyer has no code')
  // The code, then a look away, over and over: the same ticket comes back.
  await withCamera([ticket.code, null, null, null, null, null, null], async (page) => {
    await signIn(page, 'organizer')
    await page.goto(paths.scanner())
    await page.getByRole('button', { name: new RegExp(EVENT) }).click()
    await expect(page.getByRole('button', { name: /^PASA / })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('button', { name: new RegExp(`^PASA ${name}`) })).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: /^NO PASA El ticket ya fue utilizado/ })).toBeVisible({
      timeout: 20_000,
    })
    await expectAccessible(page)
    await expect(page.getByText('Adentro 1')).toBeVisible()
  })
}
