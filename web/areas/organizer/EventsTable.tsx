import { EllipsisVertical, Lock, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay, toLocalTime } from '#contract/dates.ts'
import type { DashboardEvent } from '#contract/events.ts'
import { formatPesos } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { counted, grouped } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, type Column, type Sort } from '#web/ui/Table.tsx'
import { actedFromList, type EventAct } from './event-acts.ts'
import { eventMenu } from './event-menu.tsx'
import { stateBadge } from './event-state.ts'

/** From here on there is little left to sell. */
const ALMOST_FULL = 0.9

interface EventsTableProps {
  events: readonly DashboardEvent[]
  sort: Sort
  onSort: (sort: Sort) => void
  canEdit: boolean
  actsOf: (event: DashboardEvent) => readonly EventAct[]
  onAct: (act: EventAct, event: DashboardEvent) => void
}

/** The person's events, one a row; below a desktop, one a card. */
export function EventsTable({ events, sort, onSort, canEdit, actsOf, onAct }: EventsTableProps) {
  const columns: Column<DashboardEvent>[] = [
    {
      key: 'name',
      header: 'Evento',
      sortable: true,
      isTitle: true,
      cell: (event) => <NameCell event={event} canEdit={canEdit} />,
    },
    { key: 'date', header: 'Fecha', sortable: true, cell: (event) => <DateCell event={event} /> },
    { key: 'state', header: 'Estado', cell: (event) => <StateCell event={event} /> },
    { key: 'sold', header: 'Vendidas', sortable: true, cell: (event) => <SoldCell event={event} /> },
    { key: 'scanned', header: 'Ingresaron', align: 'right', cell: ({ scanned }) => grouped(scanned) },
    { key: 'amount', header: 'Recaudado', align: 'right', cell: ({ amount }) => <b>{formatPesos(amount)}</b> },
    {
      key: 'actions',
      header: 'Acciones',
      align: 'right',
      cell: (event) => <RowActions event={event} canEdit={canEdit} acts={actsOf(event)} onAct={onAct} />,
    },
  ]
  return (
    <Card className="max-xl:border-0 max-xl:bg-transparent">
      <Table
        caption="Tus eventos"
        columns={columns}
        rows={events}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={onSort}
      />
    </Card>
  )
}

function NameCell({ event, canEdit }: { event: DashboardEvent; canEdit: boolean }) {
  return (
    <span className="flex items-center gap-3">
      <span className="size-14 shrink-0 overflow-hidden rounded-card">
        <Flyer image={event.flyer} alt="" sizes="56px" />
      </span>
      <span className="min-w-0">
        <Link
          to={paths.editEvent(event.id)}
          aria-label={canEdit ? `Editar ${event.name}` : event.name}
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
      <span className="text-humo max-xl:before:content-[',_'] xl:block">{toLocalTime(event.startDate)}</span>
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
    <span className="block max-xl:w-40 xl:min-w-24">
      <span className="mb-1 block whitespace-nowrap max-xl:text-right">
        {grouped(sold)} <span className="text-humo">/ {grouped(capacity)}</span>
      </span>
      <ProgressBar
        label={`Vendidas de ${name}`}
        value={sold}
        max={Math.max(capacity, 1)}
        tone={share >= 1 ? 'yerba' : share >= ALMOST_FULL ? 'sol' : 'celeste'}
      />
      {held > 0 && (
        <span className="mt-1 block text-12 text-humo max-xl:text-right">
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
          <Link to={paths.editEvent(event.id)} aria-hidden="true" tabIndex={-1}>
            <Pencil aria-hidden="true" className="size-4" />
            Editar
          </Link>
        </LinkButton>
      )}
      {items.length > 0 && (
        <Menu
          label={`Acciones de ${event.name}`}
          trigger={<EllipsisVertical aria-hidden="true" className="size-5" />}
          triggerClassName="inline-flex size-11 items-center justify-center rounded-full hover:bg-mesa-2"
          items={items}
        />
      )}
    </span>
  )
}

/** The table's bones. */
export function EventsTableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Cargando eventos" className="flex flex-col gap-3">
      {Array.from({ length: rows }, (_, index) => (
        <Card key={index} className="flex flex-col gap-3 p-4 xl:flex-row xl:items-center xl:gap-4">
          <div className="flex items-center gap-3 xl:contents">
            <Skeleton className="size-14 shrink-0" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-4 w-1/3" />
            </div>
          </div>
          {['w-28', 'w-20', 'w-40', 'w-12', 'w-24', 'w-32'].map((width, line) => (
            <div key={width} className={classes('flex justify-between gap-4', line > 2 && 'xl:hidden')}>
              <Skeleton className="h-6 w-20 xl:hidden" />
              <Skeleton className={classes('h-6', width)} />
            </div>
          ))}
        </Card>
      ))}
    </div>
  )
}
