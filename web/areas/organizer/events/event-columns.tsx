import { Lock, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay, toLocalTime } from '#contract/dates.ts'
import type { DashboardEvent, getEventsDashboard } from '#contract/events-managed.ts'
import { formatPesos } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import type { ListColumn } from '#web/features/lists/ListView.tsx'
import { counted, grouped } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { RowMenu } from '#web/ui/data/RowMenu.tsx'
import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'
import { actedFromList, type EventAct } from './event-acts.ts'
import { eventMenu } from './event-menu.tsx'
import { stateBadge } from './event-state.ts'

/** From here on there is little left to sell. */
const ALMOST_FULL = 0.9

interface EventColumns {
  canEdit: boolean
  actsOf: (event: DashboardEvent) => readonly EventAct[]
  onAct: (act: EventAct, event: DashboardEvent) => void
}

/** What a row of the organizer's list tells of an event. */
export function eventColumns({
  canEdit,
  actsOf,
  onAct,
}: EventColumns): ListColumn<typeof getEventsDashboard, DashboardEvent>[] {
  return [
    {
      key: 'name',
      header: 'Evento',
      sort: 'name',
      isTitle: true,
      cell: (event) => <NameCell event={event} />,
    },
    { key: 'date', header: 'Fecha', sort: 'date', cell: (event) => <DateCell event={event} /> },
    { key: 'state', header: 'Estado', cell: (event) => <StateCell event={event} /> },
    { key: 'sold', header: 'Vendidas', sort: 'sold', cell: (event) => <SoldCell event={event} /> },
    { key: 'scanned', header: 'Ingresaron', align: 'right', cell: ({ scanned }) => grouped(scanned) },
    { key: 'amount', header: 'Recaudado', align: 'right', cell: ({ amount }) => <b>{formatPesos(amount)}</b> },
    {
      key: 'actions',
      stays: true,
      header: 'Acciones',
      align: 'right',
      cell: (event) => <RowActions event={event} canEdit={canEdit} acts={actsOf(event)} onAct={onAct} />,
    },
  ]
}

function NameCell({ event }: { event: DashboardEvent }) {
  return (
    <span className="flex items-center gap-3">
      <span className="size-14 shrink-0 overflow-hidden rounded-card">
        <Flyer image={event.flyer} alt="" sizes="56px" />
      </span>
      <span className="min-w-0">
        <Link
          to={paths.eventSummary(event.id)}
          className="relative block text-papel no-underline before:absolute before:-inset-y-3 before:right-0 before:left-0 hover:text-celeste hover:underline"
        >
          {event.name}
        </Link>
        <span className="flex items-center gap-1 text-12 font-normal text-humo">
          {event.isPrivate && <Lock aria-label="Privado" role="img" className="size-3.5 shrink-0" />}
          <span className="min-w-0">{event.Location.name}</span>
        </span>
      </span>
    </span>
  )
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

function StateCell({ event }: { event: DashboardEvent }) {
  const { text, tone } = stateBadge(event)
  return <Badge tone={tone}>{text}</Badge>
}

function SoldCell({ event: { name, sold, capacity, held, heldDevices } }: { event: DashboardEvent }) {
  const share = capacity > 0 ? sold / capacity : 0
  return (
    <span className="block max-md:w-40 md:min-w-24">
      <span className="mb-1 block whitespace-nowrap max-md:text-right">
        {grouped(sold)} <span className="text-humo">/ {grouped(capacity)}</span>
      </span>
      <ProgressBar
        label={`Vendidas de ${name}`}
        value={sold}
        max={Math.max(capacity, 1)}
        tone={share >= 1 ? 'yerba' : share >= ALMOST_FULL ? 'sol' : 'celeste'}
      />
      {held > 0 && (
        <span className="mt-1 block text-12 text-humo max-md:text-right">
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
        <LinkButton asChild tone="quiet" size="s">
          <Link to={paths.editEvent(event.id)} aria-label={`Editar ${event.name}`}>
            <Pencil aria-hidden="true" className="size-4" />
            Editar
          </Link>
        </LinkButton>
      )}
      <RowMenu label={`Acciones de ${event.name}`} items={items} />
    </span>
  )
}
