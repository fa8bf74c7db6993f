/** The demo: people, companies and nights created five weeks ago, then sales and doors up to today. */
import { inTransaction, type App } from '#server/context.ts'
import { assignStaff } from '#server/modules/events/staff/assign-staff.ts'
import { pinEvents } from '#server/modules/events/listing/pin-events.ts'
import { changeState } from '#server/modules/events/store.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createClock } from '#server/shared/clock.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { markSentButNewest } from '#server/modules/notifications/store.ts'
import { requestMissingAvif } from '#server/modules/media/make-avif.ts'
import type { Config } from '#server/config.ts'
import { addCosts } from './costs.ts'
import { addDrinks } from './drinks.ts'
import { fillCompanies } from './companies.ts'
import { addCompanies, addFlyers, addNight, type DemoNight } from './add-nights.ts'
import { changeAsCommercial } from './commercial-changes.ts'
import { CALLED_OFF_HOURS, liveMoneyStories } from './money-stories.ts'
import { demoNights, type CompanyKey } from './nights.ts'
import { oddNights } from './odd-nights.ts'
import { addPeople, type DemoPeople } from './people.ts'
import { hoursUntil, scanArrivals, serveDrinks, ordersAt, sellNight } from './sell-nights.ts'
import { withoutNews } from './simulated-provider.ts'
import { addOrganizerRequests } from './organizer-requests.ts'
import { addPromoterParts, issueAsPromoter, promoterCodes } from './promoters.ts'
import { addRaffles } from './raffles.ts'
import { at, type TimeMachine } from './time-travel.ts'

/** Companies whose events the demo's commercial looks after. */
const LOOKED_AFTER: readonly CompanyKey[] = ['club', 'rio', 'pena']
const MESSAGES_LEFT = 24
const BEGINS_HOURS = -35 * 24
const PINNED = ['Fiesta Lunar Rosario', 'La Previa del Río', 'Ciclo Hipnosis']

/** Beyond every night of the demo. */
const FAR_HOURS = 1_000_000

/** When the demo sells, in hours from now. */
const SALE_HOURS = [-33 * 24, -20 * 24, -11 * 24, -5 * 24, -48, -30, -4]
/** A door is busiest an hour after the doors open. */
const DOOR_HOURS = 1
/** When the promoter gives courtesies: within the last day, of which messages wait to be looked at. */
const PROMOTER_HOURS = -20
/** When people of the demo asked to organize. */
const REQUESTS_HOURS = -27
/** After the last sales, before the newest doors. */
const RAFFLES_HOURS = -3
/** When the commercial changed something last. */
const COMMERCIAL_HOURS = -2

interface Opened {
  readonly people: DemoPeople
  readonly nights: readonly DemoNight[]
}

/**
 * Fills an empty database through the use cases. `onOpen` is called once people can sign in and events are on sale; their history
 * follows.
 */
export async function seedDemo(
  config: Config,
  connectionString: string,
  onOpen: () => Promise<void> = async () => {},
): Promise<void> {
  const machine: TimeMachine = { config, connectionString, log: createLogger({ level: 'warn', pretty: true }) }
  const now = createClock().now()
  const { people, nights } = await open(machine, now)
  await onOpen()
  await at(machine, BEGINS_HOURS, (app) => addFlyers(app, inOrderOfSight(now, nights)))
  await at(machine, BEGINS_HOURS, (app) => fillCompanies(app, nights))
  await withoutNews(config, async () => {
    await sell(machine, now, nights, people)
    await liveMoneyStories(machine, { nights, people })
  })
  const toCome = nights.filter((each) => sells(each) && PROMOTER_HOURS < sellsUntil(now, each))
  await at(machine, PROMOTER_HOURS, (app) => issueAsPromoter(app, { nights: toCome, people }))
  await letIn(machine, now, nights)
  await at(machine, REQUESTS_HOURS, (app) => addOrganizerRequests(app, people))
  await at(machine, RAFFLES_HOURS, async (app) => {
    await addRaffles(app, nights)
    await addCosts(app, nights)
  })
  await at(machine, COMMERCIAL_HOURS, (app) => changeAsCommercial(app, { nights, people }))
  // The worker has only the newest messages to send, for people to look at.
  await at(machine, 0, (app) => markSentButNewest(app, MESSAGES_LEFT))
  // The pictures are weeks old: jobs of that age are not kept until a worker comes.
  await at(machine, 0, requestMissingAvif)
}

