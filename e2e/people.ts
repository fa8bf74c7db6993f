/** Ways in and common steps of the journeys. */
import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { drawFlyer } from '#server/demo/pictures/flyers.ts'
import { DEMO_PASSWORD, demoAccounts, type DemoRole } from '#server/demo/sign-ins.ts'
import { expect } from './test.ts'

/** What people have in their hand. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** Counts from now on what the person does on the page that is open: taps on it, and fields that are typed into. */
export async function countEffort(page: Page): Promise<() => Promise<{ taps: number; fields: number }>> {
  // As text: what runs in the browser is no part of this program.
  await page.evaluate(`
    globalThis.effort = { taps: 0, typed: new Set() };
    document.addEventListener('pointerdown', () => { effort.taps += 1 }, true);
    document.addEventListener('input', ({ target }) => effort.typed.add(target), true);`)
  return async () => {
    const counted = await page.evaluate('({ taps: effort.taps, fields: effort.typed.size })')
    return counted as { taps: number; fields: number } // as written in the line above
  }
}

/** Signs in by typing, through the screen. A journey about anything else begins with `enter`. */
export async function signIn(page: Page, who: DemoRole): Promise<void> {
  await page.goto(paths.login())
  await fillSignIn(page, { phone: demoAccounts[who].phone, password: DEMO_PASSWORD })
}

/** Fills the sign-in form of the screen that is open, and is in. */
export async function fillSignIn(page: Page, { phone, password }: { phone: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Teléfono' }).fill(phone)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).last().click()
  await expect(page).not.toHaveURL(new RegExp(paths.login()))
}

export interface Newcomer {
  readonly name: string
  readonly mail: string
}

/** Chooses so many of a type on the event's page, signed in or not, and goes on to where they are paid. An only type begins at one. */
export async function choosePlaces(
  page: Page,
  eventId: string,
  { type = 'General', quantity = 1 } = {},
): Promise<void> {
  await page.goto(paths.event(eventId))
  const add = page.getByRole('button', { name: `Agregar una: ${type}` })
  await add.waitFor()
  const isChosen = await page.getByRole('button', { name: `Quitar una: ${type}` }).isEnabled()
  for (let chosen = isChosen ? 1 : 0; chosen < quantity; chosen += 1) await add.click()
  await page.getByRole('button', { name: /^(Comprar|Reservar)/ }).click()
}

/** Pays the selection at the simulated provider and goes to its tickets. */
export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pagar con Mercado Pago' }).click()
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByText(/Ya tenés tus? entradas?/)).toBeVisible({ timeout: 30_000 })
}

/** Buys as who is signed in. */
export async function buy(
  page: Page,
  eventId: string,
  choice: { type?: string; quantity?: number } = {},
): Promise<void> {
  await choosePlaces(page, eventId, choice)
  await pay(page)
}

let people = 0

/** One of many as a person chooses it by a part of its label, whether the field rolls or, holding many, is typed in. */
export async function choose(field: Locator, part: string): Promise<void> {
  const rolling = field.locator('option', { hasText: part })
  if ((await rolling.count()) > 0) {
    await field.selectOption({ label: (await rolling.textContent()) ?? part })
  } else {
    await field.fill(part)
    await field.page().getByRole('listbox').getByRole('option', { name: part }).click()
  }
}

/** Returns six digits unique in this run across workers, for a phone or an email. */
export function uniqueDigits(): string {
  people += 1
  return (process.env['TEST_WORKER_INDEX'] ?? '').padStart(2, '0') + String(people).padStart(4, '0')
}

/** Fills the registration form with a new person and returns them. */
export async function register(page: Page): Promise<Newcomer> {
  const digits = uniqueDigits()
  const name = `Luján Prueba ${digits}`
  const mail = `lujan-${digits}@previa.example`
  await page.getByLabel('Nombre completo').fill(name)
  await page.getByRole('textbox', { name: 'Teléfono' }).fill(`+54 9 341 4${digits}`)
  await page.getByLabel('Email').fill(mail)
  await page.getByLabel('Fecha de nacimiento').fill('1996-03-14')
  await page.getByLabel('Contraseña', { exact: true }).fill('una-clave-larga')
  await page.getByLabel(/términos/i).check()
  await page.getByRole('button', { name: 'Crear Cuenta', exact: true }).last().click()
  return { name, mail }
}

/** Today in Buenos Aires moved by days, as a date field takes it. */
export function localDate(days: number): string {
  return new Date(Date.now() - 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
}

/** The hour that is `hours` from now in Buenos Aires, as a time field takes it. */
export function localTime(hours: number): string {
  return new Date(Date.now() - 3 * 3_600_000 + hours * 3_600_000).toISOString().slice(11, 16)
}

/** Fills all of a new event but its ticket types: in five hours, so that it sells and its door is open (six hours before). */
export async function typeEvent(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nombre', { exact: true }).first().fill(name)
  await page.getByLabel('Categoría').selectOption({ label: 'Fiestas' })
  await page.getByLabel('Descripción').first().fill('Una noche entera, contada de punta a punta.')
  await page.getByLabel('Nombre del lugar').fill('Salón de la Prueba')
  await page.getByLabel('Dirección').fill('Mitre 123')
  await page.getByLabel('Ciudad').fill('Rosario')
  await page.getByLabel('Provincia').selectOption({ label: 'Santa Fe' })
  await page.getByLabel('Fecha', { exact: true }).fill(localDate(5 / 24))
  await page.getByLabel('Empieza').fill(localTime(5))
  await page.getByLabel(/^Termina/).fill(localTime(10))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'flyer.jpg', mimeType: 'image/jpeg', buffer: await drawFlyer(name) })
}
