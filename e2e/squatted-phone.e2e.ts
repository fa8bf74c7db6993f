/** A phone that another account entered and never verified: its owner can still register with it. */
import { paths } from '#contract/api/paths.ts'
import { newcomer } from './arrange.ts'
import { mailedLink, phonedCode } from './inbox.ts'
import { fillSignIn, PHONE, uniqueDigits } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

// The registration that needs a code, and the code that is wrong, are answers that the browser writes down.
test.use({ expected: /status of (409|422)/ })

for (const [device, use] of [
  ['a phone', PHONE],
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use(use)

    test('form, code, in; nothing typed is lost, and the other one enters by a link and gives a new phone', async ({
      page,
      browser,
    }) => {
      test.setTimeout(180_000)
      const other = await newcomer('Ocupa Sin Saber')
      const mail = `duena-${uniqueDigits()}@previa.example`
      await page.goto(paths.register())
      await page.getByLabel('Nombre completo').fill('Dueña Del Teléfono')
      await page.getByRole('textbox', { name: 'Teléfono' }).fill(other.phone)
      await page.getByLabel('Email').fill(mail)
      await page.getByLabel('Fecha de nacimiento').fill('1996-03-14')
      await page.getByLabel('Contraseña', { exact: true }).fill('una-clave-larga')
      await page.getByLabel(/términos/i).check()
      await page.getByRole('button', { name: 'Crear Cuenta', exact: true }).last().click()
      const dialog = page.getByRole('dialog', { name: '¿Es tu teléfono?' })
      await expect(dialog.getByLabel('Código')).toBeFocused()
      await expectAccessible(page)
      const code = await phonedCode(other.phone)
      await dialog.getByLabel('Código').fill(code === '000000' ? '000001' : '000000')
      await dialog.getByRole('button', { name: 'Crear mi cuenta' }).click()
      await expect(dialog.getByText(/El código no es correcto/)).toBeVisible()
      await dialog.getByRole('button', { name: 'Volver' }).click()
      await expect(page.getByLabel('Nombre completo')).toHaveValue('Dueña Del Teléfono')
      await page.getByRole('button', { name: 'Crear Cuenta', exact: true }).last().click()
      await expect(dialog.getByLabel('Código')).toBeVisible()
      await expect.poll(() => phonedCode(other.phone)).not.toBe(code)
      await dialog.getByLabel('Código').fill(await phonedCode(other.phone))
      await dialog.getByRole('button', { name: 'Crear mi cuenta' }).click()
      await expect(page.getByText('¡Listo! Ya tenés tu cuenta')).toBeVisible()

      const theirs = await browser.newContext(use)
      const there = await theirs.newPage()
      await there.goto(await mailedLink(other.mail))
      await there.getByLabel('Contraseña nueva', { exact: true }).fill('otra-clave-larga')
      await there.keyboard.press('Enter')
      await there.getByRole('link', { name: 'Cargar mi teléfono' }).click()
      await expect(there).toHaveURL(new RegExp(paths.editProfile()))
      await there.goto(paths.profile())
      await expect(there.getByText('Otra persona demostró que el teléfono que tenías es suyo')).toBeVisible()
      await expectAccessible(there)
      await there.getByRole('link', { name: 'cargá otro' }).click()
      const phone = `+5493514${uniqueDigits()}`
      await there.getByRole('textbox', { name: /WhatsApp|Teléfono/ }).fill(phone)
      await there.getByRole('button', { name: /Guardar/ }).click()
      await expect(there.getByText('Perfil actualizado exitosamente')).toBeVisible()
      await theirs.close()

      const again = await browser.newContext(use)
      const door = await again.newPage()
      await door.goto(paths.login())
      await fillSignIn(door, { phone, password: 'otra-clave-larga' })
      await again.close()
    })
  })
}
