/** Becoming an organizer: a visitor on a phone asks with photos, the team decides, and the first event is begun. */
import { paths } from '#contract/api/paths.ts'
import { idPhoto } from '#server/testing/id-photos.ts'
import { enter } from './arrange.ts'
import { expectMessage, mailedCode } from './inbox.ts'
import { PHONE, register, uniqueDigits } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a visitor asks to organize, is approved, and begins an event', async ({ browser }) => {
  const [digits, photo] = [uniqueDigits(), await idPhoto()]
  const company = `Noches ${digits}`
  const phone = await browser.newPage(PHONE)
  await phone.goto(paths.registerOrganizer())
  await expect(phone.getByText('$2.000.000')).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('link', { name: 'Somos una organización' }).click()
  await phone.getByRole('link', { name: 'Crear Cuenta' }).last().click()
  const { name, mail } = await register(phone)

  const next = () => phone.getByRole('button', { name: 'Siguiente' }).click()
  await phone.getByLabel('DNI').fill('30.123.456')
  await phone.getByLabel('Provincia').selectOption('Santa Fe')
  await phone.getByLabel('Ciudad').fill('Rosario')
  await phone.getByLabel('Domicilio').fill('Sarmiento 742')
  await expectAccessible(phone)
  await next()
  await phone.getByLabel('Nombre de la empresa').fill(company)
  await phone.getByLabel('Razón social').fill(`${company} S.A.`)
  await phone.getByRole('textbox', { name: 'CUIT' }).fill('30 70308853 5')
  await next()
  await expect(phone.getByText(/Ese CUIT no es válido/)).toBeVisible()
  await phone.getByRole('textbox', { name: 'CUIT' }).fill('30 70308853 4')
  await next()
  await expect(phone.getByText('Sacar la foto').first()).toBeVisible()
  // Closed and opened again: what was typed is there.
  await phone.evaluate(() => sessionStorage.clear())
  await phone.reload()
  await expect(phone.getByText('Sacar la foto').first()).toBeVisible()
  const file = { name: 'dni.jpg', mimeType: 'image/jpeg', buffer: photo }
  await phone.getByLabel('Elegir un archivo: Frente').setInputFiles(file)
  await phone.getByLabel('Sacar la foto: Dorso').setInputFiles(file)
  await expect(phone.getByText('Lista', { exact: true })).toHaveCount(2)
  await expectAccessible(phone)
  await next()
  await phone.getByRole('button', { name: 'Mandar mi pedido' }).click()
  await expect(phone.getByRole('heading', { name: 'Tu pedido para organizar' })).toBeVisible()
  await expectAccessible(phone)

  // Nobody is approved who verified no contact.
  await phone.getByRole('link', { name: 'Verificar' }).click()
  await phone.getByRole('button', { name: 'Verificar email' }).click()
  const proving = phone.getByRole('dialog', { name: 'Verificar email' })
  await proving.getByLabel('Código').fill(await mailedCode(mail))
  await proving.getByRole('button', { name: 'Confirmar' }).click()
  await expect(proving).toBeHidden()

  const desk = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await enter(desk, 'god')
  await desk.goto(`${paths.godRequests()}?buscar=${encodeURIComponent(company)}`)
  await desk.getByRole('button', { name: `Revisar la solicitud de ${name}` }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Ver las fotos' }).click()
  await expect(dialog.getByAltText('Dorso del DNI')).toBeVisible()
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await dialog.getByRole('button', { name: 'Aprobar y avisarle' }).click()
  await expect(desk.getByText('Aprobada: ya puede organizar')).toBeVisible()

  await phone.goto(paths.organizerRequest())
  await phone.getByRole('link', { name: 'Creá tu primer evento' }).click()
  await expect(phone.getByRole('heading', { name: 'Contanos de tu evento' })).toBeVisible()
  await expectMessage(phone, mail, 'Ya podés organizar')
})
