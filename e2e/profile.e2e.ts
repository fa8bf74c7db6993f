/** A person and their own data: edited with a picture, a new mail by its code, a password that closes what was open. */
import { confirmContactCode } from '#contract/accounts/accounts-credentials.ts'
import { paths } from '#contract/api/paths.ts'
import { drawFlyer } from '#server/demo/pictures/flyers.ts'
import { enter, inDatabase, newcomer, newPerson, send } from './arrange.ts'
import { mailedCode } from './inbox.ts'
import { fillSignIn, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const DESKTOP = { viewport: { width: 1280, height: 900 } }

for (const [where, use] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const) {
  test.describe(`on ${where}`, () => {
    test.use({ ...use, expected: /ERR_INTERNET_DISCONNECTED/ })

    test('what one says of oneself is edited, with a picture, and nothing typed is lost', async ({ page, context }) => {
      test.slow()
      const person = await newPerson('Editada Prueba')
      await enter(page, person)
      await page.goto(paths.profile())
      await expect(page.getByRole('heading', { level: 1, name: 'Mi Perfil' })).toBeVisible()
      await expect(page.getByText(person.mail).last()).toBeVisible()
      await expect(page.getByText('Esta sesión')).toBeVisible()
      await expect(page.getByLabel('Contraseña actual', { exact: true })).toBeVisible()
      await expectAccessible(page)

      await page.getByRole('link', { name: 'Editar', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Editar Perfil' })).toBeVisible()
      await expectAccessible(page)
      const picture = page.getByLabel(/^Imagen de perfil/)
      await picture.setInputFiles({ name: 'yo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
      const refused = page.getByRole('alertdialog', { name: 'Formato no válido' })
      await expect(refused.getByText(/Solo se permiten archivos JPG, JPEG o PNG/)).toBeVisible()
      await expectAccessible(page)
      await refused.getByRole('button', { name: 'Entendido' }).click()
      await picture.setInputFiles({
        name: 'yo.png',
        mimeType: 'image/png',
        buffer: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(Math.round(10.6 * 1024 * 1024))]),
      })
      const tooLarge = page.getByRole('alertdialog', { name: 'Archivo muy grande' })
      await expect(tooLarge.getByText(/10,6 MB/)).toBeVisible()
      await tooLarge.getByRole('button', { name: 'Entendido' }).click()

      await page.getByLabel('Nombre completo').fill('X')
      await page.getByLabel('Email').fill('sin-arroba')
      await page.getByRole('button', { name: 'Guardar Cambios' }).click()
      await expect(page.getByText('El nombre completo es obligatorio')).toBeVisible()
      await expect(page.getByText('El email debe ser válido')).toBeVisible()
      await expect(page.getByLabel('Nombre completo')).toBeFocused()
      await expectAccessible(page)

      await page.getByLabel('Nombre completo').fill('Édith 🎟️ Núñez')
      await page.getByLabel('Email').fill(person.mail)
      await page.getByRole('button', { name: 'Femenino' }).press('Space')
      await picture.setInputFiles({
        name: 'yo.jpg',
        mimeType: 'image/jpeg',
        buffer: await drawFlyer(`retrato de ${person.phone}`),
      })
      await expect(page.getByText('Cambiar imagen')).toBeVisible()

      await context.setOffline(true)
      await page.getByRole('button', { name: 'Guardar Cambios' }).click()
      await expect(page.getByText('Error al actualizar el perfil. Por favor, intenta nuevamente.')).toBeVisible()
      await expectAccessible(page)
      // A wrong turn and back.
      await page.goBack()
      await context.setOffline(false)
      await page.getByRole('link', { name: 'Editar', exact: true }).click()
      await expect(page.getByText('Acá está lo que habías escrito sin guardar.')).toBeVisible()
      await expect(page.getByLabel('Nombre completo')).toHaveValue('Édith 🎟️ Núñez')
      await expect(page.getByText('Cambiar imagen')).toBeVisible()
      await page.getByRole('button', { name: 'Guardar Cambios' }).click()
      await expect(page.getByText('Perfil actualizado exitosamente')).toBeVisible({ timeout: 20_000 })
      await expect(page).toHaveURL(new RegExp(`${paths.profile()}$`))

      await expect(page.getByText('Édith 🎟️ Núñez')).toBeVisible()
      await expect(page.getByText('Femenino')).toBeVisible()
      const portrait = page.getByRole('img', { name: 'Tu imagen de perfil' })
      await expect(portrait).not.toHaveJSProperty('naturalWidth', 0)
      await expectAccessible(page)
      await page.goto(paths.clientProfile())
      await expect(page.getByText('Édith 🎟️ Núñez')).toBeVisible()
      await page.getByRole('link', { name: 'Editar', exact: true }).click()
      await expect(page.getByLabel('Nombre completo')).toHaveValue('Édith 🎟️ Núñez')
      await expect(page.getByText('Cambiar imagen')).toBeVisible()
      await expect(page.getByText('Acá está lo que habías escrito sin guardar.')).toBeHidden()
    })
  })
}

test.describe('a new mail', () => {
  test.use({ ...PHONE, expected: /status of 4(03|22)/ })

  test('waits for its code and for the password once more; the old one counts until then', async ({ page }) => {
    const person = await newcomer('Mudada Prueba')
    const mail = `nuevo-${person.mail}`
    await enter(page, person)
    const asked = page.waitForRequest((request) => request.headers()['authorization'] !== undefined)
    await page.goto(paths.editProfile())
    const token = ((await (await asked).headerValue('authorization')) ?? '').replace('Bearer ', '')
    await page.getByLabel('Email').fill(mail)
    await page.getByRole('button', { name: 'Guardar Cambios' }).click()
    await expect(page.getByText(/está pendiente: vale cuando lo verifiques/)).toBeVisible()
    await expect(page.getByText(person.mail, { exact: true }).last()).toBeVisible()
    await expectAccessible(page)

    // Signed in a while ago, which every process knows within five seconds.
    await inDatabase(
      `update sessions set confirmed_at = confirmed_at - interval '16 minutes'
        where user_id = (select id from users where phone = $1) returning id`,
      [person.phone],
    )
    const wrong = { body: { kind: 'mail', code: '000000' } } as const
    await expect.poll(async () => (await send(confirmContactCode, wrong, token)).status, { timeout: 10_000 }).toBe(403)

    await page.getByRole('button', { name: 'Verificar email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Verificar email' })
    await expect(dialog.getByText(/Vence en 9:\d\d/)).toBeVisible()
    await expectAccessible(page)
    const code = await mailedCode(mail)
    await dialog.getByLabel('Código').fill(code === '111111' ? '222222' : '111111')
    await dialog.getByRole('button', { name: 'Confirmar' }).click()
    const stepUp = page.getByRole('dialog', { name: 'Confirmá que sos vos' })
    await stepUp.getByLabel('Contraseña', { exact: true }).fill(person.password)
    await stepUp.getByRole('button', { name: 'Confirmar' }).click()
    await expect(dialog.getByText('El código no es correcto. Te quedan 4 intentos.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Código').fill(code)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Tu email quedó verificado')).toBeVisible()
    await expect(page.getByText(mail, { exact: true }).last()).toBeVisible()
    await expect(page.getByText('Verificado', { exact: true })).toBeVisible()
    await expect(page.getByText(/está pendiente/)).toBeHidden()

    // Thought better of: the next one is let go.
    await page.goto(paths.editProfile())
    await page.getByLabel('Email').fill(person.mail)
    await page.getByRole('button', { name: 'Guardar Cambios' }).click()
    await page.getByRole('button', { name: 'Cancelar cambio: Email' }).click()
    await expect(page.getByText(/está pendiente/)).toBeHidden()
    await expect(page.getByText(mail, { exact: true }).last()).toBeVisible()
  })
})

test.describe('a new password', () => {
  test.use({ ...DESKTOP, expected: /status of 401/ })

  test('closes the session of the other browser; any of them is closed from the list', async ({ page, browser }) => {
    const person = await newPerson('Cautelosa Prueba')
    const elsewhere = await browser.newContext({ ...PHONE, locale: 'es-AR' })
    const other = await elsewhere.newPage()
    await enter(other, person)
    await other.goto(paths.profile())
    await expect(other.getByText('Esta sesión')).toBeVisible()
    await enter(page, person)
    await page.goto(paths.profile())
    // The account was made in one more session, which no browser uses.
    await expect(page.getByRole('button', { name: /^Cerrar sesión: / })).toHaveCount(3)

    await page.getByLabel('Contraseña actual', { exact: true }).fill('no-es-esta')
    await page.getByLabel('Contraseña nueva', { exact: true }).fill('una-clave-distinta')
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await expect(page.getByText('Contraseña actual incorrecta')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Contraseña actual', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await expect(page.getByText(/Contraseña actualizada exitosamente/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Cerrar sesión: / })).toHaveCount(1)

    const modal = other.getByRole('alertdialog', { name: 'Sesión Expirada' })
    await expect
      .poll(
        async () => {
          await other.reload()
          return (await modal.isVisible()) || new URL(other.url()).pathname === paths.login()
        },
        { timeout: 20_000, intervals: [1500] },
      )
      .toBe(true)
    await other.goto(paths.login())
    await fillSignIn(other, { phone: person.phone, password: 'una-clave-distinta' })

    await page.reload()
    await page.getByRole('button', { name: 'Cerrar las demás' }).click()
    const closing = page.getByRole('button', { name: 'Cerrar 1 sesión' })
    await expect(closing).toBeVisible()
    await expectAccessible(page)
    await closing.click()
    await expect(page.getByText('Solo queda abierta esta sesión')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Cerrar sesión: / })).toHaveCount(1)
    await elsewhere.close()
  })
})