/** What a visitor sees first: people, companies, and their nights on sale. */
async function open(machine: TimeMachine, now: string): Promise<Opened> {
  return at(machine, BEGINS_HOURS, async (app) => {
    const people = await addPeople(app)
    const companies = await addCompanies(app, people)
    const today = toLocalDate(now)
    const nights: DemoNight[] = []
    for (const night of [...demoNights, ...oddNights]) {
      nights.push(await addNight(app, companies[night.company], night, today))
    }
    await addStaff(app, people, nights)
    await addPromoterParts(app, { nights, people })
    await addDrinks(app, nights)
    for (const { id, night } of nights) if (night.isCancelled) await changeState(app, id, ['active'], 'cancelled')
    return { people, nights }
  })
}

/** The nights as the landing lists them: pinned ones, those to come by their start, past ones. */
function inOrderOfSight(now: string, nights: readonly DemoNight[]): DemoNight[] {
  const rank = (each: DemoNight): number => {
    const pin = PINNED.indexOf(each.night.name)
    const hours = hoursUntil(now, each)
    if (pin >= 0) return pin - FAR_HOURS
    return hours < 0 ? FAR_HOURS - hours : hours
  }
  return nights.toSorted((a, b) => rank(a) - rank(b))
}

async function sell(
  machine: TimeMachine,
  now: string,
  nights: readonly DemoNight[],
  people: DemoPeople,
): Promise<void> {
  const sold = new Map<string, number>()
  for (const hours of SALE_HOURS) {
    await at(machine, hours, async (app) => {
      const codes = await promoterCodes(app)
      const selling = nights.filter((each) => sells(each) && hours < sellsUntil(now, each))
      const sellOne = async (night: DemoNight) => {
        const before = sold.get(night.id) ?? 0
        const momentsLeft = SALE_HOURS.filter((moment) => moment >= hours && moment < sellsUntil(now, night)).length
        const orders = ordersAt(momentsLeft, before)
        sold.set(night.id, before + orders)
        const plan = { night, orders, sold: before, promoterCode: codes.get(night.id) }
        await sellNight(app, plan, people.buyers, String(hours))
      }
      await Promise.all(selling.map(sellOne))
    })
  }
}

/** In hours from now. */
function sellsUntil(now: string, each: DemoNight): number {
  return each.night.isCalledOff ? CALLED_OFF_HOURS : hoursUntil(now, each)
}

function sells({ night }: DemoNight): boolean {
  return !night.isDraft && !night.isPrivate && night.sells > 0
}

async function letIn(machine: TimeMachine, now: string, nights: readonly DemoNight[]): Promise<void> {
  const past = nights.filter((night) => hoursUntil(now, night) + DOOR_HOURS < 0)
  for (const night of past) {
    await at(machine, hoursUntil(now, night) + DOOR_HOURS, async (app) => {
      await scanArrivals(app, night, night.organizer)
      await serveDrinks(app, night, night.organizer)
    })
  }
}

async function addStaff(app: App, people: DemoPeople, nights: readonly DemoNight[]): Promise<void> {
  const by = { userId: people.of.organizer }
  await inTransaction(app, async (app) => {
    for (const { id: eventId, night } of nights) {
      if (LOOKED_AFTER.includes(night.company)) {
        await assignStaff(
          app,
          { userId: people.of.god },
          { eventId, userId: people.of.commercial, kind: 'COMERCIAL', canScan: false },
        )
      }
      if (night.company !== 'club') continue
      await assignStaff(app, by, { eventId, userId: people.of.scanner, kind: 'SCANNER', canScan: true })
      await assignStaff(app, by, { eventId, userId: people.of.promoter, kind: 'RRPP', canScan: false })
    }
  })
  const pinned = PINNED.flatMap((name) => nights.find(({ night }) => night.name === name)?.id ?? [])
  await pinEvents(app, { userId: people.of.god }, pinned)
}
