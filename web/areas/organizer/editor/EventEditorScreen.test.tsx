import { configure, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { failures } from '#contract/api/failures.ts'
import { paths } from '#contract/api/paths.ts'
import { currentSession } from '#web/api/session.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { signInOnScreen } from '#web/testing/sign-in.ts'
import {
  CATEGORIES,
  COMPANY,
  EVENT_ID,
  FEE_TERMS,
  GENERAL_ID,
  managedEvent,
  managedType,
  VIP_ID,
} from '#web/testing/organizer-fixtures.ts'

const api = '/api/v1/event'
const refusal = (status: number, code: string, message: string, details?: unknown) =>
  json(status, { code, message, details })

// The whole editor is drawn in each, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 })
// Asking of each element whether something hides it takes most of the time, and nothing here is drawn hidden.
configure({ defaultHidden: true })

const organizer = loginAnswer('ORGANIZATOR', {
  companyId: COMPANY.id,
  company: { name: COMPANY.name, imagen: null, descripcion: null },
})

async function open(event: ManagedEvent | null, answers: Answers = {}) {
  const { router, sent, user } = await openScreen(event ? paths.editEvent(EVENT_ID) : paths.newEvent(), {
    as: organizer,
    answers: {
      [`GET ${api}/categories`]: { categories: CATEGORIES },
      [`GET ${api}/${EVENT_ID}/manage`]: event ?? managedEvent(),
      [`GET ${api}/dashboard`]: page('events', []),
      [`GET /api/v1/company/${COMPANY.id}/fees`]: {
        companyName: COMPANY.name,
        current: FEE_TERMS,
        since: null,
        next: [],
      },
      ...answers,
    },
  })
  await screen.findByLabelText('Categoría')
  await screen.findByRole('option', { name: 'Recitales' })
  const writes = () =>
    sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ call: `${method} ${path}`, body }))
  return { router, writes, user }
}

const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))

/** Writes in place of what a field says, in one go. */
async function write(user: UserEvent, field: HTMLElement | undefined, text: string) {
  if (!field) throw new Error(`no field for «${text}»`)
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}
const backToEvents = () => within(screen.getByRole('main')).getByRole('link', { name: 'Eventos' })
/** Where the list of events is: it has none. */
const listIsThere = () => screen.findByText('Creá tu primer evento')
/** The first field of that label: the event's own «Nombre» comes before those of its ticket types. */
const field = (label: string | RegExp) => screen.getAllByLabelText(label)[0]

async function fill(user: UserEvent) {
  await write(user, field('Nombre'), 'Fiesta Lunar')
  await user.selectOptions(screen.getByLabelText('Categoría'), 'Recitales')
  await write(user, field('Nombre del lugar'), 'Salón Paraná')
  await write(user, field('Dirección'), 'Av. del Valle 2700')
  await write(user, field('Ciudad'), 'Rosario')
  await user.selectOptions(screen.getByLabelText('Provincia'), 'Santa Fe')
  await write(user, field('Precio'), '18.000')
  await write(user, field('Cantidad'), '300')
  await user.type(screen.getByLabelText('Fecha'), '2030-11-30')
  await user.type(screen.getByLabelText('Empieza'), '23:30')
}

test('what is to be on sale says all that is missing, and each leads to its field', async () => {
  const { user, writes } = await open(null)
  await press(user, 'Guardar y publicar')
  expect(await screen.findAllByText('Poné un nombre de al menos 3 letras')).toHaveLength(2)
  expect(screen.getByRole('alert').textContent).toBe('Hay 9 campos para revisar.')
  await waitFor(() => expect(document.activeElement).toBe(field('Nombre')))
  await press(user, 'Poné la ciudad')
  expect(document.activeElement).toBe(field('Ciudad'))
  expect(writes()).toEqual([])
})

