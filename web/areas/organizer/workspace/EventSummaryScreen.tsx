import { TicketPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { getManagedEvent, type ManagedEvent, type ManagedTicketType } from '#contract/events/events-managed.ts'
import { figures } from '#contract/values/figures.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import { eventPath, paths } from '#contract/api/paths.ts'
import { useLive } from '#web/api/live.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { shareOf } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import type { ChartData } from '#web/ui/charts/chart-data.ts'
import { classes } from '#web/ui/base/classes.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { CopyButton } from '#web/ui/data/CopyButton.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { nextStep, type NextStep } from './event-next.ts'
import { useActsOfOpenEvent } from './EventStatus.tsx'
import { EventMoney } from '../sales/EventMoney.tsx'
import { eventSettlementPath } from '../settlement/settlement-list.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { useMay, usePerson } from '#web/shell/session/person.ts'

/** Charts come after the figures that they draw. */
const Chart = lazy(async () => ({ default: (await import('#web/ui/charts/Chart.tsx')).Chart }))
const SalesByDay = lazy(async () => ({ default: (await import('../sales/SalesByDay.tsx')).SalesByDay }))
const MoveNotices = lazy(async () => ({ default: (await import('./MoveNotices.tsx')).MoveNotices }))
const CommercialChanges = lazy(async () => ({
  default: (await import('./CommercialChanges.tsx')).CommercialChanges,
}))
const GenerateDialog = lazy(async () => ({ default: (await import('../tickets/GenerateDialog.tsx')).GenerateDialog }))
const CancellationPanel = lazy(async () => ({ default: (await import('./CancellationPanel.tsx')).CancellationPanel }))

/** `/organizador/eventos/:id`: how the sale of an event goes while it is looked at, its link, and what comes next. */
function EventSummaryScreen() {
  const { id = '' } = useParams()
  const may = useMay()
  const { companyId } = usePerson()
  const { data: event } = useLive(getManagedEvent, { params: { id } })
  usePageTitle(event?.name ?? 'Resumen del evento')
  if (!event) return <SummarySkeleton />
  return (
    <div className={frame}>
      <Next event={event} canEdit={may.edit} />
      <div className={classes('flex flex-col gap-8 empty:hidden', figuresPlace)}>
        {event.state === 'cancelled' && (
          <Suspense fallback={<Skeleton label="Cargando la cancelación" className="h-72" />}>
            <CancellationPanel eventId={event.id} mayAct={may.edit} mayRefund={may.refundAll} />
          </Suspense>
        )}
        {hasSold(event) && <EventMoney eventId={event.id} />}
      </div>
      <div className={classes('flex flex-col gap-6 empty:hidden', secondColumn)}>
        {event.state === 'active' && !event.isExpired && <ShareLink event={event} />}
        {event.movedUntil !== null && (
          <Suspense fallback={null}>
            <MoveNotices eventId={event.id} />
          </Suspense>
        )}
        <Suspense fallback={null}>
          <CommercialChanges eventId={event.id} />
        </Suspense>
      </div>
      <div className={classes('flex flex-col gap-6', main)}>
        {hasSold(event) && (
          <Suspense fallback={<Skeleton label="Cargando las ventas" className="h-60" />}>
            <SalesByDay eventId={event.id} />
          </Suspense>
        )}
        <Sale event={event} canEdit={may.edit} hasCompany={companyId !== null} />
      </div>
    </div>
  )
}

/** On a phone: next step, money, link, sale (long with forty types); on a desktop money and sale have their own column. */
const frame = 'grid gap-x-6 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_auto_1fr]'
const secondColumn = 'lg:col-start-2 lg:self-start'
const figuresPlace = 'min-w-0 lg:col-start-1 lg:row-start-1'
const main = 'min-w-0 lg:col-start-1 lg:row-start-2'

/** Before the first sale, and for free events, there is no money to show. */
const hasSold = ({ hasSales, ticketTypes }: ManagedEvent) => hasSales && ticketTypes.some(({ price }) => price > 0)

function Next({ event, canEdit }: { event: ManagedEvent; canEdit: boolean }) {
  const step = nextStep(event, canEdit)
  const { acts, ask, dialog } = useActsOfOpenEvent(event)
  const way = step.leadsTo && ways[step.leadsTo]
  return (
    <Section card title="Qué sigue" look="eyebrow" className={secondColumn}>
      <div>
        <p className="display text-22">{step.title}</p>
        <p className="mt-1 text-humo">{step.text}</p>
      </div>
      {way && (
        <ScreenButton wide to={way.to(event.id)}>
          {way.text}
        </ScreenButton>
      )}
      {step.leadsTo === 'publish' && acts.includes('publish') && (
        <Button wide onClick={() => ask('publish')}>
          {event.state === 'inactive' ? 'Volver a publicar' : 'Publicar'}
        </Button>
      )}
      {dialog}
    </Section>
  )
}

const ways: Partial<Record<NonNullable<NextStep['leadsTo']>, { text: string; to: (id: string) => string }>> = {
  edit: { text: 'Ir a editar', to: paths.editEvent },
  payments: { text: 'Ir a Cobros', to: paths.organizerPayments },
  refunds: { text: 'Ir a Reembolsos', to: paths.organizerRefunds },
}

function ShareLink({ event }: { event: ManagedEvent }) {
  const url = new URL(eventPath(event), window.location.origin).href
  return (
    <Section card title="Enlace para compartir" look="eyebrow">
      <Link to={eventPath(event)} className="link block py-2 text-14 wrap-anywhere">
        {url}
      </Link>
      <CopyButton
        text={url}
        label="Copiar enlace"
        copied="Copiamos el enlace"
        denied="No pudimos copiarlo: copialo a mano"
      />
    </Section>
  )
}

function Sale({ event, canEdit, hasCompany }: { event: ManagedEvent; canEdit: boolean; hasCompany: boolean }) {
  const { ticketTypes } = event
  const sum = (of: 'sold' | 'held' | 'courtesies' | 'capacity') =>
    ticketTypes.reduce((total, type) => total + type[of], 0)
  const sold = sum('sold')
  const taken = sold + sum('held') + sum('courtesies')
  const places = Math.min(event.capacity ?? Infinity, sum('capacity'))
  if (ticketTypes.length === 0) {
    return (
      <section aria-label="Venta">
        <EmptyState
          title="Todavía no tiene entradas"
          action={
            canEdit && (
              <ScreenButton tone="secondary" to={paths.editEvent(event.id)}>
                Agregar entradas
              </ScreenButton>
            )
          }
        >
          Agregale al menos un tipo para poder venderlo.
        </EmptyState>
      </section>
    )
  }
  return (
    <section aria-label="Venta" className="flex flex-col gap-6">
      <Stats label="La venta en números" narrow>
        <Stat {...figures.sold} value={grouped(sold)} note={`${shareOf(sold, places)} de ${grouped(places)}`} />
        <Stat {...figures.held} value={grouped(sum('held'))} note="reservadas" />
        <Stat
          {...figures.courtesies}
          value={grouped(sum('courtesies'))}
          note={`de hasta ${grouped(event.courtesyLimit)}`}
        />
        <Stat {...figures.left} value={grouped(Math.max(places - taken, 0))} note="lugares" />
      </Stats>
      <Suspense fallback={<Skeleton label="Cargando el gráfico" className="h-60" />}>
        <Chart kind="rows" title="Ocupadas por tipo" measured="Vendidas y cortesías" data={byType(ticketTypes)} />
      </Suspense>
      {canEdit && !event.isExpired && (event.state === 'active' || event.state === 'inactive') && (
        <GenerateTickets eventId={event.id} />
      )}
      {sold > 0 && hasCompany && (
        <p>
          <ScreenLink to={eventSettlementPath(event.id)}>Cuánto te queda y cuándo lo cobrás</ScreenLink>
        </p>
      )}
    </section>
  )
}

function GenerateTickets({ eventId }: { eventId: string }) {
  const [asked, setAsked] = useDialogAddress('generar')
  return (
    <div>
      <Button tone="secondary" icon={<TicketPlus className="size-5" />} onClick={() => setAsked('si')}>
        Generar entradas
      </Button>
      {asked && (
        <Suspense fallback={null}>
          <GenerateDialog eventId={eventId} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </div>
  )
}

function byType(types: readonly ManagedTicketType[]): ChartData {
  return {
    heading: 'Tipo',
    labels: types.map(({ name, visibility }) => name + (visibility === 'visible' ? '' : ` (${unseen[visibility]})`)),
    names: types.map(({ name, price }) => `${name} · ${formatPrice(toCents(price))}`),
    series: [
      { label: figures.occupied.label, values: types.map(({ sold, courtesies }) => sold + courtesies) },
      { label: figures.capacity.label, values: types.map(({ capacity }) => capacity) },
      { label: figures.courtesies.label, values: types.map(({ courtesies }) => courtesies) },
      { label: figures.held.label, values: types.map(({ held }) => held) },
    ],
  }
}

const unseen = { hidden: 'oculta', courtesy: 'solo cortesías' } as const

function SummarySkeleton() {
  return (
    <div role="status" aria-label="Cargando el resumen" className={frame}>
      <Skeleton className={classes('h-40', secondColumn, 'w-full')} />
      <div className={classes('flex flex-col gap-6', main)}>
        <Skeleton className="h-28" />
        <Skeleton className="h-80" />
      </div>
    </div>
  )
}

export { EventSummaryScreen as Component }
