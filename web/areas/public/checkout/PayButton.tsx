import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  createMultiplePurchase,
  createPurchase,
  createReferralPurchase,
  type PurchaseAnswer,
} from '#contract/sales/checkout.ts'
import type { EventPage } from '#contract/events/event-schemas.ts'
import { formatPrice } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { currentSession } from '#web/api/session.ts'
import type { AppliedDiscount, ChoiceTotals, ChosenLine } from './choice.ts'
import { cartWords, type ChosenDrink } from './drinks-choice.ts'
import { isDecided } from './is-decided.ts'
import { storedChoice, storedDiscount, storedReferral } from './stored.ts'
import { usePurchaseIntent } from './use-purchase-intent.ts'
import { LateCompleteProfileDialog, LateProveContactDialog } from '#web/features/profile/late-dialogs.tsx'
import { missingOf, type Missing } from '#web/features/profile/missing.ts'
import { usePageShownAgain } from '#web/lib/use-page-shown-again.ts'
import { BottomBar } from '#web/ui/overlays/BottomBar.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'

interface PayButtonProps {
  event: EventPage
  lines: readonly ChosenLine[]
  drinks: readonly ChosenDrink[]
  totals: ChoiceTotals
  /** What is asked for, as the summary shows it. */
  discount: AppliedDiscount | null
  /** It was pressed. */
  onPlacing: () => void
  onRefused: (code: string) => void
}

/** The one button: reserves, then leaves for the provider's checkout, or shows the tickets when they are free. */
export function PayButton({ event, lines, drinks, totals, discount, onPlacing, onRefused }: PayButtonProps) {
  const navigate = useNavigate()
  const [state, setState] = useState<'idle' | 'sending' | 'leaving'>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const intent = usePurchaseIntent(event.id)
  const purchase = usePurchase(event.id)
  const [isAsking, setAsking] = useState(false)
  const [isProving, setProving] = useState(false)
  const needs: readonly Missing[] = event.forbidsMinors ? ['phone', 'birthDate'] : ['phone']
  // A code that takes nothing off what was chosen is none: the server would refuse it.
  const discountCode = totals.discountCents > 0 ? discount?.code : undefined

  usePageShownAgain(useCallback(() => setState('idle'), []))

  const buy = async () => {
    if (state !== 'idle') return
    setState('sending')
    setProblem(null)
    onPlacing()
    const of = JSON.stringify([
      ...lines.map(({ type, quantity }) => [type.id, quantity]),
      ...drinks.map(({ drink, quantity }) => [drink.id, quantity]),
      ...(discountCode ? [discountCode] : []),
    ])
    try {
      const answer = await purchase({ lines, drinks, discountCode }, intent.keyOf(of))
      intent.forget()
      if (answer.paymentUrl) {
        storedChoice.setOrder(event.id, answer.order.publicId)
        setState('leaving')
        location.assign(answer.paymentUrl)
        return
      }
      storedChoice.forget(event.id)
      storedDiscount.forget(event.id)
      void navigate(paths.payResult('success', { platform: 'web', eventId: event.id, order: answer.order.publicId }))
    } catch (error) {
      setState('idle')
      // Asked for here and now; the purchase goes on by itself.
      const user = currentSession()?.user
      const isIncomplete =
        isApiFailure(error, 'profile_incomplete') &&
        user !== undefined &&
        missingOf(user).some((field) => needs.includes(field))
      setAsking(isIncomplete)
      const isUnproved = isApiFailure(error, 'contact_unproved')
      setProving(isUnproved)
      if (!isIncomplete && !isUnproved)
        setProblem(failureMessage(error, totals.totalCents === 0 ? 'Error al reservar' : 'Error al procesar el pago'))
      // Without a decision it stays the same purchase.
      if (isDecided(error)) {
        intent.forget()
        onRefused(error.code)
      }
    }
  }

  return (
    <div className="mt-5">
      <LateCompleteProfileDialog
        open={isAsking}
        needs={needs}
        onClose={() => setAsking(false)}
        onDone={() => {
          setAsking(false)
          void buy()
        }}
      />
      <LateProveContactDialog
        open={isProving}
        onClose={() => setProving(false)}
        onDone={() => {
          setProving(false)
          void buy()
        }}
      />
      <BottomBar>
        {/* Next to its button: on a phone the bar covers the page. */}
        <Problem message={problem} className="mb-3" />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {totals.tickets > 0 && (
            <p aria-hidden="true" className="shrink-0 md:hidden">
              <span translate="no" className="display block text-22 whitespace-nowrap">
                {formatPrice(totals.totalCents)}
              </span>
              <span className="block text-12 text-humo">{cartWords(totals.tickets, drinks)}</span>
            </p>
          )}
          <Button
            size="l"
            narrow="phones"
            className="flex-[1_1_11rem]"
            disabled={lines.length === 0}
            busy={state !== 'idle'}
            onClick={() => void buy()}
          >
            {totals.totalCents === 0 && lines.length > 0
              ? 'Reservar'
              : state === 'leaving'
                ? 'Abriendo Mercado Pago…'
                : 'Pagar con Mercado Pago'}
          </Button>
        </div>
      </BottomBar>
    </div>
  )
}

interface Cart {
  readonly lines: readonly ChosenLine[]
  readonly drinks: readonly ChosenDrink[]
  readonly discountCode: string | undefined
}

/** Orders what was chosen, by the call that its number of types and the promoter's link ask for. */
function usePurchase(eventId: string): (cart: Cart, key: string) => Promise<PurchaseAnswer> {
  const key = useRef('')
  const options = { keyOf: () => key.current }
  const one = useEndpointMutation(createPurchase, options)
  const referred = useEndpointMutation(createReferralPurchase, options)
  const several = useEndpointMutation(createMultiplePurchase, options)
  return ({ lines, drinks, discountCode }, intent) => {
    key.current = intent
    const rrpp = storedReferral.read(eventId) ?? undefined
    const discount = discountCode !== undefined && { discountCode }
    const [only, ...others] = lines
    if (only && others.length + drinks.length === 0) {
      const body = {
        eventId,
        ticketTypeId: only.type.id,
        quantity: only.quantity,
        platform: 'web' as const,
        ...discount,
      }
      return rrpp ? referred.mutateAsync({ query: {}, body: { ...body, rrpp } }) : one.mutateAsync({ body })
    }
    const items = lines.map(({ type, quantity }) => ({ ticketTypeId: type.id, quantity }))
    const ordered = drinks.map(({ drink, quantity }) => ({ drinkId: drink.id, quantity }))
    const body = { eventId, items, platform: 'web' as const, ...(rrpp && { rrpp }), ...discount }
    return several.mutateAsync({ body: ordered.length > 0 ? { ...body, drinks: ordered } : body })
  }
}
