import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, use, useCallback, useEffect, useRef, useState, type ComponentProps } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatMoment } from '#contract/values/dates.ts'
import { getEventPage, getTicketTypes } from '#contract/events/events.ts'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { listDrinks } from '#contract/events/drinks.ts'
import { eventPath, paths } from '#contract/api/paths.ts'
import { canBeBought } from '#contract/first-paint/type-words.ts'
import { regretUntil } from '#contract/sales/regret.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { chosenLines, startingChoice, totalsOf, type AppliedDiscount } from './choice.ts'
import { useReferrerCodes } from './linked-codes.ts'
import { OrderSummary } from './OrderSummary.tsx'
import { TicketTypePicker } from './TicketTypePicker.tsx'
import { storedHold } from '#web/features/checkout/stored-hold.ts'
import { usePageShownAgain } from '#web/lib/use-page-shown-again.ts'
import { DrinkPicker } from '#web/features/drinks/DrinkPicker.tsx'
import { Unloaded } from '#web/features/reads/Loaded.tsx'
import { nowInstant } from '#web/lib/clock.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { chosenDrinks, withDrinks } from './drinks-choice.ts'
import { DiscountField } from './DiscountField.tsx'
import { FirstFields } from './FirstFields.tsx'
import { accountForm, fetchBuyerForm, guestForm } from './late-forms.ts'
import { dateBeingTyped, forgetTyped } from './typed-before.ts'
import { useChoice } from './use-choice.ts'
import { Offers, Waiting } from '../waiting/lazy-waiting.tsx'
import { useOwnWaiting } from '../waiting/use-own-waiting.ts'
import { choiceFor, typesFor } from '../waiting/waiting.ts'

export async function loader() {
  await fetchBuyerForm()
  return null
}

// Of few purchases.
const UnpaidOrder = lazy(async () => ({ default: (await import('./UnpaidOrder.tsx')).UnpaidOrder }))

/** In the server's memory and then in the browser's, and a little. */
const STALE_MILLISECONDS = 2 * getTicketTypes.cache.seconds * 1000 + 500

/** The checkout: what, how much with the fee itemised, who, and one button. The choice outlives a sign-in. */
function BuyTicketScreen() {
  const [search] = useSearchParams()
  const eventId = search.get('eventId') ?? ''
  const isNamed = eventId !== ''
  const event = useQuery(endpointQuery(getEventPage, { params: { id: eventId } }, { enabled: isNamed }))
  const types = useQuery(endpointQuery(getTicketTypes, { query: { eventId } }, { fresh: true, enabled: isNamed }))
  const refresh = useRefresh(() => void types.refetch())
  // What was read once stays, and what was chosen with it, when a later look at it fails.
  const failed = [event, types].find(({ isError, data }) => isError && !data)
  if (!isNamed || isApiFailure(failed?.error, 'event_not_found')) return <NoEvent isNamed={isNamed} />
  if (failed) {
    return (
      <div className="column pt-28">
        <h1 className="sr-only">Comprar entradas</h1>
        <Unloaded
          read={{ ...failed, refetch: () => Promise.all([event.refetch(), types.refetch()]) }}
          label="Cargando la compra"
        />
      </div>
    )
  }
  if (!event.data || !types.data) return <CheckoutSkeleton />
  return <Checkout event={event.data} types={types.data.ticketTypes} onStale={refresh} />
}

/** Reads at once and, because the public read may be as old as its cache when a refusal is not, again once it cannot be. */
function useRefresh(read: () => void): () => void {
  const again = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Nothing is read for a screen that was left.
  useEffect(() => () => clearTimeout(again.current), [])
  return () => {
    read()
    clearTimeout(again.current)
    again.current = setTimeout(read, STALE_MILLISECONDS)
  }
}

interface CheckoutProps {
  event: EventPage
  types: readonly TicketType[]
  /** What is left changed under the choice. */
  onStale: () => void
}

