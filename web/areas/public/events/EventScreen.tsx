import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useLoaderData, useNavigate, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { formatDay, toLocalTime } from '#contract/values/dates.ts'
import { eventNotice, isOn } from '#contract/first-paint/event-notice.ts'
import { getEventPage, getTicketTypes } from '#contract/events/events.ts'
import type { EventPage } from '#contract/events/event-schemas.ts'
import { canBeBought, closedWords, priceRange } from '#contract/first-paint/type-words.ts'
import { formatMoney, formatPrice } from '#contract/values/money.ts'
import { eventPath, paths } from '#contract/api/paths.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { chosenLines, startingChoice, ticketsWords, totalsOf } from '../checkout/choice.ts'
import { useLinkedCodes } from '../checkout/linked-codes.ts'
import { storedDiscount } from '../checkout/stored.ts'
import { TicketTypePicker } from '../checkout/TicketTypePicker.tsx'
import { useChoice } from '../checkout/use-choice.ts'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { MoveNotice } from '#web/features/moves/MoveNotice.tsx'
import { nowInstant } from '#web/lib/clock.ts'
import { useRestDrawn } from '#web/lib/start/use-rest-drawn.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useSaidAddress } from '#web/features/links/use-said-address.ts'
import { scrollBehavior } from '#web/lib/scroll-behavior.ts'
import { BottomBar } from '#web/ui/overlays/BottomBar.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { Flyer, FlyerLight } from '#web/features/events/Flyer.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { EventFacts } from './EventFacts.tsx'
import { Offers, Waiting } from '../waiting/lazy-waiting.tsx'
import { ShareEvent } from './ShareEvent.tsx'
import { useOwnWaiting } from '../waiting/use-own-waiting.ts'
import { choiceFor, typesFor } from '../waiting/waiting.ts'

const loadPaused = () => import('./PausedEvent.tsx')
const PausedEvent = lazy(async () => ({ default: (await loadPaused()).PausedEvent }))
const UnseenEvent = lazy(async () => ({ default: (await loadPaused()).UnseenEvent }))
// After the page itself: few events have one.
const EventRaffles = lazy(() => import('../raffles/EventRaffles.tsx'))

export const query = (id: string) => endpointQuery(getEventPage, { params: { id } })
const typesQuery = (eventId: string) => endpointQuery(getTicketTypes, { query: { eventId } }, { fresh: true })

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const id = String(params['id'])
  void queryClient.prefetchQuery(typesQuery(id))
  try {
    await queryClient.ensureQueryData(query(id))
    return null
  } catch (error) {
    const paused = isApiFailure(error, 'event_not_found') ? await (await loadPaused()).findPaused(id) : null
    if (paused === null) throw error
    return paused
  }
}

function EventOrPause() {
  const paused = useLoaderData<typeof loader>()
  if (!paused) return <EventScreen />
  return (
    <Suspense>
      <PausedEvent {...paused} />
    </Suspense>
  )
}

function EventScreen() {
  const { id = '' } = useParams()
  const { data: event } = useSuspenseQuery(query(id))
  usePageTitle(event.name)
  useLinkedCodes(event.id)
  const isUnseen = event.state === 'inactive' || event.state === 'pending'
  useSaidAddress(eventPath(event))
  const isOver = event.isExpired || event.state !== 'active'
  const isRestDrawn = useRestDrawn()
  return (
    <article className="relative isolate mx-auto max-w-[1280px] lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:gap-12 lg:px-10 lg:pt-28 lg:pb-16">
      {event.flyer && <Light image={event.flyer} />}
      {/* Whole, and below the bar: neither cuts its lettering. */}
      <div className="pt-16 lg:sticky lg:top-28 lg:self-start lg:pt-0">
        <div
          className={classes(
            'relative w-full overflow-hidden lg:rounded-card lg:border lg:border-linea',
            event.flyer ? 'aspect-[4/5] max-h-[52dvh] lg:max-h-[calc(100dvh-9rem)]' : 'h-28 lg:h-64',
          )}
        >
          <Flyer image={event.flyer} alt="" sizes="(min-width: 1024px) 560px, 100vw" priority whole="inStrip" />
        </div>
      </div>
      <div className="px-5 pt-5 pb-10 md:px-10 lg:px-0 lg:pt-0">
        <Heading event={event} />
        <MoveNotice event={event} className="mb-6" />
        {isUnseen ? (
          <Suspense>
            <UnseenEvent event={event} />
          </Suspense>
        ) : isOver ? (
          <Over event={event} />
        ) : (
          <Buy event={event} />
        )}
        {isRestDrawn && (
          <>
            <Suspense>{!isOver && <EventRaffles eventId={event.id} />}</Suspense>
            <EventFacts event={event} />
          </>
        )}
      </div>
    </article>
  )
}

/** The page takes its light from the flyer. */
function Light({ image }: { image: NonNullable<EventPage['flyer']> }) {
  return (
    <div aria-hidden="true" className="absolute inset-x-0 top-0 -z-10 h-[44rem] overflow-hidden">
      <FlyerLight image={image} className="inset-0 size-full scale-125 opacity-25" />
      <div className="absolute inset-0 bg-linear-to-b from-transparent to-noche" />
    </div>
  )
}

