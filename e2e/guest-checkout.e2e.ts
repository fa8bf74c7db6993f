/** From the landing to the ticket without an account, and what it takes: taps and fields, counted. */
import type { Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { createGuestPurchase } from '#contract/sales/checkout-guest.ts'
import { call, enter, newcomer, newPerson, openEvent, take } from './arrange.ts'
import { mailedCode, mailedLink } from './inbox.ts'
import { countEffort, fillSignIn, PHONE, uniqueDigits } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use(PHONE)

const pay = (page: Page) => page.getByRole('button', { name: 'Pagar con Mercado Pago' })

/**
 * Tonight, so that it stands first on the landing. What counts as a tap: every press of a finger on the page, into a field too. A field that the
 * keyboard's «next» reaches, or that the screen focuses by itself, takes none, and nor does the keyboard's «go». A field counts when it is
 * typed into. The count begins on the landing and ends at the provider's page.
 */
async function openTonight(name: string, minimumAge: number | null = null): Promise<ManagedEvent> {
  return openEvent({ name, inHours: 7, minimumAge, types: [{ name: 'General', price: 10_000, capacity: 50 }] })
}

/** From the landing by the event's page to its checkout; gives the count of what it took. */
async function fromLanding(page: Page, name: string) {
  const card = page.getByRole('link', { name: new RegExp(name) }).first()
  // What visitors read of it may be some seconds old.
  await expect(async () => {
    await page.goto(paths.home())
    await expect(card).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
  const effort = await countEffort(page)
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('button', { name: 'Comprar' }).click()
  await expect(page.getByText('1 × General')).toBeVisible()
  return effort
}

/** The last tap leads to the provider; gives what all of it took. */
async function payAndCount(page: Page, effort: Awaited<ReturnType<typeof countEffort>>) {
  const before = await effort()
  await pay(page).click()
  await expect(page.getByRole('button', { name: /^Pagar \$/ })).toBeVisible({ timeout: 20_000 })
  return { taps: before.taps + 1, fields: before.fields }
}

test('a new buyer pays with three fields, sees the ticket, and makes the account from the mail', async ({ page }) => {
  const digits = uniqueDigits()
  const name = `Sin Cuenta ${digits}`
  const mail = `sol.${digits}@previa.example`
  await openTonight(name)
  const effort = await fromLanding(page, name)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'WhatsApp' }).click()
  await page.keyboard.type(`341 5${digits}`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Nombre y apellido' })).toBeFocused()
  await page.keyboard.type('Sol Paz')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await page.keyboard.type(mail)
  // Nothing that must be read is under the bar.
  const last = page.getByRole('link', { name: 'Ya tengo cuenta' })
  await last.scrollIntoViewIfNeeded()
  await last.click({ trial: true })
  const { taps, fields } = await payAndCount(page, effort)
  expect([taps, fields]).toEqual([4, 3])
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByText(/Ya tenés tus? entradas?/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('img', { name: /Código QR/ })).toHaveCount(1)
  await expect(page.getByText(`La mandamos a sol.${digits}@previa.example y a tu WhatsApp.`)).toBeVisible()
  await expectAccessible(page)

  // The mail's link makes the account, on any device.
  await page.goto(await mailedLink(mail))
  await page.getByLabel('Contraseña', { exact: true }).fill('una-clave-bien-larga')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: /Activar/ }).click()
  await expect(page.getByText(/activada/i).first()).toBeVisible()
  // The phone that was typed is offered, and becomes theirs by its code alone.
  await page.getByRole('link', { name: 'Verificar mi teléfono' }).click()
  await expect(page.getByText(/está pendiente: vale cuando lo verifiques/)).toBeVisible()
  await page.goto(paths.clientDashboard())
  await expect(page.getByRole('img', { name: /Código QR/ })).toHaveCount(1)
})