function Checkout({ event, types, onStale }: CheckoutProps) {
  useReferrerCodes(event)
  const session = useSession()
  const [choice, change] = useChoice(event.id)
  const [discount, setDiscount] = useState<AppliedDiscount | null>(null)
  const asked = { params: { id: event.id }, query: { isAvailable: true, limit: 100 } } as const
  const menu = useQuery(endpointQuery(listDrinks, asked, { fresh: true }))
  const person = session?.user.id
  // Text typed before the program loaded belongs to this person and this visit.
  useEffect(() => forgetTyped, [person])
  const { own, lookAgain } = useOwnWaiting(event.id, types)
  const shown = typesFor(types, own ?? [])
  const chosen = choiceFor(startingChoice(shown, choice), own ?? [])
  const lines = chosenLines(event, shown, chosen)
  const drinks = chosenDrinks(menu.data?.data.drinks ?? [], chosen, lines.length > 0)
  const totals = withDrinks(totalsOf(lines, discount), drinks)
  const isFree = lines.length > 0 ? totals.totalCents === 0 : types.every(({ price }) => price === 0)
  // What was chosen on the event's page is summed up; choosing opens it again.
  const [isChoosing, setChoosing] = useState(false)
  const isPicking = isChoosing || lines.length === 0
  const drinksMenu = menu.data?.data.drinks ?? []
  // A sold-out event asks for nothing. Places that sell out during a purchase keep its form and message.
  const [wasOver] = useState(() => !shown.some(canBeBought))
  const isOver = wasOver && !shown.some(canBeBought)
  const refused = (code: string) => {
    if (['sold_out', 'not_on_sale', 'ticket_type_not_found'].includes(code)) onStale()
    if (code.startsWith('drink_')) void menu.refetch()
    // What is shown is what would be paid now.
    if (code.startsWith('discount_')) setDiscount(null)
  }
  // Two ways to pay would compete: what is held is paid, given up, or put aside for something else.
  const [stored, setStored] = useState(storedHold.read)
  const [isHeld, setHeld] = useState(false)
  const [isAside, setAside] = useState(false)
  const isOnlyHeld = isHeld && !isAside
  const look = useCallback(() => {
    setStored(storedHold.read())
    setAside(false)
  }, [])
  usePageShownAgain(look)
  useEffect(() => {
    // The browser's arrow brings back how far a longer page was scrolled.
    if (isOnlyHeld) document.getElementById('main')?.scrollIntoView()
  }, [isOnlyHeld])
  const notices = <Notices event={event} isFree={isFree} />
  // What is placed now is left for the provider, and no hold to come back to yet.
  const onPlacing = () => setAside(true)
  const purchase = { event, lines, drinks, totals, discount, notices, onPlacing, onRefused: refused }
  return (
    <div
      className={classes(
        'column grid gap-8 pt-24 pb-16 lg:gap-x-12 lg:pt-28',
        // What was chosen needs no half of a desktop.
        isPicking && !isOnlyHeld && !isOver
          ? 'lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]'
          : 'lg:grid-cols-[minmax(0,36rem)] lg:justify-center',
      )}
    >
      <div>
        <EventLine event={event} />
        <h1 className="display mt-6 mb-4 text-34">{isFree ? 'Tu reserva' : 'Tu compra'}</h1>
        {(session ?? stored) && (
          <Suspense>
            <UnpaidOrder
              eventId={event.id}
              stored={stored}
              isAside={isAside}
              onAside={() => setAside(true)}
              onHeld={setHeld}
              onGone={onStale}
            />
          </Suspense>
        )}
        {!isOnlyHeld && (
          <>
            <Offers own={own} types={types} onOver={lookAgain} />
            <h2 className="sr-only">Entradas</h2>
            {isPicking ? (
              <>
                <TicketTypePicker
                  event={event}
                  types={shown}
                  choice={chosen}
                  onChange={(next) => {
                    setChoosing(true)
                    change(next)
                  }}
                  whenSoldOut={(type) => <Waiting event={event} type={type} own={own} />}
                />
                {drinksMenu.length > 0 && <DrinkPicker menu={drinksMenu} choice={chosen} onChange={change} />}
              </>
            ) : (
              <Button tone="secondary" size="s" onClick={() => setChoosing(true)}>
                {drinksMenu.length > 0 ? 'Cambiar o sumar bebidas' : 'Cambiar'}
              </Button>
            )}
          </>
        )}
      </div>
      {!isOnlyHeld && !isOver && (
        <aside aria-label="Resumen" className={classes(isPicking && 'lg:sticky lg:top-28 lg:self-start')}>
          <Card className="p-5">
            <OrderSummary lines={lines} drinks={drinks} totals={totals} code={discount?.code ?? null} />
            {types.some(({ price }) => price > 0) && (
              <DiscountField
                key={person}
                eventId={event.id}
                applied={discount}
                takesNothing={lines.length > 0 && totals.discountCents === 0}
                onChange={setDiscount}
              />
            )}
            {session ? (
              <Suspense fallback={<Skeleton className="mt-4 h-72" />}>
                <accountForm.Part user={session.user} {...purchase} />
              </Suspense>
            ) : (
              <GuestHalf {...purchase} isFree={isFree} />
            )}
          </Card>
        </aside>
      )}
    </div>
  )
}

