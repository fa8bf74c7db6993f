/** Every screen there is, with the demo's long, odd and real, at four widths: nothing overflows, is cut, covered or too small. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { createPurchase } from '#contract/sales/checkout.ts'
import { getEventsPreview, getTicketTypes } from '#contract/events/events.ts'
import { listRaffles } from '#contract/events/raffles.ts'
import { paths } from '#contract/api/paths.ts'
import { submitRegret } from '#contract/sales/regrets.ts'
import type { Area } from '#contract/api/areas.ts'
import { screenList } from '#contract/platform/screens.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import type { DemoRole } from '#server/demo/sign-ins.ts'
import { call, enter, guestOrder } from './arrange.ts'
import { cancelledEvent, changedEventId, eventId, LONG, movedEvent, ownEventId, tokenOf } from './sweep-examples.ts'
import { screenFaults } from './screen-faults.ts'
import { accessProblems, expect, expectAccessible, test } from './test.ts'
import { holdCodesOut, openTransfer } from './wallet.ts'

// Unknown addresses, links and orders are asked for on purpose.
test.use({ expected: /status of (404|401|403|400|422)/ })
test.describe.configure({ mode: 'parallel' })

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
] as const
/** Between two looks, where only the room changes: looked at for what overflows or is cut, and no more. */
const BETWEEN = [
  { width: 1024, height: 700 },
  { width: 390, height: 664 },
] as const

/** Screens that show what is refunded, a sale’s and a ticket’s story among them. */
const OF_REFUNDS = /reembolsos|devolucion|arrepentimientos|mass-refund|\/cambio\/|historial|ventas|entradas/

const ONE_WORD = 'Electrocumbia'

interface Screen {
  readonly path: string
  /** Brings the screen into the state that is looked at: a dialog, a choice. */
  readonly act?: (page: Page) => Promise<void>
}

/** Opens each screen once and looks at it at every width. */
async function sweep(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { path, act } of screens) {
    const mayShowCentavos = OF_REFUNDS.test(path)
    await test.step(`${path}${act ? ' +' : ''}`, async () => {
      await page.setViewportSize(WIDTHS[0])
      await page.goto(path)
      await expect(page.locator('h1').first()).toBeAttached()
      await expect.poll(() => page.evaluate<boolean>(HAS_ARRIVED)).toBe(true)
      await act?.(page)
      for (const size of WIDTHS) {
        await page.setViewportSize(size)
        const isPhone = size.width < 768
        await expectSoon
          .poll(() => screenFaults(page, { isPhone, mayShowCentavos }), { message: `${path} at ${size.width}` })
          .toEqual([])
        const folder = process.env['SWEEP_PICTURES']
        if (folder) await page.screenshot({ path: `${folder}/${nameOf(path, act)}-${size.width}.png` })
        await expectAccessible(page)
      }
      for (const size of BETWEEN) {
        await page.setViewportSize(size)
        await expectSoon
          .poll(() => screenFaults(page, { isPhone: size.width < 768, mayShowCentavos }), {
            message: `${path} at ${size.width} × ${size.height}`,
          })
          .toEqual([])
      }
    })
  }
}

/** Runs in the page: no skeleton is visible. */
const HAS_ARRIVED = `[...document.querySelectorAll('.animate-pulse-soft, .splash')]
  .every((bone) => bone.getBoundingClientRect().top > innerHeight)`

/** Each screen says all that is wrong with it once nothing moves, and the next is looked at too. */
const expectSoon = expect.configure({ soft: true, timeout: 2000 })

/** The register's screens of an area that have one address. */
const plain = (of: Area): Screen[] =>
  screenList
    .filter(({ path, area, movedTo }) => area === of && !path.includes(':') && !movedTo)
    .map(({ path }) => ({ path }))

const nameOf = (path: string, act: Screen['act']) =>
  (path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replaceAll(/[^a-z0-9]+/gi, '-') + (act?.name ?? '')).slice(1, 80)

/** The raffle of the demo whose winners are published. */
async function publishedRaffle(): Promise<string> {
  const query = { state: 'published' } as const
  const { raffles } = await call(listRaffles, { params: { id: await eventId('Fiesta Lunar') }, query })
  return raffles[0]?.id ?? ''
}

const redraw = async (page: Page) => {
  await page.getByRole('button', { name: 'Rehacer el sorteo' }).click()
  await page.getByText('Más información').click()
  await expect(page.getByText('Salen los mismos ganadores.')).toBeVisible()
}

const createRaffle = (page: Page) => page.getByRole('button', { name: 'Crear sorteo' }).first().click()

const chooseTwo = async (page: Page) => {
  const more = page.getByRole('button', { name: /^(Agregar|Sumar|Más)/ })
  await more.first().click()
  await more.nth(1).click()
}