for (const minimumAge of [null, 18]) {
  test(`what is typed and pressed before the form is here stays, with the focus, and is what is paid with: age ${minimumAge}`, async ({
    page,
  }) => {
    const digits = uniqueDigits()
    const event = await openTonight(`Línea Lenta ${digits}`, minimumAge)
    const arrive = { program: Promise.withResolvers<void>(), form: Promise.withResolvers<void>() }
    for (const [file, held] of [
      [/\/assets\/platform-/, arrive.program],
      [/\/assets\/GuestForm-/, arrive.form],
    ] as const) {
      await page.route(file, async (route) => {
        await held.promise
        await route.continue()
      })
    }
    await page.goto(paths.buyTicket(event.id), { waitUntil: 'commit' })
    await expectAccessible(page)
    await page.getByLabel('WhatsApp').fill(`0341 5${digits}`)
    await page.getByLabel('Nombre y apellido').fill('Lía Lenta')
    const birthDate = page.getByLabel('Fecha de nacimiento')
    if (minimumAge === null) await expect(birthDate).toHaveCount(0)
    else await birthDate.fill('1998-03-14')
    const mail = page.getByLabel('Email')
    await mail.pressSequentially(`lia.${digits}`)
    await expect(pay(page)).toHaveCount(0)
    arrive.program.resolve()
    await expect(pay(page)).toBeVisible()
    await expect(mail).toBeFocused()
    await expect(mail).toBeInViewport()
    await page.keyboard.press('End')
    await page.keyboard.type('@previa.example')
    await expect(mail).toHaveValue(`lia.${digits}@previa.example`)
    await expect(page.getByLabel('Nombre y apellido')).toHaveValue('Lía Lenta')
    await expectAccessible(page)
    await pay(page).click()
    await expect(pay(page)).toHaveAttribute('aria-busy', 'true')
    // A press is for what stood there: typing on takes it back.
    await mail.press('End')
    await mail.press('Backspace')
    await expect(pay(page)).not.toHaveAttribute('aria-busy')
    await mail.pressSequentially('e')
    await mail.press('Enter')
    await expect(pay(page)).toHaveAttribute('aria-busy', 'true')
    if (minimumAge !== null) await expect(birthDate).toHaveValue('1998-03-14')
    arrive.form.resolve()
    await page.getByRole('button', { name: /^Pagar \$/ }).click()
    await expect(page.getByText(`La mandamos a lia.${digits}@previa.example y a tu WhatsApp.`)).toBeVisible({
      timeout: 30_000,
    })
  })
}

test('the second time on the same device nothing is typed', async ({ page }) => {
  const digits = uniqueDigits()
  const name = `Otra Vez ${digits}`
  await openTonight(name)
  await page.addInitScript(
    (kept) => localStorage.setItem('compra-sin-cuenta', kept),
    JSON.stringify({
      name: 'Sol Paz',
      phone: `+5493415${digits}`,
      mail: `sol.${digits}@previa.example`,
    }),
  )
  const effort = await fromLanding(page, name)
  expect(await payAndCount(page, effort)).toEqual({ taps: 3, fields: 0 })
})

test('who has a session taps three times and types nothing', async ({ page }) => {
  const digits = uniqueDigits()
  const name = `Con Sesión ${digits}`
  await openTonight(name)
  await enter(page, await newPerson('Vera Vuelve'))
  const effort = await fromLanding(page, name)
  expect(await payAndCount(page, effort)).toEqual({ taps: 3, fields: 0 })
})

test('who comes back after the session ended taps four times and types the password', async ({ page }) => {
  const digits = uniqueDigits()
  const name = `Después De Dos Horas ${digits}`
  await openTonight(name)
  const person = await newPerson('Vera Vuelve')
  await page.goto(paths.login())
  await fillSignIn(page, person)
  // What a session leaves on the device when its two hours are over.
  await page.evaluate(`
    for (const key of Object.keys(localStorage)) if (!['previa_phone', 'previa_device'].includes(key)) localStorage.removeItem(key)`)
  const effort = await fromLanding(page, name)
  await page.getByRole('link', { name: 'Ya tengo cuenta' }).click()
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused()
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(person.name)).toBeVisible()
  await expect(page.getByText('1 × General')).toBeVisible()
  expect(await payAndCount(page, effort)).toEqual({ taps: 4, fields: 1 })
})

