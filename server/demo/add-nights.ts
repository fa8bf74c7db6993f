/** The demo's companies with their payment accounts at the simulator, and their events with drawn flyers. */
import { addDays, endFromLocal, fromLocal } from '#contract/values/dates.ts'
import type { App } from '#server/context.ts'
import { insertFiscalData } from '#server/modules/companies/fiscal-data/store.ts'
import { connectAccount } from '#server/modules/companies/payment-account/connect-account.ts'
import { createCompany } from '#server/modules/companies/create-company.ts'
import { createEvent } from '#server/modules/events/managing/create-event.ts'
import { publishEvent } from '#server/modules/events/managing/publish-event.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { updateEvent } from '#server/modules/events/managing/update-event.ts'
import type { Actor } from '#server/shared/actor.ts'
import { newToken } from '#server/shared/ids.ts'
import { runAtOnce } from '#server/shared/run-at-once.ts'
import { drawFlyer } from './pictures/flyers.ts'
import { demoCompanies, type CompanyKey, type Night } from './nights.ts'
import { actorOf, type DemoPeople } from './people.ts'
import { askProvider } from './simulated-provider.ts'

/** Wide enough for every screen, and a third of the work of a full one. */
const FLYER_WIDTH = 800
const FLYERS_AT_ONCE = 2
const SELLER_BASE = 700_000_100

export interface DemoNight {
  readonly night: Night
  readonly id: string
  readonly number: number
  /** The person who acts for its company. */
  readonly organizer: Actor
  readonly startsAt: string
  readonly endsAt: string | null
  readonly types: readonly {
    readonly id: string
    readonly name: string
    readonly price: number
    readonly capacity: number
  }[]
}

/** Makes the four companies; gives who acts for each. */
export async function addCompanies(app: App, people: DemoPeople): Promise<Record<CompanyKey, Actor>> {
  const actors: Partial<Record<CompanyKey, Actor>> = {}
  for (const [index, key] of (Object.keys(demoCompanies) as CompanyKey[]).entries()) {
    const { name, description, fiscal } = demoCompanies[key]
    const ownerId = people.owners[key]
    const by = { userId: people.of.god }
    const { id: companyId } = await createCompany(app, by, { name, description, ownerId, state: 'approved' })
    await connectSeller(app, companyId, String(SELLER_BASE + index), name)
    if (fiscal) await insertFiscalData(app, { companyId, data: fiscal, setBy: ownerId })
    actors[key] = actorOf(ownerId, {
      roles: ['ORGANIZATOR', 'CLIENT'],
      role: 'ORGANIZATOR',
      companyId,
      companyRole: 'owner',
    })
  }
  return actors as Record<CompanyKey, Actor> // every key was set above
}

/** An account at the simulated provider, and our grant to it. */
async function connectSeller(app: App, companyId: string, collectorId: string, nickname: string): Promise<void> {
  const accessToken = `APP_USR-${newToken()}`
  const refreshToken = `TG-${newToken()}`
  await askProvider(app.config, { do: 'add-seller', userId: collectorId, nickname, accessToken, refreshToken })
  const expiresInSeconds = 180 * 24 * 60 * 60
  await connectAccount(
    app,
    { userId: null },
    { companyId, collectorId, nickname, accessToken, refreshToken, expiresInSeconds },
  )
}

/** Draws the flyers, in this order, and gives them to their events. */
export async function addFlyers(app: App, nights: readonly DemoNight[]): Promise<void> {
  await runAtOnce(nights, FLYERS_AT_ONCE, async ({ id, night: { name, flyer, lettering = name }, organizer }) => {
    if (flyer === null) return
    const bytes = await drawFlyer(name, { family: flyer, lettering, width: FLYER_WIDTH })
    await updateEvent(app, organizer, id as ManagedEventId, {}, { bytes, filename: 'flyer.jpg' }) // this organizer's own
  })
}

/** Adds one event without its flyer, published unless it is a draft. `today` is the demo's local date, whatever `app` believes. */
export async function addNight(app: App, actor: Actor, night: Night, today: string): Promise<DemoNight> {
  const date = addDays(today, night.inDays)
  const event = await createEvent(
    app,
    actor,
    {
      name: night.name,
      description: night.description,
      categoryId: night.categoryId,
      venueName: night.venue,
      adress: night.address,
      city: night.city,
      province: night.province,
      dateEvent: date,
      startTime: night.from,
      endTime: night.to,
      minimumAge: night.minimumAge ?? null,
      forbidsMinors: night.minimumAge !== undefined,
      admissionConditions: night.minimumAge ? 'Ingreso con DNI. La casa se reserva el derecho de admisión.' : null,
      orderLimit: 10,
      personLimit: 20,
      holdMinutes: 15,
      absorbsServiceFee: false,
      acceptsCash: false,
      allowsTransfers: true,
      courtesyLimit: 100,
      isPrivate: night.isPrivate ?? false,
      ticketTypes: night.types.map(({ until, visibility = 'visible', ...type }) => ({
        ...type,
        visibility,
        // An hour after midnight belongs to the next day.
        validUntil: until ? endFromLocal(date, night.from, until) : null,
      })),
    },
    { flyer: undefined },
  )
  if (!night.isDraft) await publishEvent(app, actor, event.id as ManagedEventId) // this company's own event, made above
  return {
    night,
    organizer: actor,
    id: event.id,
    number: event.number,
    startsAt: fromLocal(date, night.from),
    endsAt: event.endDate,
    types: event.ticketTypes.map(({ id, name, price, capacity }) => ({ id, name, price, capacity })),
  }
}
