/**
 * Makes the pictures of the help (`web/public/help/`) from the real screens of a running demo:
 *   npm start     and then     npm run docs:pictures -- http://localhost:3000
 * Run it when a screen that the help shows has changed.
 */
import { mkdir } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '#contract/api/paths.ts'
import { launchOptions } from '../e2e/browser.ts'

const WIDTH = 1280
const HEIGHT = 800
/** What the flyers of a list take to come from this machine. */
const PICTURES_MS = 800
const folder = new URL('../web/public/help/', import.meta.url)

/** Of the organizer's screens; `id` is an event with sales. */
const screensOf = (id: string): Record<string, string> => ({
  eventos: paths.organizerEvents(),
  cobros: paths.organizerPayments(),
  editor: paths.editEvent(id),
  descuentos: paths.eventDiscounts(id),
  bebidas: `${paths.organizerDrinks()}?evento=${id}`,
  equipo: paths.eventTeam(id),
  liquidaciones: paths.organizerSettlement(),
  reembolsos: paths.eventRefunds(id),
  escaner: paths.scanner(),
})

async function signIn(page: Page, phone: string, password: string): Promise<void> {
  await page.goto(paths.login())
  await page.getByRole('textbox', { name: 'Teléfono' }).fill(phone)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).last().click()
  await page.waitForURL(`**${paths.organizerEvents()}`)
}

/** The event of the list's first row. */
async function firstEvent(page: Page): Promise<string> {
  const link = page.locator(`main a[href^="${paths.organizerEvents()}/0"]`).first()
  const address = await link.getAttribute('href')
  const id = address?.split('/').at(-1)
  if (!id) throw new Error('The demo’s organizer has no event')
  return id
}

async function take(page: Page, name: string, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('main h1').first().waitFor()
  // A live screen never rests: it is ready when nothing on it is a skeleton any more.
  await page.locator('main .animate-pulse-soft').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(PICTURES_MS)
  const picture = await page.screenshot({ animations: 'disabled' })
  await sharp(picture)
    .webp({ quality: 60 })
    .toFile(new URL(`${name}.webp`, folder).pathname)
}

const [address = 'http://localhost:3000', phone = '+5493415550101', password = 'previa-de-prueba'] =
  process.argv.slice(2)
const browser = await chromium.launch(await launchOptions())
try {
  await mkdir(folder, { recursive: true })
  const page = await browser.newPage({ baseURL: address, viewport: { width: WIDTH, height: HEIGHT }, locale: 'es-AR' })
  await signIn(page, phone, password)
  for (const [name, path] of Object.entries(screensOf(await firstEvent(page)))) await take(page, name, path)
} finally {
  await browser.close()
}
