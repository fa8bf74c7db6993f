/** A ticket is needed where the network is worst: at the door. Once seen it opens without network and without session. */
import type { Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { newPerson, openEvent, take, type Person } from './arrange.ts'
import { fillSignIn, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ ...PHONE, serviceWorkers: 'allow', expected: /ERR_INTERNET_DISCONNECTED/ })

const EVENT = 'Sin Señal'

async function buyerOf(name: string): Promise<Person> {
  const person = await newPerson(name)
  await take(person, await openEvent({ name: EVENT, types: [{ name: 'Libre', price: 0, capacity: 20 }] }), 'Libre', 2)
  return person
}

/** Opens the newest mail's link to a ticket, and stays there. */
async function openFromMail(page: Page, mail: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/dev/inbox?to=${encodeURIComponent(mail)}`)
    await page
      .getByRole('link', { name: new RegExp(EVENT) })
      .first()
      .click({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  await page
    .getByRole('link', { name: /\/entrada\// })
    .first()
    .click()
  await expect(page).toHaveURL(/\/entrada\//)
}

/** The program is on the phone from here on. */
async function installed(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
}

test('a ticket from the mail opens without network, and is gone after signing out', async ({ page, context }) => {
  const person = await buyerOf('Renata Sin Señal')
  await openFromMail(page, person.mail)
  const code = page.getByRole('img', { name: /Código QR/ })
  await expect(code).toBeVisible()
  await installed(page)
  await expect(page.getByText('Funciona sin conexión')).toBeVisible()
  await expectAccessible(page)
  const link = page.url()
  const drawn = await code.innerHTML()

  await context.setOffline(true)
  await page.reload()
  await expect(code).toBeVisible()
  expect(await code.innerHTML()).toBe(drawn)
  await expect(page.getByText('Guardada en este teléfono')).toBeVisible()
  await expectAccessible(page)

  // A session on the same phone, ended on purpose: nothing of the person stays.
  await context.setOffline(false)
  await page.goto(paths.login())
  await fillSignIn(page, person)
  await page.goto(paths.clientDashboard())
  await expect(page.getByRole('img', { name: /Código QR/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Menú de tu cuenta' }).click()
  await expect(page.getByRole('menuitem', { name: 'Cerrar Sesión' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL(new RegExp(paths.login()))
  await context.setOffline(true)
  await page.goto(link)
  await expect(page.getByRole('button', { name: /intentar/i })).toBeVisible()
  await expect(page.getByRole('img', { name: /Código QR/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(paths.clientDashboard())
  await expect(page).toHaveURL(new RegExp(paths.login()))
  await expect(page.getByText(EVENT)).toHaveCount(0)
})

test('a ticket that the browser prints is dark on white, with nothing but itself and a large code', async ({
  page,
}) => {
  const person = await buyerOf('Olivia En Papel')
  await openFromMail(page, person.mail)
  const code = page.getByRole('img', { name: /Código QR/ })
  await expect(code).toBeVisible()
  await page.setViewportSize({ width: 794, height: 1123 }) // A4 at 96 dots an inch
  await page.emulateMedia({ media: 'print' })
  const title = page.getByRole('heading', { name: EVENT })
  await expect(title).toHaveCSS('color', 'rgb(11, 12, 18)')
  expect((await code.boundingBox())?.width).toBeGreaterThan(350)
  await expect(page.getByText(/^N\.º/)).toBeVisible()
  for (const ink of [page.getByRole('link'), page.getByRole('button'), page.getByRole('article').locator('picture')]) {
    await expect(ink.filter({ visible: true })).toHaveCount(0)
  }
})

test('the tickets that were seen stay within reach when the session ended', async ({ page, context }) => {
  const person = await buyerOf('Bautista Sin Señal')
  await page.goto(paths.login())
  await expectAccessible(page)
  await fillSignIn(page, person)
  await page.goto(paths.clientDashboard())
  const codes = page.getByRole('img', { name: /Código QR/ })
  await expect(codes).toHaveCount(2)
  await expectAccessible(page)
  await openFromMail(page, person.mail)
  await expect(codes).toBeVisible()
  const link = page.url()
  await installed(page)

  await context.setOffline(true)
  await page.goto(paths.clientDashboard())
  await expect(codes).toHaveCount(2)
  await expectAccessible(page)

  // Its two hours are over.
  await page.clock.install({ time: Date.now() + 3 * 3_600_000 })
  await page.goto(link)
  await expect(codes).toBeVisible()
  await page.goto(paths.clientDashboard())
  await expect(page.getByText('Tu sesión terminó.')).toBeVisible()
  await expect(codes).toHaveCount(2)
  await expectAccessible(page)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^auth_(token|user)$/.test(key)))).toEqual(
    [],
  )

  // Nothing of it is left at all.
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto(link)
  await expect(codes).toBeVisible()
  await page.goto(paths.clientDashboard())
  await expect(codes).toHaveCount(2)
})