/** Where places of the event are held, paying them is the one way on until something else is bought. */
const buyElse = async (page: Page) => {
  await page.getByRole('button', { name: 'Comprar otra cosa' }).click()
  const change = page.getByRole('button', { name: /^Cambiar/ })
  await expect(change.or(page.getByRole('button', { name: /^Agregar/ })).first()).toBeVisible()
  if (await change.isVisible()) await change.click()
  await chooseTwo(page)
}

interface Sweep {
  /** Who looks; null signed out. */
  readonly who: DemoRole | null
  /** Screens whose address needs an example, and further states of others. */
  readonly more: () => Promise<readonly Screen[]>
}

const sweeps: Readonly<Record<Area, Sweep>> = {
  public: {
    who: null,
    async more() {
      const [long, oneWord, soldOut] = [
        await eventId(LONG),
        await eventId(ONE_WORD),
        await eventId('Nadie se Ríe Solo'),
      ]
      const { events } = await call(getEventsPreview, { query: { search: ONE_WORD } })
      const regret = await call(submitRegret, { body: { contact: 'no-compre-nada@previa.test' } })
      return [
        { path: paths.regret(regret.code) },
        { path: paths.move(await movedEvent()) },
        { path: `${paths.events()}?buscar=no-hay-nada-asi` },
        { path: paths.raffle(await publishedRaffle()), act: redraw },
        { path: paths.event(long) },
        { path: paths.event(oneWord), act: chooseTwo },
        { path: paths.event(soldOut) },
        { path: paths.company(events[0]?.company.slug ?? '') },
        { path: paths.buyTicket(long), act: chooseTwo },
        { path: paths.organizeAloneStep('persona') },
        { path: paths.organizeTogetherStep('persona') },
        { path: paths.resetPassword('un-token') },
        { path: paths.activateAccount('un-token') },
        { path: paths.ticketLink('no-es-de-nadie') },
        { path: paths.guestOrder('') + (await guestOrder(long)) },
        { path: '/no-hay-nada-aca' },
        { path: paths.home(), act: openMenu },
      ]
    },
  },
  client: {
    who: 'buyer',
    async more() {
      const token = await tokenOf('buyer')
      const long = await eventId(LONG)
      const { ticketTypes } = await call(getTicketTypes, { query: { eventId: long } })
      const dearest = ticketTypes.toSorted((a, b) => b.price - a.price)[0]
      const body = { eventId: long, ticketTypeId: dearest?.id ?? '', quantity: 2, platform: 'web' as const }
      const { order } = await call(createPurchase, { body }, token)
      const { tickets } = await call(getMyTickets, { query: { limit: 100 } }, token)
      const link = tickets.find(({ event }) => event.name.startsWith(LONG))?.linkToken ?? ''
      return [
        { path: paths.clientDashboard(), act: openTransfer },
        { path: paths.clientDashboard(), act: holdCodesOut },
        { path: `${paths.clientDashboard()}?ver=anteriores` },
        { path: paths.buyTicket(long), act: buyElse },
        { path: paths.payResult('success', { platform: 'web', eventId: long, order: order.publicId }) },
        { path: paths.ticketLink(link) },
        { path: paths.home(), act: openAccount },
      ]
    },
  },
  organizer: {
    who: 'organizer',
    more: async () => [
      { path: paths.organizerEvents(), act: openMoreOfEvent },
      { path: paths.newEvent(), act: publishNothing },
      { path: paths.helpTopic('entradas') },
      { path: `${paths.organizerCompany()}?persona=nueva` },
      { path: `${paths.organizerCompany()}?perfil=si` },
      { path: `${paths.organizerDrinks()}?evento=${await ownEventId()}` },
      { path: `${paths.organizerRaffles()}?evento=${await eventId('Fiesta Lunar')}`, act: createRaffle },
    ],
  },
  event: {
    who: 'organizer',
    async more() {
      const [id, cancelled] = [await ownEventId(), await cancelledEvent()]
      return [
        { path: paths.eventSummary(id) },
        { path: paths.editEvent(id) },
        { path: paths.eventTickets(id), act: openTicket },
        { path: paths.eventTickets(id), act: openReminders },
        { path: paths.eventSales(id) },
        { path: paths.eventMetrics(await eventId('Fiesta Lunar')) },
        { path: paths.eventDiscounts(id) },
        { path: paths.eventWaiting(id) },
        { path: paths.eventRefunds(id) },
        { path: paths.eventRefundTickets(id), act: openRefund },
        { path: paths.eventMassRefund(id) },
        { path: paths.eventSummary(cancelled.eventId) },
        { path: paths.eventNotice(cancelled.eventId, cancelled.noticeId) },
        { path: paths.eventChanges(id) },
        { path: paths.eventChanges(await changedEventId()) },
        { path: paths.eventTeam(id) },
        { path: paths.eventTeam(id), act: openInvitation },
        { path: paths.eventTeam(await eventId('Fiesta Lunar')), act: openPromoter },
        { path: `${paths.eventTeam(id)}?copiar=si` },
      ]
    },
  },
  promoter: {
    who: 'promoter',
    async more() {
      const id = await eventId('Fiesta Lunar')
      return [
        { path: paths.promoterEvents() },
        { path: paths.promoterEvent(id) },
        { path: paths.promoterTickets(id) },
        { path: paths.promoterSettlement() },
      ]
    },
  },
  commercial: {
    who: 'commercial',
    async more() {
      const id = await ownEventId()
      return [
        { path: `${paths.commercial()}?falta=sin-publicar` },
        { path: paths.commercialEvent(id) },
        { path: paths.commercialMetrics(await eventId('Fiesta Lunar')) },
        { path: paths.organizerEvents() },
      ]
    },
  },
  god: { who: 'god', more: async () => [{ path: paths.godCompanies(), act: openFees }] },
  full: {
    who: 'organizer',
    async more() {
      const path = `${paths.scanner()}?evento=${await ownEventId()}`
      return [
        { path, act: typeUnknown },
        { path, act: openBar },
      ]
    },
  },
}

