import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createEvent } from '#contract/events/events-managed.ts'
import { GENERAL_ID, managedEvent, managedType } from '#web/testing/organizer-fixtures.ts'
import { changedBody, eventForm, toBody, type EventValues } from './event-form.ts'
import { newEvent, newTicketType, valuesOf } from './event-values.ts'

const OTHER_ID = '01990000-0000-7000-8000-0000000000a9'
const whole = managedEvent({
  capacity: 1500,
  absorbsServiceFee: true,
  admissionConditions: 'Con DNI',
  ticketTypes: [
    managedType({ validUntil: '2030-12-01T05:00:00.000Z', perPersonLimit: 4, description: 'Con barra' }),
    managedType({ id: OTHER_ID, visibility: 'courtesy', price: 0 }),
  ],
})

function problems(values: EventValues, event = managedEvent(), isForSale = true) {
  const result = z.safeParse(
    eventForm(event, () => isForSale),
    values,
  )
  return Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('what the form shows of an event comes back as the same event', () => {
  const body = toBody(valuesOf(whole), whole)
  expect(body).toMatchObject({
    name: whole.name,
    dateEvent: '2030-11-30',
    startTime: '23:30',
    endTime: '06:00',
    capacity: 1500,
    absorbsServiceFee: true,
    minimumAge: 18,
    admissionConditions: 'Con DNI',
    venueName: 'Salón Paraná',
    lat: -32.9,
    lng: -60.6,
  })
  expect(body.ticketTypes).toMatchObject([
    { id: GENERAL_ID, price: 18_000, validUntil: '2030-12-01T02:00:00-03:00', perPersonLimit: 4 },
    { visibility: 'courtesy', price: 0, perPersonLimit: null, description: null },
  ])
})

test('the body is one that the contract takes', () => {
  const typed = {
    ...valuesOf(whole),
    name: '  Fiesta  ',
    capacity: '',
    ticketTypes: [{ ...newTicketType, name: 'A', price: '1.500', capacity: '80' }],
  }
  const body = z.parse(eventForm(null), typed)
  expect(z.safeParse(createEvent.body, body).success).toBe(true)
  expect(body).toMatchObject({
    name: 'Fiesta',
    capacity: null,
    ticketTypes: [{ name: 'A', price: 1500, capacity: 80 }],
  })
  expect(body.ticketTypes[0]).not.toHaveProperty('id')
})

const price = 'Poné un precio en pesos, sin centavos. Con 0 es gratis'

test('to be on sale, all that is missing is said at once', () => {
  expect(problems(newEvent)).toEqual({
    name: 'Poné un nombre de al menos 3 letras',
    categoryId: 'Elegí una categoría',
    venueName: 'Decí cómo se llama el lugar',
    adress: 'Poné la dirección',
    city: 'Poné la ciudad',
    province: 'Elegí la provincia',
    dateEvent: 'Elegí la fecha',
    'ticketTypes.0.price': price,
    'ticketTypes.0.capacity': 'Poné una cantidad, hasta 500.000',
  })
  expect(problems({ ...valuesOf(managedEvent()), ticketTypes: [] })).toEqual({
    ticketTypes: 'Agregá al menos un tipo de entrada con lugares',
  })
})

test('a draft needs its name alone; a price that was not said is never free', () => {
  const asDraft = (values: EventValues) => problems(values, managedEvent(), false)
  expect(asDraft(newEvent)).toEqual({ name: 'Poné un nombre de al menos 3 letras' })
  const named = { ...newEvent, name: 'Solo un nombre' }
  expect(asDraft(named)).toEqual({})
  expect(toBody(named, null)).toMatchObject({ categoryId: 0, venueName: '', ticketTypes: [] })
  expect(z.safeParse(createEvent.body, toBody(named, null)).success).toBe(true)
  const begun = { ...newTicketType, name: 'VIP', capacity: '30' }
  expect(asDraft({ ...named, ticketTypes: [begun] })).toEqual({ 'ticketTypes.0.price': price })
  expect(asDraft({ ...named, ticketTypes: [{ ...begun, price: '100', capacity: '' }] })).toEqual({})
})

test.each<[Partial<EventValues>, Record<string, string>]>([
  [{ dateEvent: '', startTime: '23:30' }, { dateEvent: 'Elegí la fecha' }],
  [{ startTime: '' }, { startTime: 'Poné la hora de inicio' }],
  [{ dateEvent: '', startTime: '', endTime: '' }, { dateEvent: 'Elegí la fecha' }],
  [{ orderLimit: '11' }, { orderLimit: 'Poné un número entre 1 y 10' }],
  [{ holdMinutes: '4' }, { holdMinutes: 'Poné entre 5 y 60 minutos' }],
  [{ capacity: '', minimumAge: '' }, {}],
  [{ capacity: '0' }, { capacity: 'Poné una cantidad, hasta 500.000' }],
])('%o says %o', (changes, expected) => {
  expect(problems({ ...valuesOf(managedEvent()), ...changes })).toEqual(expected)
})

test('a type cannot shrink below what is taken of it, nor stop selling before it begins', () => {
  const event = managedEvent({ ticketTypes: [managedType({ sold: 10, held: 2, courtesies: 1 })] })
  const [type = newTicketType] = valuesOf(event).ticketTypes
  const typed = (changes: object) => ({ ...valuesOf(event), ticketTypes: [{ ...type, ...changes }] })
  expect(problems(typed({ capacity: '13' }), event)).toEqual({})
  expect(problems(typed({ capacity: '12' }), event)).toEqual({ 'ticketTypes.0.capacity': 'No puede ser menos de 13' })
  expect(problems(typed({ saleStartsAt: '2030-11-01T10:00', saleEndsAt: '2030-11-01T10:00' }), event)).toEqual({
    'ticketTypes.0.saleEndsAt': 'La venta tiene que cerrar después de abrir',
  })
})

test('a new address has no point on the map yet', () => {
  expect(toBody({ ...valuesOf(whole), adress: 'Otra calle 1' }, whole)).toMatchObject({ lat: null, lng: null })
})

test('only what was touched is sent, so that a moment with seconds keeps them', () => {
  const event = managedEvent({
    ticketTypes: [managedType({ saleEndsAt: '2030-11-29T02:59:59.000Z' }), managedType({ id: OTHER_ID, name: 'VIP' })],
  })
  const typed = valuesOf(event)
  const ticketTypes = typed.ticketTypes.map((row) => (row.id === OTHER_ID ? row : { ...row, price: '21000' }))
  const body = toBody(
    { ...typed, city: 'Funes', ticketTypes: [...ticketTypes, { ...newTicketType, name: 'Nueva' }] },
    event,
  )
  const sent = changedBody(body, event)
  expect(sent.fields).toEqual({ city: 'Funes', lat: null, lng: null })
  expect(sent.ticketTypes).toEqual([
    { id: event.ticketTypes[0]?.id, price: 21_000 },
    { id: OTHER_ID },
    expect.objectContaining({ name: 'Nueva', saleEndsAt: null }),
  ])
  // The control: whole, the moment would lose its seconds.
  expect(body.ticketTypes[0]?.saleEndsAt).not.toBe(event.ticketTypes[0]?.saleEndsAt)
})
