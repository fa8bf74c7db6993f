import { Lock, Pencil } from 'lucide-react'
import { formatDay, formatMoment, toLocalTime } from '#contract/values/dates.ts'
import type { DashboardEvent } from '#contract/events/events-managed.ts'
import { figures } from '#contract/values/figures.ts'
import { paths } from '#contract/api/paths.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { cell, figure, money, picture, type Columns } from '#web/features/lists/columns.tsx'
import { FailedRefundsLink } from '#web/features/refunds/FailedRefundsLink.tsx'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'
import { RowMenu } from '#web/ui/data/RowMenu.tsx'
import { actedFromList, type EventAct } from './event-acts.ts'
import { eventMenu } from './event-menu.tsx'
import { stateBadge } from '#web/features/events/event-state.ts'
import type { events } from './EventsScreen.tsx'

/** From here on there is little left to sell. */
const ALMOST_FULL = 0.9

interface EventColumns {
  canEdit: boolean
  actsOf: (event: DashboardEvent) => readonly EventAct[]
  onAct: (act: EventAct, event: DashboardEvent) => void
  /** How many refunds of it failed. */
  failedOf: (event: DashboardEvent) => number
}

export function eventColumns({ canEdit, actsOf, onAct, failedOf }: EventColumns): Columns<typeof events> {
  return [
    picture(
      'Evento',
      ({ id, name, flyer, isPrivate, startDate, Location }) => ({
        title: name,
        to: paths.eventSummary(id),
        image: flyer,
        sign: (
          <>
            {isPrivate && <Lock aria-label="Privado" role="img" className="size-3.5 shrink-0 text-humo" />}
            {/* A row of a phone has no column for it. */}
            <span className="text-12 font-normal whitespace-nowrap text-sol md:hidden">
              {startDate ? formatMoment(startDate) : 'Sin fecha'}
            </span>
            <span className="text-12 font-normal wrap-anywhere text-humo max-md:hidden">{Location.name}</span>
          </>
        ),
      }),
      { sort: 'name' },
    ),
    cell('Fecha', (event) => <DateCell event={event} />, { sort: 'date' }),
    cell(
      'Estado',
      (event) => (
        <span className="flex flex-col items-start gap-2 max-md:relative max-md:items-end">
          <Badge tone={stateBadge(event).tone}>{stateBadge(event).one}</Badge>
          {failedOf(event) > 0 && <FailedRefundsLink eventId={event.id} count={failedOf(event)} />}
        </span>
      ),
      { phone: 'first' },
    ),
    cell(figures.sold, (event) => <SoldCell event={event} />, { sort: 'sold', phone: 'second' }),
    figure(figures.admitted, ({ scanned }) => scanned),
    money(figures.paid, ({ paidCents }) => paidCents, { look: 'strong' }),
    {
      ...cell('Acciones', (event) => <RowActions event={event} canEdit={canEdit} acts={actsOf(event)} onAct={onAct} />),
      align: 'right',
      sticky: true,
      phone: 'end',
    },
  ]
}

function DateCell({ event }: { event: DashboardEvent }) {
  if (!event.startDate) return <span className="text-humo">Sin fecha</span>
  return (
    <span className="whitespace-nowrap">
      {formatDay(event.startDate)}
      <span className="text-humo max-md:before:content-[',_'] md:block">{toLocalTime(event.startDate)}</span>
    </span>
  )
}

function SoldCell({ event: { name, sold, capacity, held, heldDevices } }: { event: DashboardEvent }) {
  const share = capacity > 0 ? sold / capacity : 0
  return (
    <span className="block md:min-w-24">
      <span className="block whitespace-nowrap max-md:text-right md:mb-1">
        {grouped(sold)} <span className="text-humo">/ {grouped(capacity)}</span>
      </span>
      <span className="block max-md:hidden">
        <ProgressBar
          label={`${figures.sold.label} de ${name}`}
          value={sold}
          max={Math.max(capacity, 1)}
          tone={share >= 1 ? 'yerba' : share >= ALMOST_FULL ? 'sol' : 'celeste'}
        />
      </span>
      {held > 0 && (
        <span className="mt-1 block text-12 text-humo max-md:hidden">
          {grouped(held)} sin pagar · {counted(heldDevices, 'dispositivo', 'dispositivos')}
        </span>
      )}
    </span>
  )
}

interface RowActionsProps {
  event: DashboardEvent
  canEdit: boolean
  acts: readonly EventAct[]
  onAct: (act: EventAct, event: DashboardEvent) => void
}

function RowActions({ event, canEdit, acts, onAct }: RowActionsProps) {
  const items = eventMenu(event, actedFromList(event), acts, (act) => onAct(act, event))
  return (
    <span className="flex items-center justify-end gap-1">
      {canEdit && (
        <ScreenButton
          tone="quiet"
          size="s"
          to={paths.editEvent(event.id)}
          aria-label={`Editar ${event.name}`}
          className="max-md:hidden"
        >
          <Pencil className="size-4" />
          Editar
        </ScreenButton>
      )}
      <RowMenu label={`Acciones de ${event.name}`} items={items} />
    </span>
  )
}