type GuestPurchase = Omit<ComponentProps<typeof guestForm.Part>, 'isPressed' | 'onPressTaken'>

/**
 * The buyer's half without a session. A press made before the form arrives counts for the cart and the fields as they were: a later
 * change of either discards it, and so does anything shown in their place.
 */
function GuestHalf({ isFree, ...purchase }: GuestPurchase & { isFree: boolean }) {
  const { lines, drinks, totals } = purchase
  const [pressed, setPressed] = useState<string | null>(null)
  const cart = JSON.stringify([lines.map(({ type, quantity }) => [type.id, quantity]), drinks, totals])
  if (pressed !== null && pressed !== cart) setPressed(null)
  return (
    <Suspense
      fallback={
        <FirstFields
          totals={totals}
          drinks={drinks}
          label={isFree ? 'Reservar' : 'Pagar con Mercado Pago'}
          canPay={lines.length > 0}
          isPressed={pressed !== null}
          onPress={(isPressed) => setPressed(isPressed ? cart : null)}
        />
      }
    >
      <WholeGuestForm {...purchase} isPressed={pressed === cart} onPressTaken={() => setPressed(null)} />
    </Suspense>
  )
}

function WholeGuestForm(props: ComponentProps<typeof guestForm.Part>) {
  const typing = dateBeingTyped()
  if (typing) use(typing)
  return <guestForm.Part {...props} />
}

function EventLine({ event }: { event: EventPage }) {
  return (
    <Link to={eventPath(event)} className="flex items-center gap-4 text-papel no-underline">
      <span className="block size-20 shrink-0 overflow-hidden rounded-card border border-linea">
        <Flyer image={event.flyer} alt="" sizes="80px" priority />
      </span>
      <span className="min-w-0">
        <span className="block text-18 leading-snug font-bold text-balance wrap-anywhere">{event.name}</span>
        <span className="block text-14 text-sol first-letter:uppercase">
          {event.startDate ? formatMoment(event.startDate) : 'Fecha a confirmar'}
        </span>
        <span className="block text-14 wrap-anywhere text-humo">
          {event.Location.name}, {event.Location.city}
        </span>
      </span>
    </Link>
  )
}

function Notices({ event, isFree }: { event: EventPage; isFree: boolean }) {
  const { until } = regretUntil(nowInstant(), event.startDate)
  return (
    <div className="mt-4 flex flex-col gap-2 text-14 text-humo">
      {event.minimumAge !== null && (
        <p className="font-semibold text-sol">
          {event.forbidsMinors
            ? `Solo mayores de ${event.minimumAge} años.`
            : `Para mayores de ${event.minimumAge} años.`}{' '}
          Llevá tu DNI.
        </p>
      )}
      <p>
        {isFree ? 'Al reservar' : 'Al pagar'} aceptás los{' '}
        <Link to={paths.terms()} className="text-celeste">
          términos
        </Link>
        .
        {!isFree && until !== null && (
          <>
            {' '}
            Podés arrepentirte hasta el {formatMoment(until)}, con devolución total:{' '}
            <Link to={paths.refundPolicy()} className="text-celeste">
              Botón de Arrepentimiento
            </Link>
            .
          </>
        )}
        {!isFree &&
          until === null &&
          ' Falta menos de un día para el evento: esta compra ya no se puede deshacer por arrepentimiento.'}
      </p>
    </div>
  )
}

function NoEvent({ isNamed }: { isNamed: boolean }) {
  return (
    <div className="column pt-28">
      <h1 className="sr-only">Comprar entradas</h1>
      <EmptyState
        title={isNamed ? 'No encontramos ese evento' : 'Elegí primero un evento'}
        action={<ScreenButton to={paths.events()}>Ver eventos</ScreenButton>}
      >
        Las entradas se compran desde la página de cada evento.
      </EmptyState>
    </div>
  )
}

function CheckoutSkeleton() {
  return (
    <div
      role="status"
      aria-label="Cargando la compra"
      className="column grid gap-8 pt-24 lg:grid-cols-[1.3fr_1fr] lg:pt-28"
    >
      <div className="flex flex-col gap-4">
        <Skeleton className="h-20 w-full" />
        <Skeleton className="h-10 w-1/2" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
      <Skeleton className="h-72 w-full" />
    </div>
  )
}

export { BuyTicketScreen as Component }
