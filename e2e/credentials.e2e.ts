/** Passwords: reset, activation of an account that an organizer made, and step-up. */
import type { Page } from '@playwright/test'
import { requestPasswordReset } from '#contract/accounts/accounts-credentials.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { paths } from '#contract/api/paths.ts'
import { call, inDatabase, newcomer, newPerson } from './arrange.ts'
import { mailedLink } from './inbox.ts'
import { fillSignIn, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const NEW_PASSWORD = 'una-clave-distinta'

async function expectNoToken(page: Page, token: string): Promise<void> {
  await expect(page).not.toHaveURL(/token/)
  const kept = await page.evaluate<string>('JSON.stringify([history.state, document.referrer, { ...sessionStorage }])')
  expect(kept).not.toContain(token)
}

test.describe('on a phone', () => {
  test.use({ ...PHONE, expected: /confirm-password-reset/ })

  test('a forgotten password: link by mail, a new one, and in', async ({ page }) => {
    const person = await newcomer('Olvidada Prueba')
    await page.goto(paths.login())
    await page.getByRole('link', { name: 'Elegir otra' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Email').fill(person.mail)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Revisá tu email' })).toBeFocused()
    await expectAccessible(page)

    const link = await mailedLink(person.mail)
    const token = link.split('token=')[1] ?? ''
    // As a mail gateway leaves it.
    const response = await page.goto(link.replace('#', '%2523'))
    expect(response?.headers()['referrer-policy']).toBe('no-referrer')
    await expect(page.getByLabel('Contraseña nueva', { exact: true })).toBeVisible()
    await expectNoToken(page, token)
    await expectAccessible(page)
    await page.getByLabel('Contraseña nueva', { exact: true }).fill('password123')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Esa contraseña es demasiado común. Elegí otra')).toBeVisible()
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '¡Listo!' })).toBeFocused()
    // The phone is not verified: sign-in works, and the screen shows which phone it uses.
    await expect(page.getByText(/Ingresás con el teléfono .+ cambialo en tu perfil/)).toBeVisible()
    await page.getByRole('link', { name: 'Ir a mi perfil' }).click()
    await expect(page).toHaveURL(new RegExp(`${paths.editProfile()}$`))

    await page.goto(link)
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Token inválido o expirado')).toBeVisible()
    await expectAccessible(page)
  })

  test('an account made by another user is activated by its link, also with `?token=`', async ({ page }) => {
    const person = await newcomer('Pendiente Prueba')
    await inDatabase(`update users set state = 'pending', password_hash = null where phone = $1 returning id`, [
      person.phone,
    ])
    await call(requestPasswordReset, { body: { email: person.mail } })
    const token = (await mailedLink(person.mail)).split('token=')[1] ?? ''
    await page.goto(`${paths.activateAccount()}?token=${token}`)
    await page.getByLabel('Contraseña', { exact: true }).fill(NEW_PASSWORD)
    await expectNoToken(page, token)
    await page.getByRole('button', { name: 'Activar mi cuenta' }).click()
    await expect(page.getByText('Tenés que aceptar los términos y condiciones')).toBeVisible()
    await page.getByRole('checkbox').check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Activar mi cuenta' }).click()
    await expect(page.getByRole('heading', { name: '¡Tu cuenta está lista!' })).toBeFocused()
    await page.getByRole('link', { name: 'Cargar mi teléfono' }).click()
    await expect(page).toHaveURL(new RegExp(`${paths.editProfile()}$`))
  })
})

test.describe('the password once more', () => {
  test.use({ expected: /status of 40[13]/ })

  test('is asked by keyboard alone, and what waited for it goes on', async ({ page }) => {
    const person = await newPerson('Confirmada Prueba')
    await page.goto(paths.login())
    await fillSignIn(page, person)
    // A session of a while ago, as the server would see it; the password goes to the real one.
    let isConfirmed = false
    await page.route(`**${getMyTickets.path}*`, (route) =>
      isConfirmed
        ? route.continue()
        : route.fulfill({ status: 403, json: { code: 'step_up_required', message: 'Confirmá tu contraseña' } }),
    )
    page.on('response', (response) => {
      if (response.url().endsWith('/session/confirm') && response.ok()) isConfirmed = true
    })
    await page.goto(paths.clientDashboard())
    const dialog = page.getByRole('dialog', { name: 'Confirmá que sos vos' })
    await expect(dialog.getByLabel('Contraseña', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type('no-es-esta')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Contraseña actual incorrecta')).toBeVisible()
    await expect(dialog.getByLabel('Contraseña', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('No tenés entradas para lo que viene')).toBeVisible()
  })
})
