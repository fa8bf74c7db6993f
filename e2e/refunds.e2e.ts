/** Money that goes back: a part of a ticket and then a whole event from the desk, and a purchase that its buyer regrets. */
import type { Browser } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { enter, newPerson, openEvent } from './arrange.ts'
import { expectMessage, mailedLink } from './inbox.ts'
import { buy, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const SLOW = { timeout: 30_000 }

const onPhone = (browser: Browser) => browser.newPage(PHONE)

test('a part of a ticket, then the whole event', async ({ browser }) => {
  test.setTimeout(150_000)
  const event = await openEvent({
    name: 'Noche que se Devuelve',
    types: [{ name: 'General', price: 18_000, capacity: 50 }],
  })
  const buyer = await newPerson('Ciro Reembolso')
  const phone = await onPhone(browser)
  await enter(phone, buyer)
  await buy(phone, event.id, { quantity: 2 })

  const desk = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await enter(desk, 'organizer')
  await desk.goto(paths.eventRefunds(event.id))
  await expect(desk.getByText('Todavía no hubo reembolsos')).toBeVisible()
  await desk.getByRole('link', { name: 'Devolver una entrada' }).click()
  await desk
    .getByRole('button', { name: /^Devolver / })
    .first()
    .click()
  const dialog = desk.getByRole('dialog', { name: /^Devolver / })
  await dialog.getByText('Una parte').click()
  await dialog.getByLabel('Importe a devolver').fill('5.000')
  await dialog.getByLabel('Por qué').fill('Faltó la barra libre')
  await expectAccessible(desk)
  const button = dialog.getByRole('button', { name: 'Devolver $5.000' })
  await expect(button).toBeInViewport({ ratio: 1 })
  await button.click()
  await expect(desk.getByText('Pedimos la devolución de $5.000')).toBeVisible()
  await expect(desk.getByText('$5.000 devueltos')).toBeVisible(SLOW)
  await desk.getByRole('link', { name: 'Volver a los reembolsos' }).click()
  const row = desk.getByRole('row', { name: /Ciro Reembolso/ })
  await expect(row.getByText('Devuelto')).toBeVisible(SLOW)
  await row.getByRole('button', { name: 'Ver el reembolso de Ciro Reembolso' }).click()
  await expect(desk.getByRole('dialog').getByText('Mercado Pago devolvió la plata')).toBeVisible()
  await expectAccessible(desk)
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('dialog')).toHaveCount(0)

  // The ticket that a part of went back is as good as before.
  await phone.goto(paths.clientHistory())
  await expect(phone.getByText('Devolución hecha: $5.000')).toBeVisible(SLOW)
  await expectAccessible(phone)
  await phone.goto(paths.clientDashboard())
  await expect(phone.getByText('Noche que se Devuelve').first()).toBeVisible()

  await desk.getByRole('link', { name: 'Devolver todo el evento' }).click()
  const figures = desk.getByLabel('Lo que se devolvería')
  await expect(figures.getByText('$34.600')).toBeVisible()
  await desk.getByLabel('Por qué').fill('Se inundó el salón')
  await desk.getByLabel('Nombre del evento').fill('Noche que se Devuelve')
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Devolver todo' }).click()
  await expect(desk.getByText('Terminada')).toBeVisible({ timeout: 60_000 })
  await expect(desk.getByText('2 de 2 entradas')).toBeVisible()
  await expectAccessible(desk)
  const report = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Exportar PDF' }).click()
  expect((await report).suggestedFilename()).toBe('informe-de-devolucion.pdf')
  await desk.getByRole('link', { name: 'Ver una por una' }).click()
  await expect(desk.getByRole('row', { name: /Ciro Reembolso/ })).toHaveCount(2)

  await phone.goto(paths.clientDashboard())
  await expect(phone.getByText('Estas 2 entradas se devolvieron.')).toBeVisible()
  await phone.goto(`${paths.clientDashboard()}?ver=anteriores`)
  await expect(phone.getByText('Esta entrada se devolvió')).toHaveCount(2)
  await expectMessage(phone, buyer.mail, /devol/i)
  await desk.close()
  await phone.close()
})

test('a purchase is regretted without signing in', async ({ browser }) => {
  test.setTimeout(120_000)
  const event = await openEvent({
    name: 'Noche de la que me Arrepiento',
    types: [{ name: 'General', price: 18_000, capacity: 50 }],
  })
  const buyer = await newPerson('Rita Arrepentida')
  const phone = await onPhone(browser)
  await enter(phone, buyer)
  await buy(phone, event.id)
  await phone.close()

  const stranger = await onPhone(browser)
  await stranger.goto(paths.home())
  const button = stranger.getByRole('link', { name: /arrepentimiento/i }).first()
  await expect(button).toBeInViewport()
  await button.click()
  await stranger.getByRole('button', { name: 'Quiero arrepentirme' }).click()
  await expect(stranger.getByText(/Escribí el número de compra/)).toBeVisible()
  await stranger.getByLabel('Email o teléfono de la compra').fill(buyer.mail.toUpperCase())
  await stranger.getByRole('button', { name: 'Quiero arrepentirme' }).click()
  await expect(stranger.getByRole('heading', { name: /^Tu código: [0-9A-Z]{5}-[0-9A-Z]{5}$/ })).toBeVisible()
  // The code alone reveals nothing.
  await expect(stranger.getByText('Noche de la que me Arrepiento')).toHaveCount(0)
  await expectAccessible(stranger)

  await stranger.goto(await mailedLink(buyer.mail))
  await expect(stranger.getByText('Noche de la que me Arrepiento')).toBeVisible()
  await expectAccessible(stranger)
  await stranger.getByRole('button', { name: 'Confirmar: me devuelven $19.800' }).click()
  await expect(stranger.getByText(/^La plata está en camino/)).toBeVisible(SLOW)
  await expectAccessible(stranger)

  await enter(stranger, buyer)
  await stranger.goto(paths.clientDashboard())
  await expect(stranger.getByText('Esta entrada se devolvió')).toBeVisible(SLOW)
  await stranger.close()
})
