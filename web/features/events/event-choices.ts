import { formatDay } from '#contract/dates.ts'
import { getEventsDashboardPreview, getManagedEvent } from '#contract/events-managed.ts'
import { searchedChoices } from '#web/features/lists/searched-choices.ts'

interface ShownEvent {
  readonly name: string
  readonly startDate: string | null
}

export const eventLabel = ({ name, startDate }: ShownEvent) => (startDate ? `${name} · ${formatDay(startDate)}` : name)

/** The events that the person manages, searched by name. */
export const eventChoices = searchedChoices(
  {
    spec: getEventsDashboardPreview,
    input: (eventName) => ({ query: eventName === '' ? {} : { eventName } }),
    choices: ({ events }) => events.map((event) => ({ value: event.id, label: eventLabel(event) })),
  },
  { spec: getManagedEvent, input: (id) => ({ params: { id } }), label: eventLabel },
)
