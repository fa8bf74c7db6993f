/** The owner of a new company says who it is to the tax authority, connects the account that it is paid into, and takes that away again. */
import { randomUUID } from 'node:crypto'
import { paths } from '#contract/api/paths.ts'
import { enter, inDatabase, newPerson } from './arrange.ts'
import { PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use(PHONE)

test('an account is refused, connected and disconnected', async ({ page }) => {
  const owner = await newPerson('Rosario Cobra')
  const companyId = randomUUID()
  await inDatabase('insert into companies (id, name, slug, state) values ($1, $2, $3, $4)', [
    companyId,
    'Club que Cobra',
    `club-que-cobra-${companyId}`,
    'approved',
  ])
  await inDatabase(
    `insert into company_members (company_id, user_id, role) select $1, id, 'owner' from users where phone = $2`,
    [companyId, owner.phone],
  )
  await enter(page, owner)
  await page.goto(paths.organizerPayments())
  await expect(page.getByText('Sin conectar')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Cargar datos fiscales' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Razón social').fill('Rosario Cobra')
  await form.getByLabel('CUIT').fill('27-00000001-5')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText(/Ese CUIT no es válido/)).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('CUIT').fill('27-00000001-4')
  await form.getByLabel('Condición frente al IVA').selectOption('Responsable Monotributo')
  await form.getByLabel('Domicilio fiscal').fill('San Martín 100, Rosario, Santa Fe')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('27-00000001-4')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Conectar Mercado Pago' }).click()
  await page.getByRole('button', { name: 'No autorizar' }).click()
  await expect(page.getByText(/No le diste permiso/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Volver a Cobros' }).click()

  await page.getByRole('button', { name: 'Conectar Mercado Pago' }).click()
  await page.getByLabel('Una cuenta nueva').check()
  await page.getByLabel('Nombre de la cuenta nueva').fill('CLUBQUECOBRA')
  await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await expect(page.getByText('Desde ahora, lo que vendas entra directo en CLUBQUECOBRA.')).toBeVisible()
  await expect(page).toHaveURL(paths.paymentAccountConnected())
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ver mis cobros' }).click()
  await expect(page.getByText('Conectada', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Desconectar' }).click()
  const question = page.getByRole('alertdialog')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Desconectar' }).click()
  await expect(page.getByText('Desconectada', { exact: true })).toBeVisible()

  // Another one than before waits a day, and says so.
  await page.getByRole('button', { name: 'Reconectar Mercado Pago' }).click()
  await page.getByLabel('Una cuenta nueva').check()
  await page.getByLabel('Nombre de la cuenta nueva').fill('OTRACUENTA')
  await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await expect(page.getByText(/Por seguridad, OTRACUENTA empieza a cobrar el/)).toBeVisible()
  await page.getByRole('link', { name: 'Ver mis cobros' }).click()
  await expect(page.getByText('En camino')).toBeVisible()
  await expectAccessible(page)
})
