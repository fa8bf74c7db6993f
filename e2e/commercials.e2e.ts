/**
 * A commercial's way on a phone: a god admin assigns them an event, they bring it to publication and change a price; its organizer is
 * notified, sees what was and what is, and undoes it; they enter a cost and read what the event leaves.
 */
import { paths } from '#contract/api/paths.ts'
import { createEvent } from '#contract/events/events-managed.ts'
import { demoAccounts } from '#server/demo/sign-ins.ts'
import { call, enter, organizerToken } from './arrange.ts'
import { expectMessage } from './inbox.ts'
import { choose, localDate, PHONE } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use(PHONE)

const NAME = 'Noche de Jimena'
const { name: COMMERCIAL } = demoAccounts.commercial

test('an event is assigned, published and changed by its commercial, and its organizer undoes it', async ({
  page,
  browser,
}) => {
  test.slow()
  const body = {
    name: NAME,
    categoryId: 1,
    venueName: 'Salón Paraná',
    adress: 'Av. del Valle 2700',
    city: 'Rosario',
    province: 'Santa Fe',
    dateEvent: localDate(20),
    startTime: '23:30',
    ticketTypes: [{ name: 'General', price: 18_000, capacity: 50 }],
  }
  const event = await call(createEvent, { body }, await organizerToken())

  const team = await browser.newPage(PHONE)
  await enter(team, 'god')
  await team.goto(`${paths.godCommercials()}?buscar=${encodeURIComponent(COMMERCIAL)}`)
  await team.getByRole('button', { name: `Asignar evento a ${COMMERCIAL}` }).click()
  const assigning = team.getByRole('alertdialog', { name: `Asignar un evento a ${COMMERCIAL}` })
  await choose(assigning.getByRole('combobox', { name: 'Evento' }), NAME)
  await expectAccessible(team)
  await assigning.getByRole('button', { name: 'Asignar' }).click()
  await expect(team.getByText(`${COMMERCIAL} se ocupa del evento`)).toBeVisible()
  await team.context().close()

  await enter(page, 'commercial')
  await page.goto(`${paths.commercial()}?buscar=${encodeURIComponent(NAME)}`)
  await expect(page.getByText('Sin publicar').last()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: NAME }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
  await page.getByRole('button', { name: 'Guardar y publicar' }).click()
  await expect(page.getByText('Publicado: ya está a la venta')).toBeVisible()
  await page.getByLabel('Precio', { exact: true }).fill('20000')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Cambios guardados')).toBeVisible()
  await expectAccessible(page)

  const hers = await browser.newPage(PHONE)
  await expectMessage(hers, 'valeria.rios@previa.example', `Tu comercial hizo cambios en ${NAME}`)
  await enter(hers, 'organizer')
  await hers.goto(paths.eventSummary(event.id))
  await hers.getByRole('link', { name: 'Ver 2 cambios' }).click()
  await expect(hers.getByText('General: precio')).toBeVisible()
  await expectAccessible(hers)
  await hers.getByRole('button', { name: 'Deshacer' }).click()
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click()
  await expect(hers.getByText('Deshecho')).toBeVisible()
  await hers.context().close()

  // Who edits reads it at once, without another save in between.
  await page.goto(paths.commercialEvent(event.id))
  await expect(page.getByLabel('Precio', { exact: true })).toHaveValue('18000')
  await page.getByRole('button', { name: 'Cargar costo' }).click()
  const cost = page.getByRole('dialog')
  await cost.getByLabel('De qué es').fill('Sonido')
  await cost.getByLabel('Importe').fill('150000')
  await cost.getByRole('button', { name: 'Cargar' }).click()
  await expect(page.getByText('Cargaste Sonido')).toBeVisible()
  await page.goto(paths.commercialMetrics(event.id))
  await expect(page.getByText('Todavía no hay ventas')).toBeVisible()
  await expect(page.getByText('$150.000').first()).toBeVisible()
  await expectAccessible(page)
})