test('a draft is saved with its name alone, and its own button turns meanwhile', async () => {
  const made = managedEvent({ name: 'Solo un nombre', state: 'pending', ticketTypes: [] })
  let answer = () => {}
  const { user, writes, router } = await open(null, {
    [`POST ${api}`]: () =>
      new Promise((resolve) => {
        answer = () => resolve(made)
      }),
    [`GET ${api}/${EVENT_ID}/manage`]: made,
  })
  await write(user, field('Nombre'), 'Solo un nombre')
  await press(user, 'Guardar borrador')
  const isBusy = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-busy')
  await waitFor(() => expect(isBusy('Guardar borrador')).toBe('true'))
  expect(isBusy('Guardar y publicar')).toBeNull()
  answer()
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.editEvent(EVENT_ID)))
  expect(writes()).toMatchObject([{ call: `POST ${api}`, body: { name: 'Solo un nombre', ticketTypes: [] } }])
  // The type that was offered is offered again.
  expect(field('Precio')).toHaveProperty('value', '')
})

test('a new event is saved whole, published, and its editor opens', async () => {
  const made = managedEvent({ name: 'Fiesta Lunar' })
  const { user, writes, router } = await open(null, {
    [`POST ${api}`]: made,
    [`POST ${api}/${EVENT_ID}/publish`]: { ...made, state: 'active' },
    [`GET ${api}/${EVENT_ID}/manage`]: { ...made, state: 'active' },
  })
  await fill(user)
  expect(screen.getByText(/Quien compra paga/).textContent).toContain('$19.800: $18.000 + $1.800 de servicio')
  await press(user, 'Guardar y publicar')
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.editEvent(EVENT_ID)))
  expect(writes()).toMatchObject([
    {
      call: `POST ${api}`,
      body: {
        name: 'Fiesta Lunar',
        categoryId: 2,
        dateEvent: '2030-11-30',
        absorbsServiceFee: false,
        ticketTypes: [{ name: 'General', price: 18_000, capacity: 300 }],
      },
    },
    { call: `POST ${api}/${EVENT_ID}/publish` },
  ])
  expect(await screen.findByText('Publicado')).toBeTruthy()
  expect(await screen.findByRole('dialog', { name: 'Compartí tu enlace' })).toBeTruthy()
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('borrador:'))).toEqual([])
})

test('who pays the service fee is chosen, and what is left of a ticket is said; how much it is, the platform says', async () => {
  const { user, writes } = await open(
    managedEvent({ state: 'active', serviceFee: { ...FEE_TERMS, fixedCents: 200_00, mostCents: 5000_00 } }),
  )
  const price = () => screen.getAllByText(/Quien compra paga/)[0]?.textContent
  expect(price()).toBe(
    'Quien compra paga $20.000: $18.000 + $2.000 de servicio. Vos cobrás $18.000, menos el costo de Mercado Pago.',
  )
  expect(screen.getByText(/10 % \+ \$200 por entrada, como mucho \$5\.000\. Lo fija Previa/)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /Lo pagás vos/ }))
  expect(price()).toBe(
    'Quien compra paga $18.000. Vos cobrás $16.000: $18.000 − $2.000 de servicio, menos el costo de Mercado Pago.',
  )
  await press(user, 'Guardar cambios')
  await waitFor(() => expect(writes()).toMatchObject([{ body: { absorbsServiceFee: true } }]))
})

test('one that is saved and cannot be published yet says why at the field', async () => {
  const made = managedEvent({ name: 'Fiesta Lunar', dateEvent: null, startDate: null, startTime: null, endTime: null })
  const { user, router } = await open(null, {
    [`POST ${api}`]: made,
    [`GET ${api}/${EVENT_ID}/manage`]: made,
    [`POST ${api}/${EVENT_ID}/publish`]: () =>
      refusal(422, 'event_incomplete', 'Al evento le faltan datos para publicarse', [
        { path: ['dateEvent'], message: 'Elegí la fecha' },
      ]),
  })
  await fill(user)
  await press(user, 'Guardar y publicar')
  expect(await screen.findByText('Elegí la fecha')).toBeTruthy()
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: paths.editEvent(EVENT_ID), state: null }))
  expect(screen.getByRole('alert').textContent).toBe(
    'Se guardó, pero no se publicó. Al evento le faltan datos para publicarse',
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Fecha')))
})

