/**
 * From «I want to sell» to «how did my night go», on phones: a visitor asks to organize with photos, the team decides, the first
 * event has three types, drinks and a raffle, a ticket is sold with a drink, door and bar serve it, and the metrics have it all.
 */
import type { Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { idPhoto } from '#server/testing/id-photos.ts'
import { enter, newPerson } from './arrange.ts'
import { expectMessage, mailedCode } from './inbox.ts'
import { PHONE, register, typeEvent, uniqueDigits } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

test('a visitor becomes an organizer, sells a night with drinks and a raffle, and reads how it went', async ({
  browser,
}) => {
  test.slow()
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
  await dialog.getByRole('button', { name: 'Ver DNI y fotos' }).click()
  await expect(dialog.getByAltText('Dorso del DNI')).toBeVisible()
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await dialog.getByRole('button', { name: 'Aprobar y avisarle' }).click()
  await expect(desk.getByText('Aprobada: ya puede organizar')).toBeVisible()

  await phone.goto(paths.organizerRequest())
  await phone.getByRole('link', { name: 'Creá tu primer evento' }).click()
  await expect(phone.getByRole('heading', { name: 'Contanos de tu evento' })).toBeVisible()
  await expectMessage(phone, mail, 'Ya podés organizar')

  await connectAccount(phone, company)
  const eventId = await publish(phone, `Estreno ${digits}`)
  await addDrink(phone, eventId)
  await holdRaffle(phone, eventId)

  const shopping = await browser.newPage(PHONE)
  await enter(shopping, await newPerson('Martina Sed'))
  const number = await buyWithDrink(shopping, eventId)

  await serve(phone, { event: `Estreno ${digits}`, number })
  await readNight(phone, eventId)
})

async function connectAccount(page: Page, company: string): Promise<void> {
  await page.goto(paths.organizerPayments())
  await page.getByRole('button', { name: 'Conectar Mercado Pago' }).click()
  await page.getByLabel('Una cuenta nueva').check()
  await page.getByLabel('Nombre de la cuenta nueva').fill(company.replaceAll(/\W/g, '').toUpperCase())
  await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await expect(page.getByText(/^Desde ahora, lo que vendas entra directo/)).toBeVisible()
}

const EVENT_ADDRESS = /eventos\/([0-9a-f-]{36})/

/** An event of three types that is on sale and whose door is open; gives its id. */
async function publish(page: Page, name: string): Promise<string> {
  await page.goto(paths.newEvent())
  await typeEvent(page, name)
  const types = [
    ['General', '15000', '50'],
    ['VIP', '28000', '20'],
    ['Jubilados', '0', '10'],
  ] as const
  for (const [at, [typeName, price, places]] of types.entries()) {
    if (at > 0) await page.getByRole('button', { name: 'Agregar tipo de entrada' }).click()
    const type = page
      .getByRole('listitem')
      .filter({ has: page.getByLabel('Precio') })
      .nth(at)
    await type.getByLabel('Nombre').fill(typeName)
    await type.getByLabel('Precio').fill(price)
    await type.getByLabel('Cantidad').fill(places)
  }
  await page.getByRole('button', { name: 'Guardar y publicar' }).click()
  await expect(page.getByText('Publicado: ya está a la venta')).toBeVisible({ timeout: 20_000 })
  await expect(page).toHaveURL(EVENT_ADDRESS)
  return EVENT_ADDRESS.exec(page.url())?.[1] ?? ''
}

async function addDrink(page: Page, eventId: string): Promise<void> {
  await page.goto(`${paths.organizerDrinks()}?evento=${eventId}`)
  await page.getByRole('button', { name: 'Agregar bebida' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Agregar bebida' })
  await dialog.getByLabel('Nombre').fill('Fernet con cola')
  await dialog.getByLabel('Precio').fill('6500')
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** An open raffle of the holders. */
async function holdRaffle(page: Page, eventId: string): Promise<void> {
  await page.goto(`${paths.organizerRaffles()}?evento=${eventId}`)
  await page.getByRole('button', { name: 'Crear sorteo' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Crear sorteo' })
  await dialog.getByLabel('Premio').fill('Una mesa')
  await dialog.getByRole('button', { name: 'Crear', exact: true }).click()
  await page.getByRole('button', { name: 'Abrir Una mesa' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abrir', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
}

/** Pays a general ticket with a drink; gives the ticket's number. */
async function buyWithDrink(page: Page, eventId: string): Promise<string> {
  await page.goto(paths.buyTicket(eventId))
  await page.getByRole('button', { name: 'Agregar una: General' }).click()
  await page.getByRole('button', { name: 'Agregar una: Fernet con cola' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pagar con Mercado Pago' }).click()
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await expect(page.getByText(/Ya tenés tus? entradas?/)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: 'Ver mis entradas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mis entradas' })).toBeVisible()
  await expect(page.getByText('Fernet con cola')).toBeVisible()
  const label = await page.getByRole('img', { name: /Código QR/ }).getAttribute('aria-label')
  return /[0-9A-Z]{4} [0-9A-Z]{4}/.exec(label ?? '')?.[0] ?? ''
}

/** The door lets the ticket in; the bar serves its drink, takes that back and serves it again. */
async function serve(page: Page, { event, number }: { event: string; number: string }): Promise<void> {
  const typeNumber = async () => {
    await page.getByRole('button', { name: 'Escribir el número' }).click()
    await page.getByLabel('N.º de la entrada').fill(number)
    await page.getByRole('button', { name: 'Validar' }).click()
  }
  await page.goto(paths.scanner())
  await page.getByRole('button', { name: new RegExp(event) }).click()
  await typeNumber()
  await expect(page.getByRole('button', { name: /^PASA / })).toBeVisible()
  await expect(page.getByRole('button', { name: /^PASA / })).toBeHidden()
  await page.getByRole('button', { name: 'Barra' }).click()
  await typeNumber()
  await page.getByRole('button', { name: 'Entregar Fernet con cola' }).click()
  await page.getByRole('button', { name: 'Deshacer la entrega de Fernet con cola' }).click()
  await page.getByRole('button', { name: 'Entregar Fernet con cola' }).click()
  await expect(page.getByText(/Entregada \d/)).toBeVisible()
  await expectAccessible(page)
}

/** General and drink with their service: $16.500 and $7.150; one sold, one in. */
async function readNight(page: Page, eventId: string): Promise<void> {
  await page.goto(paths.eventMetrics(eventId))
  const money = page.getByLabel('Lo que dejó')
  await expect(money.getByText('$23.650')).toBeVisible()
  await expect(page.getByLabel('En detalle').getByText('100 % del total')).toBeVisible()
  await expectAccessible(page)
}
