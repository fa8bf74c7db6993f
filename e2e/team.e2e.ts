/** An organizer invites a doorman; he activates his account from the mail, enters and scans; then he is taken off the team. */
import type { Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { call, enter, newPerson, openEvent, take } from './arrange.ts'
import { mailedLink } from './inbox.ts'
import { choose, PHONE, uniqueDigits } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

// The doorman's session ends under him: the door answers with a status.
test.use({ expected: /scan-qr|attendance|profile/ })

const PASSWORD = 'una-clave-de-puerta'

test('a doorman is invited, activates his account, scans, and is taken off the team', async ({ browser, page }) => {
  test.slow()
  const event = await openEvent({
    name: 'Noche con Equipo',
    inHours: 4,
    types: [{ name: 'Libre', price: 0, capacity: 5 }],
  })
  const guest = await newPerson('Celina Entrante')
  await take(guest, event, 'Libre')
  const { tickets } = await call(getMyTickets, { query: {} }, guest.token)
  const number = tickets[0]?.number ?? ''

  const digits = uniqueDigits()
  const doorman = { name: 'Nicanor Portero', phone: `+5493515${digits}`, mail: `nicanor-${digits}@previa.example` }
  await enter(page, 'organizer')
  await page.goto(paths.eventTeam(event.id))
  await expect(page.getByText('Todavía no hay nadie en el equipo')).toBeVisible()
  await expectAccessible(page)
  await invite(page, doorman)
  const row = page.getByRole('region', { name: 'Puerta' }).getByRole('listitem').filter({ hasText: doorman.name })
  await expect(row.getByText('Pendiente de activación')).toBeVisible()
  await expectAccessible(page)

  const door = await (await browser.newContext({ ...PHONE, locale: 'es-AR' })).newPage()
  await door.goto(await mailedLink(doorman.mail))
  await door.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await door.getByLabel(/términos/i).check()
  await door.getByRole('button', { name: 'Activar mi cuenta' }).click()
  // In by the link; the phone that the organizer wrote is not the doorman's until he gives it.
  await expect(door.getByRole('link', { name: 'Cargar mi teléfono' })).toBeVisible()
  await door.goto(paths.scanner())
  await door.getByRole('button', { name: /Noche con Equipo/ }).click()
  await door.getByRole('button', { name: 'Escribir el número' }).click()
  await door.getByLabel('N.º de la entrada').fill(number)
  await door.getByRole('button', { name: 'Validar' }).click()
  await expect(door.getByRole('button', { name: /^PASA / })).toBeVisible()

  await page.reload()
  await expect(row).toBeVisible()
  await expect(row.getByText('Pendiente de activación')).toHaveCount(0)
  await row.getByRole('button', { name: `Acciones de ${doorman.name}` }).click()
  await page.getByRole('menuitem', { name: 'Sacar del equipo' }).click()
  const question = page.getByRole('alertdialog')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Sacar del equipo' }).click()
  await expect(page.getByText('Todavía no hay nadie en el equipo')).toBeVisible()
  // The permission ends; the session of a removed team member goes on.
  await door.goto(paths.profile())
  await expect(door.getByText(doorman.name, { exact: true }).first()).toBeVisible()
  await door.goto(paths.scanner())
  await expect(door.getByRole('button', { name: /Noche con Equipo/ })).toHaveCount(0)
  await door.context().close()
})

test('users are looked for, given work and relieved of it', async ({ page }) => {
  const event = await openEvent({ name: 'Noche de Roles', types: [{ name: 'Libre', price: 0, capacity: 5 }] })
  const guest = await newPerson('Ástor Rolando')
  await take(guest, event, 'Libre')
  await enter(page, 'organizer')
  await page.getByRole('link', { name: 'Usuarios' }).click()
  await page.getByRole('searchbox', { name: 'Persona' }).fill('astor rol')
  await expect(page.getByText('1 persona')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Roles de Ástor Rolando' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Darle un rol').selectOption('RRPP')
  await choose(dialog.getByRole('combobox', { name: 'Evento' }), event.name)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Dar el rol' }).click()
  await page.getByRole('button', { name: 'Sacar RRPP de Noche de Roles' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sacar' }).click()
  await expect(page.getByText('Ástor Rolando dejó de ser RRPP')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Roles que tiene' })).toHaveCount(0)
})

async function invite(page: Page, person: { name: string; phone: string; mail: string }): Promise<void> {
  await page.getByRole('button', { name: 'Sumar al equipo' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Sumar al equipo' })
  await dialog.getByRole('radio', { name: /^Escáner/ }).check()
  await dialog.getByLabel('Nombre y apellido').fill(person.name)
  await dialog.getByRole('textbox', { name: 'WhatsApp' }).fill(person.phone)
  await dialog.getByLabel('Email').fill(person.mail)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Invitar' }).click()
  await expect(page.getByText(`Le mandamos la invitación a ${person.name}`)).toBeVisible()
}