test('only what changed of an event is sent, and the server’s answer is shown', async () => {
  const event = managedEvent({ state: 'active' })
  const { user, writes } = await open(event, {
    [`PUT ${api}/${EVENT_ID}`]: { ...event, name: 'Otra fiesta' },
  })
  await write(user, field('Ciudad'), 'Funes')
  await press(user, 'Guardar cambios')
  expect(await screen.findByRole('heading', { level: 1, name: 'Otra fiesta' })).toBeTruthy()
  expect(writes()).toMatchObject([{ call: `PUT ${api}/${EVENT_ID}`, body: { city: 'Funes', lat: null } }])
  expect(writes()[0]?.body).not.toHaveProperty('ticketTypes')
})

test('ticket types are added, moved and removed in place; one that is sold stays', async () => {
  const event = managedEvent({
    ticketTypes: [
      managedType({ sold: 920, held: 3, courtesies: 12 }),
      managedType({ id: VIP_ID, name: 'VIP', price: 45_000, capacity: 300 }),
    ],
  })
  const { user, writes } = await open(event, { [`PUT ${api}/${EVENT_ID}/tickets`]: event })
  expect(screen.getByText('920 vendidas · 3 reservadas · 12 cortesías')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Quitar General' })).toBeNull()
  await press(user, 'Subir VIP')
  // It is first now: the way up is closed, and the focus stays with it.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bajar VIP' }))
  await press(user, 'Agregar tipo de entrada')
  await user.paste('Última hora')
  const added = screen.getAllByRole('listitem').at(-1)
  if (!added) throw new Error('it has just been added')
  await write(user, within(added).getByLabelText('Precio'), '0')
  await write(user, within(added).getByLabelText('Cantidad'), '50')
  expect(within(added).getByText('Gratis')).toBeTruthy()
  const who = within(within(added).getByRole('group', { name: /¿la ve cualquiera o es solo para cortesías?/ }))
  expect(who.getByRole<HTMLInputElement>('radio', { name: /La ve cualquiera/ }).checked).toBe(true)
  await user.click(who.getByRole('radio', { name: /Solo para cortesías/ }))
  expect(screen.queryAllByRole('group', { name: /solo para cortesías/ })).toHaveLength(1)
  await press(user, 'Quitar VIP')
  expect(screen.queryByRole('button', { name: 'Quitar VIP' })).toBeNull()
  await press(user, 'Deshacer')
  await press(user, 'Guardar borrador')
  await waitFor(() => expect(writes()).toHaveLength(1))
  expect(writes()).toMatchObject([
    {
      call: `PUT ${api}/${EVENT_ID}/tickets`,
      body: {
        ticketTypes: [
          { id: VIP_ID },
          { id: GENERAL_ID },
          { name: 'Última hora', price: 0, capacity: 50, visibility: 'courtesy' },
        ],
      },
    },
  ])
})

test('what the server says of a ticket type lands in it, with its options opened', async () => {
  const { user } = await open(managedEvent(), {
    [`PUT ${api}/${EVENT_ID}/tickets`]: () =>
      refusal(400, 'invalid_input', 'Revisá los datos: hay campos con errores', [
        { path: ['ticketTypes', 0, 'perPersonLimit'], message: 'Es demasiado' },
      ]),
  })
  await write(user, field('Cantidad'), '900')
  await press(user, 'Guardar borrador')
  const problem = await screen.findByText('Es demasiado')
  expect(problem.closest('details')?.open).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(field(/Máximo por persona/)))
})