/** What the buyers' areas are looked at with: to a phone the app is offered. */
const PHONES: Partial<Record<Area, string>> = {
  public:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  client: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
}

for (const [area, { who, more }] of Object.entries(sweeps) as [Area, Sweep][]) {
  test.describe(area, () => {
    const userAgent = PHONES[area]
    if (userAgent !== undefined) test.use({ userAgent })
    test(`the screens of the area ${area}`, async ({ page }) => {
      test.setTimeout(300_000)
      const screens = [...plain(area), ...(await more())]
      if (who) {
        await enter(page, who)
        await expect(page.locator('h1').first()).toBeAttached()
      }
      await sweep(page, screens)
    })
  })
}

test('what is wrong is found, at the first look and at the next', async ({ page }) => {
  await page.setContent('<html lang="es"><title>Control</title><main><h1>Control</h1></main></html>')
  expect(await accessProblems(page)).toEqual([])
  await page.evaluate(`document.querySelector('main').innerHTML += '<button></button>'`)
  expect(await accessProblems(page)).toEqual(['button-name: button'])
})

test('no screen is left out', () => {
  const source = readFileSync(new URL(import.meta.url), 'utf8')
  const left = screenList.filter(({ path, name }) => path.includes(':') && !source.includes(`paths.${name}(`))
  expect(left.map(({ path }) => path)).toEqual([])
})

async function openMenu(page: Page) {
  await page.getByRole('button', { name: /menú/i }).first().click()
}

async function openAccount(page: Page) {
  await page
    .getByRole('button', { name: /cuenta/i })
    .first()
    .click()
}

async function openMoreOfEvent(page: Page) {
  await page
    .getByRole('button', { name: /acciones/i })
    .first()
    .click()
}

async function publishNothing(page: Page) {
  await page.getByRole('button', { name: 'Guardar y publicar' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
}

async function openTicket(page: Page) {
  const button = page.getByRole('button', { name: /^Ver la entrada/ }).first()
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  // On a phone the whole row opens it.
  if (isPhone)
    await page
      .getByRole('row')
      .filter({ has: button })
      .first()
      .click({ position: { x: 24, y: 12 } })
  else await button.click()
  await page.getByRole('dialog').getByText('Qué pasó con esta entrada').waitFor()
}

async function openReminders(page: Page) {
  await page.getByRole('button', { name: 'Recordar lo que falta' }).click()
  await expect(page.getByRole('dialog').getByText(/Les llega un mensaje|Hoy no hay/)).toBeVisible()
}

async function openRefund(page: Page) {
  await page
    .getByRole('button', { name: /^Devolver/ })
    .first()
    .click()
  await page.getByRole('dialog').getByText('Una parte', { exact: true }).click()
  await page.getByLabel('Anular también la entrada').check()
}

async function openFees(page: Page) {
  await page
    .getByRole('button', { name: /^Cambiar cargo de/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByLabel(/^Porcentaje/)).toBeVisible()
}

async function openInvitation(page: Page) {
  await page
    .getByRole('button', { name: /Sumar|Invitar|Agregar/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function openPromoter(page: Page) {
  await page
    .getByRole('button', { name: /^Editar ./ })
    .first()
    .click()
  await expect(page.getByLabel('Cortesías')).toBeVisible()
}

async function openBar(page: Page) {
  await page.getByRole('button', { name: 'Barra' }).click()
  await expect(page.getByText('Escaneá el código de la entrada para ver sus bebidas.')).toBeVisible()
}

async function typeUnknown(page: Page) {
  await page.getByRole('button', { name: 'Escribir el número' }).first().click()
  await page.getByLabel('N.º de la entrada').fill('V0KK V98N')
  await page.getByRole('button', { name: 'Validar' }).click()
  await expect(page.getByText('NO PASA')).toBeVisible()
}
