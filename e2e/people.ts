/** Ways in and common steps of the journeys. */
import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { DEMO_PASSWORD, demoAccounts, type DemoRole } from '#server/demo/sign-ins.ts'
import { expect } from './test.ts'

/** What people have in their hand. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** Signs in with one of the demo's accounts by typing, as anybody does. */
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

/** Waits until the demo's inbox lists a message to somebody: a job sends it after what it tells of was done. */
export async function expectMessage(page: Page, to: string, subject: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(`/dev/inbox?to=${encodeURIComponent(to)}`)
    await expect(page.getByText(subject).first()).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
}

export interface Newcomer {
  readonly name: string
  readonly mail: string
}

let people = 0

/** Fills the registration form with somebody new; gives who they are. */
export async function register(page: Page): Promise<Newcomer> {
  people += 1
  const name = `Luján Prueba ${['Uno', 'Dos', 'Tres', 'Cuatro'][people - 1] ?? people}`
  const unique = `${process.pid}${people}`.slice(-6).padStart(6, '3')
  const mail = `lujan-${unique}@previa.example`
  await page.getByLabel('Nombre completo').fill(name)
  await page.getByRole('textbox', { name: 'Teléfono' }).fill(`+54 9 341 4${unique}`)
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
