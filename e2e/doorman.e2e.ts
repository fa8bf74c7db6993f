/** A doorman alone with a phone: numbers by hand, codes by camera, the keyboard alone; nothing a ticket says signs him out. */
import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { DEMO_PASSWORD, demoAccounts } from '#server/demo/sign-ins.ts'
import { call, enter, inDatabase, newPerson, openEvent, take } from './arrange.ts'
import { withCamera } from './camera.ts'
import { PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

// Refusals of the door are answers with a status.
test.use({ ...PHONE, serviceWorkers: 'allow', expected: /scan-qr/ })

/** The demo's night of yesterday: its door is open for two days. */
const NIGHT = 'Noche de Neón'

/** Unused tickets; each caller gets another one. */
async function unusedNumbers(from: number, many: number): Promise<readonly string[]> {
  const rows = await inDatabase<{ number: string }>(
    `select t.number from tickets t join events e on e.id = t.event_id
      where e.name = $1 and t.state = 'valid' order by t.id offset $2 limit $3`,
    [NIGHT, from, many],
  )
  expect(rows).toHaveLength(many)
  return rows.map(({ number }) => number)
}

/** A ticket of an event whose door is not this one. */
async function strangerTicket(): Promise<{ number: string; code: string }> {
  const person = await newPerson('Ciro Equivocado')
  await take(
    person,
    await openEvent({ name: 'Otra Puerta', types: [{ name: 'Libre', price: 0, capacity: 5 }] }),
    'Libre',
  )
  const { tickets } = await call(getMyTickets, { query: {} }, person.token)
  const [ticket] = tickets
  if (!ticket?.code) throw new Error('A holder sees their code')
  return { number: ticket.number, code: ticket.code }
}

async function typeNumber(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Escribir el número' }).click()
  await page.getByLabel('N.º de la entrada').fill(number)
  await page.getByRole('button', { name: 'Validar' }).click()
}

const history = (page: Page) => page.getByRole('list', { name: 'Últimos escaneos' }).getByRole('listitem')

async function inside(page: Page): Promise<number> {
  const text = await page.getByText(/^Adentro \d+$/).textContent()
  return Number(text?.replace(/\D/g, ''))
}

test('numbers by hand: in once, refused with the reason, the newest first', async ({ page }) => {
  const [number = ''] = await unusedNumbers(0, 1)
  const stranger = await strangerTicket()
  await enter(page, 'scanner')
  await expect(page).toHaveURL(new RegExp(`${paths.scanner()}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Escáner QR' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Otra Puerta/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: new RegExp(NIGHT) }).click()
  await expect(page.getByText('Todavía no escaneaste a nadie en esta puerta.')).toBeVisible()
  await expectAccessible(page)
  const before = await inside(page)

  await page.getByRole('button', { name: 'Escribir el número' }).click()
  await page.getByLabel('N.º de la entrada').fill('123')
  await page.getByRole('button', { name: 'Validar' }).click()
  await expect(page.getByText(/^Ese número no existe/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('N.º de la entrada').fill(`${number.slice(0, 4).toLowerCase()} ${number.slice(4)}`)
  await page.getByRole('button', { name: 'Validar' }).click()
  const pass = page.getByRole('button', { name: /^PASA / })
  await expect(pass).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText(`Adentro ${before + 1}`)).toBeVisible()
  await expect(pass).toBeHidden({ timeout: 5000 })

  await typeNumber(page, number)
  const used = page.getByRole('button', { name: /^NO PASA El ticket ya fue utilizado/ })
  await expect(used).toBeVisible()
  await expect(used.getByText(`Escaneó ${demoAccounts.scanner.name}`)).toBeVisible()
  await expectAccessible(page)
  await used.click()
  await expect(used).toBeHidden()

  await typeNumber(page, stranger.number)
  const unknown = page.getByRole('button', { name: /^(NO PASA Ticket no encontrado|OTRO EVENTO Este QR pertenece)/ })
  await expect(unknown).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(unknown).toBeHidden()

  await expect(history(page)).toHaveCount(3)
  await expect(history(page).nth(0)).toContainText(/Ticket no encontrado|Este QR pertenece/)
  await expect(history(page).nth(1)).toContainText('El ticket ya fue utilizado')
  await expect(history(page).nth(2)).toContainText('Pasó')
  await expect(page.getByText(`Adentro ${before + 1}`)).toBeVisible()

  // The same door after a reload; and out of it again.
  await page.reload()
  await expect(history(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Cambiar de evento' }).click()
  await expect(page.getByText('Elegí el evento de tu puerta.')).toBeVisible()
})

test('codes by camera: nonsense and another event are refused, and the doorman stays in', async () => {
  const stranger = await strangerTicket()
  const [nonsenseCode, look] = ['https://previa.example/no-es-una-entrada', null]
  const film = [nonsenseCode, nonsenseCode, look, stranger.code, stranger.code, look]
  await withCamera(film, async (page) => {
    await enter(page, 'scanner')
    await page.getByRole('button', { name: new RegExp(NIGHT) }).click()
    const nonsense = page.getByRole('button', { name: /^NO PASA Código QR inválido/ })
    const other = page.getByRole('button', { name: /^OTRO EVENTO Este QR pertenece a otro evento/ })
    // The film shows both over and over; each is touched away so that the camera looks again.
    const waiting = new Set([nonsense, other])
    for (let round = 0; waiting.size > 0 && round < 8; round += 1) {
      const verdict = page.getByRole('button', { name: /Seguir escaneando$/ })
      await expect(verdict).toBeVisible({ timeout: 20_000 })
      for (const known of waiting) {
        if (!(await known.isVisible())) continue
        await expectAccessible(page)
        waiting.delete(known)
      }
      if (await verdict.isVisible()) await verdict.click()
      await expect(verdict).toBeHidden()
    }
    expect(waiting.size).toBe(0)
    await expect(page.getByRole('alertdialog', { name: 'Sesión Expirada' })).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: NIGHT })).toBeVisible()
    await expect(page.getByText(/^Adentro \d+$/)).toBeVisible()
  })
})

test('a detector that only fails and a worker without a canvas give way to the page', async () => {
  const stranger = await strangerTicket()
  await withCamera([stranger.code], async (page) => {
    await page.addInitScript(() => {
      class BarcodeDetector {
        static getSupportedFormats = async () => ['qr_code']
        detect = () => Promise.reject(new DOMException('Barcode detection service unavailable.', 'NotSupportedError'))
      }
      Object.assign(globalThis, { BarcodeDetector })
    })
    let workers = 0
    await page.context().route(/\/qr-worker-/, async (route) => {
      workers += 1
      const response = await route.fetch()
      await route.fulfill({ response, body: `globalThis.OffscreenCanvas = undefined;${await response.text()}` })
    })
    await enter(page, 'scanner')
    await page.getByRole('button', { name: new RegExp(NIGHT) }).click()
    await expect(page.getByRole('button', { name: /^OTRO EVENTO/ })).toBeVisible({ timeout: 30_000 })
    // The service worker fetches it as well.
    expect(workers).toBeGreaterThan(0)
  })
})

test('where nothing can read a code the screen says to type the number', async () => {
  await withCamera([null], async (page) => {
    await page.context().route('**/*.wasm', (route) => route.abort())
    await enter(page, 'scanner')
    await page.getByRole('button', { name: new RegExp(NIGHT) }).click()
    const problem = page.getByRole('alert').filter({ hasText: 'No podemos leer los códigos' })
    await expect(problem).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page)
    await problem.getByRole('button', { name: 'Escribir el número' }).click()
    await expect(page.getByLabel('N.º de la entrada')).toBeFocused()
  })
})

/** Walks with the tabulator until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < 40; step += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The tabulator does not reach it')
}

test('the keyboard alone is enough', async ({ page }) => {
  const [number = ''] = await unusedNumbers(3, 1)
  await page.goto(paths.login())
  await tabTo(page, page.getByRole('textbox', { name: 'Teléfono' }))
  // The field already holds the country code.
  await page.keyboard.press('End')
  await page.keyboard.type(demoAccounts.scanner.phone.replace('+54', ''))
  await tabTo(page, page.getByLabel('Contraseña', { exact: true }))
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  const night = page.getByRole('button', { name: new RegExp(NIGHT) })
  await tabTo(page, night)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Escribir el número' }).last())
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('N.º de la entrada')).toBeFocused()
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^PASA / })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^PASA / })).toBeHidden()
  // The same ticket at once: the focus never got lost.
  await tabTo(page, page.getByRole('button', { name: 'Escribir el número' }).last())
  await page.keyboard.press('Space')
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^NO PASA El ticket ya fue utilizado/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await tabTo(page, page.getByRole('button', { name: 'Cambiar de evento' }))
  await page.keyboard.press('Enter')
  await expect(night).toBeVisible()
})
