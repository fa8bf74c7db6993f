import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { Link, useParams } from 'react-router'
import type { ManagedEvent, ManagedTicketType } from '#contract/events-managed.ts'
import { formatPrice } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { grouped } from '#web/lib/numbers.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { mayEdit } from './event-acts.ts'
import { nextStep } from './event-next.ts'
import { hasPublicPage } from './event-state.ts'
import { managedEventQuery } from './EventWorkspace.tsx'
import { usePerson } from './use-person.ts'

/** `/organizador/eventos/:id`: how the sale of an event goes, its link, and what comes next. */
function EventSummaryScreen() {
  const { id = '' } = useParams()
  const person = usePerson()
  const { data: event } = useQuery(managedEventQuery(id))
  if (!event || !person) return <SummarySkeleton />
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Sale event={event} />
      <div className="flex flex-col gap-6 max-lg:order-first">
        <Next event={event} canEdit={mayEdit(person)} />
        {hasPublicPage(event) && <ShareLink event={event} />}
      </div>
    </div>
  )
}

function Next({ event, canEdit }: { event: ManagedEvent; canEdit: boolean }) {
  const step = nextStep(event, canEdit)
  return (
    <Card asChild className="p-5">
      <section aria-label="Qué sigue">
        <h2 className="eyebrow mb-2 text-sol">Qué sigue</h2>
        <p className="display text-22">{step.title}</p>
        <p className="mt-1 text-humo">{step.text}</p>
        {step.leadsTo === 'edit' && (
          <LinkButton asChild wide className="mt-4">
            <Link to={paths.editEvent(event.id)}>Ir a editar</Link>
          </LinkButton>
        )}
      </section>
    </Card>
  )
}

function ShareLink({ event }: { event: ManagedEvent }) {
  const url = new URL(paths.event(event.id), window.location.origin).href
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      showToast('Copiamos el enlace', 'success')
    } catch {
      // Closed to us by the browser: the address stands in sight, to be copied by hand.
      showToast('No pudimos copiarlo: copialo a mano', 'error')
    }
  }
  return (
    <Card asChild className="p-5">
      <section aria-label="Enlace para compartir">
        <h2 className="eyebrow mb-2 text-sol">Enlace para compartir</h2>
        <Link to={paths.event(event.id)} className="link text-14 wrap-anywhere">
          {url}
        </Link>
        <Button
          tone="secondary"
          wide
          className="mt-4"
          icon={<Copy aria-hidden="true" className="size-5" />}
          onClick={() => void copy()}
        >
          Copiar enlace
        </Button>
      </section>
    </Card>
  )
}

function Sale({ event }: { event: ManagedEvent }) {
  const { ticketTypes } = event
  const sum = (of: 'sold' | 'held' | 'courtesies' | 'capacity') =>
    ticketTypes.reduce((total, type) => total + type[of], 0)
  const facts = [
    ['Vendidas', sum('sold')],
    ['Sin pagar', sum('held')],
    ['Cortesías', sum('courtesies')],
    ['Lugares', event.capacity ?? sum('capacity')],
  ] as const
  return (
    <section aria-label="Venta" className="min-w-0">
      <dl className="mb-6 grid grid-cols-2 gap-3 xl:grid-cols-4">
        {facts.map(([name, value]) => (
          <Card key={name} className="p-4">
            <dt className="text-14 text-humo">{name}</dt>
            <dd className="display text-28">{grouped(value)}</dd>
          </Card>
        ))}
      </dl>
      <h2 className="display mb-3 text-22">Por tipo de entrada</h2>
      {ticketTypes.length === 0 ? (
        <EmptyState title="Todavía no tiene entradas">Agregale al menos un tipo para poder venderlo.</EmptyState>
      ) : (
        <Card asChild>
          <ul className="divide-y divide-linea">
            {ticketTypes.map((type) => (
              <TypeRow key={type.id} type={type} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

function TypeRow({ type: { name, price, sold, capacity, held, courtesies, visibility } }: { type: ManagedTicketType }) {
  const share = capacity > 0 ? sold / capacity : 0
  const beside = [
    ...(visibility === 'visible' ? [] : [visibility === 'hidden' ? 'oculta' : 'solo cortesías']),
    ...(held > 0 ? [`${grouped(held)} sin pagar`] : []),
    ...(courtesies > 0 ? [`${grouped(courtesies)} de cortesía`] : []),
  ]
  return (
    <li className="flex flex-col gap-2 p-4">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 font-bold wrap-anywhere">
          {name} <span className="font-normal text-humo">· {formatPrice(price)}</span>
        </p>
        <p className="whitespace-nowrap">
          {grouped(sold)} <span className="text-humo">/ {grouped(capacity)}</span>
        </p>
      </div>
      <ProgressBar
        label={`Vendidas de ${name}`}
        value={sold}
        max={Math.max(capacity, 1)}
        tone={share >= 1 ? 'yerba' : 'celeste'}
      />
      {beside.length > 0 && <p className="text-14 text-humo">{beside.join(' · ')}</p>}
    </li>
  )
}

function SummarySkeleton() {
  return (
    <div role="status" aria-label="Cargando el resumen" className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-20 w-full" />
        <Skeleton className="h-20 w-full" />
      </div>
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

export { EventSummaryScreen as Component }
