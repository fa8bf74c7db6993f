/** One browser, several tabs, one session: whatever one of them does, the others show what is right a moment later. */
import type { Page } from '@playwright/test'
import { getProfile, logout } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'
import { call, newPerson, openEvent, send, take } from './arrange.ts'
import { fillSignIn } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ serviceWorkers: 'allow', expected: /status of 401/ })

async function holder(name: string, event: string) {
  const person = await newPerson(name)
  await take(person, await openEvent({ name: event, types: [{ name: 'Libre', price: 0, capacity: 20 }] }), 'Libre')
  return person
}

async function openTickets(page: Page, event: string): Promise<void> {
  await page.goto(paths.clientDashboard())
  await expect(page.getByText(event).first()).toBeVisible()
}

test('one tab signs out: the others end too, and nothing of the person stays on screen', async ({ page, context }) => {
  const person = await holder('Ramona Dos Pestañas', 'Noche de Pestañas')
  await page.goto(paths.login())
  await fillSignIn(page, person)
  const [tickets, landing] = [await context.newPage(), await context.newPage()]
  await openTickets(tickets, 'Noche de Pestañas')
  await landing.goto(paths.home())
  await expect(landing.getByRole('button', { name: 'Menú de tu cuenta' })).toBeVisible()

  await page.goto(paths.home())
  await page.getByRole('button', { name: 'Menú de tu cuenta' }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL(new RegExp(paths.login()))

  await expect(tickets).toHaveURL(new RegExp(paths.login()))
  await expect(tickets.getByText('Cerraste tu sesión en otra pestaña.')).toBeVisible()
  await expect(tickets.getByText('Noche de Pestañas')).toHaveCount(0)
  await expect(tickets.getByRole('alertdialog')).toHaveCount(0)
  await expectAccessible(tickets)
  // A public page stays where it is, as a visitor sees it.
  await expect(landing.getByRole('link', { name: 'Ingresar' })).toBeVisible()
  await expect(landing).toHaveURL(/\/$/)
})

/** Keeps what a tab asks from the server until the function that it gives is called. */
async function holdRequests(tab: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await tab.route('**/api/v1/**', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('one tab signs in as another person: no tab shows or keeps anything of the first', async ({ page, context }) => {
  const first = await holder('Amelia Primera', 'Noche de Amelia')
  const second = await newPerson('Bruno Segundo')
  await page.goto(paths.login())
  const signedIn = page.waitForRequest((request) => request.headers()['authorization'] !== undefined)
  await fillSignIn(page, first)
  const token = ((await (await signedIn).headerValue('authorization')) ?? '').replace('Bearer ', '')
  const other = await context.newPage()
  await openTickets(other, 'Noche de Amelia')

  // It ended elsewhere. The first tab that asks anything finds out and says so; the other one, whose questions are on
  // their way all this time, keeps what the phone has seen.
  await page.goto('about:blank')
  const release = await holdRequests(other)
  await call(logout, {}, token)
  await expect.poll(async () => (await send(getProfile, {}, token)).status, { timeout: 8000 }).toBe(401)
  await page.goto(paths.clientDashboard())
  await page.getByRole('alertdialog').getByRole('button', { name: 'Iniciar Sesión' }).click()
  await fillSignIn(page, second)
  release()
  // Where the first was going is not for the second.
  await expect(page).toHaveURL(/\/$/)

  await expect(other.getByText('No tenés entradas para lo que viene')).toBeVisible()
  await expect(other.getByText('Noche de Amelia')).toHaveCount(0)
  await other.getByRole('button', { name: 'Menú de tu cuenta' }).click()
  await expect(other.getByText('Bruno Segundo')).toBeVisible()
  await context.setOffline(true)
  await expect(other.getByText('Sin conexión.')).toBeVisible()
  await context.setOffline(false)
  await expect(other.getByText('Sin conexión.')).toHaveCount(0)
})

test('where the browser closes its storage a person signs in all the same, for as long as the page lives', async ({
  page,
}) => {
  const person = await holder('Closed Storage', 'Noche Sin Memoria')
  await page.addInitScript(`
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() { throw new DOMException('Access is denied for this document.', 'SecurityError') },
      })
    }
  `)
  await page.goto(paths.login())
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Menú de tu cuenta' }).click()
  await page.getByRole('menuitem', { name: 'Mis entradas' }).click()
  await expect(page.getByText('Noche Sin Memoria').first()).toBeVisible()
})
