/** The demo: people, companies and nights made five weeks ago, then sales and doors up to today. */
import type { App } from '#server/context.ts'
import { assignStaff } from '#server/modules/events/assign-staff.ts'
import { pinEvents } from '#server/modules/events/pin-events.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createClock } from '#server/shared/clock.ts'
import { toLocalDate } from '#contract/dates.ts'
import type { Config } from '#server/config.ts'
import { addCompanies, addNight, type DemoNight } from './add-nights.ts'
import { demoNights } from './nights.ts'
import { addPeople, type DemoPeople } from './people.ts'
import { at, type TimeMachine } from './time-travel.ts'

const BEGINS_HOURS = -35 * 24
const PINNED = ['Fiesta Lunar Rosario', 'La Previa del Río', 'Ciclo Hipnosis']

/** Fills an empty database through the use cases. */
export async function seedDemo(config: Config, connectionString: string): Promise<void> {
  const log = createLogger({ level: 'warn', pretty: true })
  const machine: TimeMachine = { config, connectionString, log }
  const today = toLocalDate(createClock().now())
  await at(machine, BEGINS_HOURS, async (app) => {
    const people = await addPeople(app)
    const companies = await addCompanies(app, people)
    const nights: DemoNight[] = []
    for (const night of demoNights) nights.push(await addNight(app, companies[night.company], night, today))
    await addStaff(app, people, nights)
  })
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