test.describe('of scarce types', () => {
  test.use({ expected: /status of 422/ })

  test('a contact that must be verified is verified in the checkout', async ({ page }) => {
    const digits = uniqueDigits()
    const name = `Quedan Pocas ${digits}`
    const mail = `sol.${digits}@previa.example`
    const event = await openEvent({ name, types: [{ name: 'General', price: 10_000, capacity: 2 }] })
    await take(await newcomer('Ana Primera'), event, 'General')
    await page.goto(paths.event(event.id))
    await page.getByRole('button', { name: 'Comprar' }).click()
    await page.getByRole('textbox', { name: 'WhatsApp' }).fill(`341 5${digits}`)
    await page.getByRole('textbox', { name: 'Nombre y apellido' }).fill('Sol Paz')
    await page.getByRole('textbox', { name: 'Email' }).fill(mail)
    await pay(page).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Por email: ${mail}` }).click()
    await page.getByRole('textbox', { name: 'Código' }).fill(await mailedCode(mail))
    await page.getByRole('button', { name: 'Seguir' }).click()
    await expect(page.getByRole('button', { name: /^Pagar \$/ })).toBeVisible({ timeout: 20_000 })
  })
})

test('what was chosen is changed on the checkout itself', async ({ page }) => {
  const digits = uniqueDigits()
  const name = `Cambiar ${digits}`
  await openEvent({ name, types: [{ name: 'General', price: 10_000, capacity: 50 }] })
  await fromLanding(page, name)
  await page.getByRole('button', { name: 'Cambiar' }).click()
  await page.getByRole('button', { name: 'Agregar una: General' }).click()
  await expect(page.getByText('2 × General')).toBeVisible()
  await expectAccessible(page)
})

test('a ticket bought without a session is passed on from its order: by the account of its contacts, and back', async ({
  page,
}) => {
  const [buyer, friend] = [await newPerson('Gina Amiga'), await newPerson('Fabián Amigo')]
  const event = await openEvent({ name: 'De a Dos Sin Cuenta', types: [{ name: 'Libre', price: 0, capacity: 50 }] })
  const { name, phone, mail } = buyer
  const lines = [{ ticketTypeId: event.ticketTypes[0]?.id ?? '', quantity: 2 }]
  const { order, token } = await call(createGuestPurchase, {
    body: { eventId: event.id, lines, buyer: { name, phone, mail } },
  })
  await page.goto(paths.guestOrderLink(order.publicId, token))
  const passOn = page.getByRole('button', { name: 'Pasale la otra a…' })
  await passOn.click()
  const way = page.getByRole('region', { name: '¿Pasás alguna a otra persona?' })
  await expect(way).toBeFocused()
  await expect(way).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(way.getByRole('link', { name: 'Abrir mi cuenta' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await fillSignIn(page, buyer)
  await expect(page).toHaveURL(new RegExp(paths.guestOrder(order.publicId)))
  await page.getByRole('button', { name: 'Sumar a mi cuenta' }).click()
  await expect(page.getByRole('button', { name: 'Transferir a otra persona' })).toHaveCount(2)
  await expect(way).toBeHidden()
  await expectAccessible(page)
  await passOn.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Teléfono de la persona' }).fill(friend.phone)
  await dialog.getByRole('button', { name: 'Buscar' }).click()
  await dialog.getByRole('button', { name: 'Transferir la entrada' }).click()
  await dialog.getByRole('button', { name: 'Entendido' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Código QR/ })).toHaveCount(1)
})