function Heading({ event }: { event: EventPage }) {
  const notice = eventNotice(event)
  const until = event.endTime ? ` a ${event.endTime}` : ''
  return (
    <header className="relative mb-8">
      <div className="mb-2 flex flex-wrap items-center gap-3 max-lg:min-h-11 max-lg:pr-14">
        <p className="eyebrow text-sol">
          {event.startDate
            ? `${formatDay(event.startDate)} · ${toLocalTime(event.startDate)}${until}`
            : 'Fecha a confirmar'}
        </p>
        {isOn(event, nowInstant()) && <Badge tone="sol">Ahora</Badge>}
        {notice && <Badge tone={notice.tone}>{notice.text}</Badge>}
      </div>
      <h1 translate="no" className="display mb-3 text-34 text-balance lg:text-48">
        {event.name}
      </h1>
      <p className="text-humo">
        {event.Location.name} · {event.adress}, {event.Location.city}
      </p>
      <p className="mt-1 text-humo">
        Organiza{' '}
        <Link to={paths.company(event.company.slug)} className="font-bold text-celeste no-underline hover:underline">
          {event.company.name}
        </Link>
        {event.minimumAge !== null && ` · +${event.minimumAge}`}
      </p>
      <div className="max-lg:absolute max-lg:top-0 max-lg:right-0 lg:mt-4">
        <ShareEvent event={event} />
      </div>
    </header>
  )
}

function Over({ event }: { event: EventPage }) {
  return (
    <Section
      card
      title={event.state === 'cancelled' ? 'Este evento se canceló' : 'Este evento ya pasó'}
      className="mb-8"
    >
      {event.state === 'cancelled' ? (
        <p className="text-humo">
          Si compraste, te corresponde la devolución de todo lo que pagaste, con el cargo por servicio, en el mismo
          medio de pago: la hace {event.company.name} y te avisamos cuando esté. Podés seguirla en{' '}
          <Link to={paths.clientHistory()} className="text-celeste">
            Mis compras
          </Link>
          , y las reglas están en{' '}
          <Link to={paths.refundPolicy()} className="text-celeste">
            Devoluciones
          </Link>
          .
        </p>
      ) : (
        <MoreOfCompany company={event.company} />
      )}
    </Section>
  )
}

function MoreOfCompany({ company, before }: { company: EventPage['company']; before?: string }) {
  return (
    <p className="text-humo">
      {before !== undefined && <span className="font-bold text-papel">{before}. </span>}Mirá{' '}
      <Link to={paths.company(company.slug)} className="text-celeste">
        qué más organiza {company.name}
      </Link>
      .
    </p>
  )
}

function Buy({ event }: { event: EventPage }) {
  const navigate = useNavigate()
  const { id = '' } = useParams()
  const types = useQuery(typesQuery(id))
  const [search] = useSearchParams()
  const hasDiscount = search.has('codigo') || storedDiscount.read(event.id) !== null
  const [choice, change] = useChoice(event.id)
  const { own, lookAgain } = useOwnWaiting(event.id, types.data?.ticketTypes)
  if (!types.data) {
    return <Unloaded read={types} label="Cargando entradas" skeleton={<TypesSkeleton />} />
  }
  const ticketTypes = typesFor(types.data.ticketTypes, own ?? [])
  const chosen = choiceFor(startingChoice(ticketTypes, choice), own ?? [])
  const totals = totalsOf(chosenLines(event, ticketTypes, chosen))
  const closed = ticketTypes.some(canBeBought) ? null : closedWords(ticketTypes)
  return (
    <Section title="Entradas" id="entradas" className="mb-10">
      {ticketTypes.length === 0 ? (
        <Card className="p-5 text-humo">
          Todavía no hay entradas a la venta. Guardá el evento y volvé más cerca de la fecha.
        </Card>
      ) : (
        <>
          <Offers own={own} types={ticketTypes} onOver={lookAgain} />
          <TicketTypePicker
            event={event}
            types={ticketTypes}
            choice={chosen}
            onChange={change}
            whenSoldOut={(type) => <Waiting event={event} type={type} own={own} />}
          />
          {closed && <MoreOfCompany company={event.company} before={closed} />}
          {!closed && hasDiscount && (
            <p className="text-14 text-humo">Tu código de descuento se aplica en el próximo paso.</p>
          )}
          {!closed && (
            <BottomBar {...(totals.tickets > 0 && { className: 'md:sticky md:bottom-4' })}>
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 md:mt-5 md:rounded-card md:border md:border-linea md:bg-tinta md:p-4">
                <p translate="no" className="min-w-0 flex-[1_1_9rem]" aria-live="polite">
                  {totals.tickets > 0 ? (
                    <>
                      <span className="display block text-22 whitespace-nowrap">{formatPrice(totals.totalCents)}</span>
                      <span className="block text-12 text-humo">
                        {ticketsWords(totals.tickets)}
                        {totals.feeCents > 0 && ` · incluye servicio ${formatMoney(totals.feeCents)}`}
                      </span>
                    </>
                  ) : (
                    <>
                      <span className="block text-16 font-bold">{priceRange(ticketTypes)}</span>
                      <span className="block text-12 text-humo">Hasta {event.orderLimit} por compra</span>
                    </>
                  )}
                </p>
                {totals.tickets > 0 ? (
                  <Button
                    onClick={() => {
                      change(chosen)
                      void navigate(paths.buyTicket(event.id))
                    }}
                    className="min-w-32 shrink-0 grow sm:min-w-40 sm:grow-0"
                  >
                    {totals.totalCents === 0 ? 'Reservar' : 'Comprar'}
                  </Button>
                ) : (
                  <Button
                    onClick={() => document.getElementById('entradas')?.scrollIntoView({ behavior: scrollBehavior() })}
                    className="min-w-40 grow sm:grow-0 lg:hidden"
                  >
                    Elegir entradas
                  </Button>
                )}
              </div>
            </BottomBar>
          )}
        </>
      )}
    </Section>
  )
}

function TypesSkeleton() {
  return (
    <div className="mb-10 flex flex-col gap-3">
      <Skeleton className="h-6 w-28" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  )
}

export { EventOrPause as Component }