test('a new capacity below the tickets sold meanwhile shows at its field', async () => {
  const { user } = await open(managedEvent(), {
    [`PUT ${api}/${EVENT_ID}/tickets`]: () =>
      refusal(409, 'capacity_below_sold', 'La capacidad no puede ser menor que lo ya vendido o reservado', {
        typeId: GENERAL_ID,
      }),
  })
  await write(user, field('Cantidad'), '5')
  await press(user, 'Guardar borrador')
  expect(await screen.findByText('La capacidad no puede ser menor que lo ya vendido o reservado')).toBeTruthy()
  expect(field('Cantidad')?.getAttribute('aria-invalid')).toBe('true')
})

test('moving an event that was sold is agreed to first', async () => {
  const event = managedEvent({ state: 'active', hasSales: true, ticketTypes: [managedType({ sold: 920 })] })
  const { user, writes } = await open(event, {
    [`PUT ${api}/${EVENT_ID}`]: { ...event, adress: 'Otra 1' },
  })
  await write(user, field('Dirección'), 'Otra 1')
  await press(user, 'Guardar cambios')
  const dialog = await screen.findByRole('alertdialog', { name: 'Vas a cambiar la fecha o el lugar' })
  expect(dialog.textContent).toContain('las 920 entradas que ya se emitieron')
  expect(writes()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Guardar y avisar' }))
  await waitFor(() => expect(writes()).toHaveLength(1))
})

test('leaving asks, what was typed waits, and it can be let go', async () => {
  const { user, router } = await open(managedEvent())
  await write(user, field('Nombre del lugar'), 'Otro salón')
  await user.click(backToEvents())
  const dialog = await screen.findByRole('alertdialog', { name: 'Tenés cambios sin guardar' })
  await user.click(within(dialog).getByRole('button', { name: 'Salir sin guardar' }))
  await listIsThere()
  await router.navigate(paths.editEvent(EVENT_ID))
  expect(await screen.findByText('Acá está lo que habías escrito sin guardar.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Nombre del lugar').value).toBe('Otro salón')
  await press(user, 'Descartar')
  expect(screen.getByLabelText<HTMLInputElement>('Nombre del lugar').value).toBe('Salón Paraná')
  await user.click(backToEvents())
  expect(await listIsThere()).toBeTruthy()
})

test('an end before the start is the next day’s; paid types need an account to collect with', async () => {
  const { user } = await open(managedEvent({ canSellPaid: false, endTime: null, endDate: null }))
  await user.type(screen.getByLabelText(/^Termina/), '05:00')
  expect(await screen.findByText(/Termina el día siguiente/)).toBeTruthy()
  expect(screen.getByText(/conectar su cuenta de Mercado Pago/)).toBeTruthy()
  await write(user, field('Precio'), '0')
  expect(screen.queryByText(/conectar su cuenta de Mercado Pago/)).toBeNull()
})

test('paid types that wait for refunds without balance say so, and not that an account is to be connected', async () => {
  await open(managedEvent({ canSellPaid: false, areSalesStopped: true }))
  const notice = screen.getByText(/hay reembolsos sin saldo/)
  expect(within(notice).getByRole('link', { name: 'Reembolsos' }).getAttribute('href')).toBe('/organizador/reembolsos')
  expect(screen.queryByText(/conectar su cuenta de Mercado Pago/)).toBeNull()
})

test('when the session ends nothing that is typed leaves the screen, and it waits for its person', async () => {
  const { user, router } = await open(managedEvent(), {
    [`PUT ${api}/${EVENT_ID}`]: () => refusal(401, 'session_expired', 'Tu sesión expiró, vuelve a iniciar'),
    'POST /api/v1/login': organizer,
  })
  await write(user, field('Ciudad'), 'Funes')
  await press(user, 'Guardar borrador')
  expect((await screen.findByRole('alert')).textContent).toBe('Tu sesión expiró, vuelve a iniciar')
  expect(field('Ciudad')).toHaveProperty('value', 'Funes')
  expect(currentSession()).toBeNull()
  // Signing in again is not asked about, and it leads back.
  await user.click(await screen.findByRole('button', { name: 'Iniciar Sesión' }))
  await signInOnScreen(user)
  expect(await screen.findByText('Acá está lo que habías escrito sin guardar.')).toBeTruthy()
  expect(router.state.location.pathname).toBe(paths.editEvent(EVENT_ID))
  expect(field('Ciudad')).toHaveProperty('value', 'Funes')
})

test('a finished event can be looked at, not changed', async () => {
  await open(managedEvent({ state: 'success', isExpired: true }))
  expect(screen.getByText(/Este evento ya terminó/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Guardar/ })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Nombre del lugar').closest('fieldset')?.disabled).toBe(true)
})

test('a concurrent save stops this one, keeps the input and offers the new version', async () => {
  const event = managedEvent()
  const newer = managedEvent({ version: 2, adress: 'La nueva 22' })
  let current = event
  const { user, writes } = await open(event, {
    [`GET ${api}/${EVENT_ID}/manage`]: () => current,
    [`PUT ${api}/${EVENT_ID}`]: () => {
      current = newer
      return refusal(409, 'event_changed', failures.event_changed[1])
    },
  })
  await write(user, field('Ciudad'), 'Funes')
  await press(user, 'Guardar borrador')
  expect(await screen.findByText(/^Otra persona guardó cambios .* Lo que escribiste sigue acá/)).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(failures.event_changed[1])
  const offer = screen.getByRole('button', { name: 'Cargar la versión nueva' })
  await waitFor(() => expect(document.activeElement?.contains(offer)).toBe(true))
  expect(document.activeElement).not.toBe(document.body)
  expect(field('Ciudad')).toHaveProperty('value', 'Funes')
  // Trying again does not slip the older text over the newer event: it is still of version 1.
  await press(user, 'Guardar borrador')
  await waitFor(() => expect(writes()).toHaveLength(2))
  expect(writes()).toMatchObject([{ body: { version: 1 } }, { body: { version: 1 } }])
})

test('what is new is loaded, and the next save is of it', async () => {
  const event = managedEvent()
  const newer = managedEvent({ version: 2, adress: 'La nueva 22' })
  let current = event
  const { user, writes } = await open(event, {
    [`GET ${api}/${EVENT_ID}/manage`]: () => current,
    [`PUT ${api}/${EVENT_ID}/tickets`]: { ...newer, version: 3 },
    [`PUT ${api}/${EVENT_ID}`]: () => {
      if (current !== event) return { ...newer, version: 3 }
      current = newer
      return refusal(409, 'event_changed', failures.event_changed[1])
    },
  })
  await write(user, field('Ciudad'), 'Funes')
  await press(user, 'Guardar borrador')
  await user.click(await screen.findByRole('button', { name: 'Cargar la versión nueva' }))
  expect(field('Ciudad')).toHaveProperty('value', 'Rosario')
  expect(field('Dirección')).toHaveProperty('value', 'La nueva 22')
  expect(screen.queryByText(/^Otra persona/)).toBeNull()
  await write(user, field('Cantidad'), '900')
  await press(user, 'Guardar borrador')
  await waitFor(() => expect(writes()).toHaveLength(2))
  expect(writes()[1]).toMatchObject({ call: `PUT ${api}/${EVENT_ID}/tickets`, body: { version: 2 } })
})

test('a role that may not save sees so, and keeps the session and the input', async () => {
  const { user } = await open(managedEvent(), {
    [`PUT ${api}/${EVENT_ID}`]: () => refusal(403, 'company_role_not_allowed', failures.company_role_not_allowed[1]),
  })
  await write(user, field('Ciudad'), 'Funes')
  await press(user, 'Guardar borrador')
  expect((await screen.findByRole('alert')).textContent).toBe('Tu rol en la organización no permite esta acción')
  expect(field('Ciudad')).toHaveProperty('value', 'Funes')
  expect(currentSession()).not.toBeNull()
})
