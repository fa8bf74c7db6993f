/** The demo: people, companies and nights made five weeks ago, then sales and doors up to today. */
import type { App } from '#server/context.ts'
import { assignStaff } from '#server/modules/events/staff/assign-staff.ts'
import { pinEvents } from '#server/modules/events/listing/pin-events.ts'
import { changeState } from '#server/modules/events/store.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createClock } from '#server/shared/clock.ts'
import { toLocalDate } from '#contract/dates.ts'
import { requestMissingAvif } from '#server/modules/media/make-avif.ts'
import type { Config } from '#server/config.ts'
import { addCompanies, addNight, drawNight, type DemoNight } from './add-nights.ts'
import { CALLED_OFF_HOURS, liveMoneyStories } from './money-stories.ts'
import { demoNights } from './nights.ts'
import { oddNights } from './odd-nights.ts'
import { addPeople, type DemoPeople } from './people.ts'
import { hoursUntil, scanArrivals, ordersAt, sellNight } from './sell-nights.ts'
import { withoutNews } from './simulated-provider.ts'
import { at, type TimeMachine } from './time-travel.ts'

const BEGINS_HOURS = -35 * 24
const PINNED = ['Fiesta Lunar Rosario', 'La Previa del Río', 'Ciclo Hipnosis']

/** When the demo sells, in hours from now. */
const SALE_HOURS = [-33 * 24, -20 * 24, -11 * 24, -5 * 24, -48, -30, -4]
/** A door is busiest an hour after the doors open. */
const DOOR_HOURS = 1

/** Fills an empty database through the use cases. */
export async function seedDemo(config: Config, connectionString: string): Promise<void> {
  const log = createLogger({ level: 'warn', pretty: true })
  const machine: TimeMachine = { config, connectionString, log }
  const now = createClock().now()
  const nights: DemoNight[] = []
  let people: DemoPeople | undefined
  await at(machine, BEGINS_HOURS, async (app) => {
    // Hashing passwords and drawing keep a core each.
    const drawing = Promise.all(
      [...demoNights, ...oddNights].map(async (night) => ({ night, flyer: await drawNight(night) })),
    )
    const [added, drawn] = await Promise.all([addPeople(app), drawing])
    people = added
    const companies = await addCompanies(app, people)
    const today = toLocalDate(now)
    for (const each of drawn) nights.push(await addNight(app, companies[each.night.company], each, today))
    await addStaff(app, people, nights)
    for (const { id, night } of nights) if (night.isCancelled) await changeState(app, id, ['active'], 'cancelled')
  })
  if (!people) throw new Error('The demo has no people')
  const buyers = people
  await withoutNews(config, async () => {
    await sell(machine, now, nights, buyers)
    await liveMoneyStories(machine, { nights, people: buyers })
  })
  await letIn(machine, now, nights)
  // The pictures are weeks old: jobs of that age are not kept until a worker comes.
  await at(machine, 0, requestMissingAvif)
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
      const selling = nights.filter((each) => sells(each) && hours < sellsUntil(now, each))
      const sellOne = async (night: DemoNight) => {
        const before = sold.get(night.id) ?? 0
        const momentsLeft = SALE_HOURS.filter((moment) => moment >= hours && moment < sellsUntil(now, night)).length
        const orders = ordersAt(momentsLeft, before)
        sold.set(night.id, before + orders)
        await sellNight(app, { night, orders, sold: before }, people.buyers, String(hours))
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
    await at(machine, hoursUntil(now, night) + DOOR_HOURS, (app) => scanArrivals(app, night, night.organizer))
  }
}

async function addStaff(app: App, people: DemoPeople, nights: readonly DemoNight[]): Promise<void> {
  const by = { userId: people.of.organizer }
  for (const { id, night } of nights) {
    if (night.company !== 'club') continue
    await assignStaff(app, by, { eventId: id, userId: people.of.scanner, kind: 'SCANNER', canScan: true })
    await assignStaff(app, by, { eventId: id, userId: people.of.promoter, kind: 'RRPP', canScan: false })
    await assignStaff(app, by, { eventId: id, userId: people.of.commercial, kind: 'COMERCIAL', canScan: false })
  }
  const pinned = PINNED.flatMap((name) => nights.find(({ night }) => night.name === name)?.id ?? [])
  await pinEvents(app, { userId: people.of.god }, pinned)
}
