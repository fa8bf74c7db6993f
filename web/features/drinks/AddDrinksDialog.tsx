import { useRef, useState } from 'react'
import { listDrinks, type Drink } from '#contract/events/drinks.ts'
import { addDrinks } from '#contract/sales/checkout-drinks.ts'
import type { Ticket } from '#contract/sales/tickets.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { CompleteProfileDialog } from '#web/features/profile/CompleteProfileDialog.tsx'
import { LoadedDialog } from '#web/features/reads/LoadedDialog.tsx'
import { randomId } from '#web/lib/random-id.ts'
import { usePageShownAgain } from '#web/lib/use-page-shown-again.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { DrinkPicker, type DrinkChoice } from './DrinkPicker.tsx'

const TITLE = 'Sumar bebidas'

interface AddDrinksDialogProps {
  ticket: Ticket
  onClose: () => void
}

/** Drinks for a ticket that its holder has already: chosen here, paid at the provider, had at the bar by the ticket's code. */
export function AddDrinksDialog({ ticket, onClose }: AddDrinksDialogProps) {
  const asked = { params: { id: ticket.event.id }, query: { isAvailable: true, limit: 100 } } as const
  return (
    <LoadedDialog
      query={endpointQuery(listDrinks, asked, { fresh: true })}
      title={TITLE}
      label="Cargando la carta"
      rows={4}
      errorText="No pudimos traer la carta"
      onClose={onClose}
    >
      {({ data }) => <Menu ticket={ticket} menu={data.drinks} onClose={onClose} />}
    </LoadedDialog>
  )
}

function Menu({ ticket, menu, onClose }: AddDrinksDialogProps & { menu: readonly Drink[] }) {
  const [choice, setChoice] = useState<DrinkChoice>({})
  const chosen = menu.flatMap((drink) => {
    const quantity = choice[drink.id] ?? 0
    return quantity > 0 ? [{ drink, quantity }] : []
  })
  const totalCents = chosen.reduce(
    (total, { drink, quantity }) => total + quantity * (toCents(drink.price) + toCents(drink.fee)),
    0,
  )
  const order = useOrder(ticket, onClose)
  const drinks = chosen.map(({ drink, quantity }) => ({ drinkId: drink.id, quantity }))
  return (
    <Dialog
      open
      onClose={onClose}
      title={TITLE}
      actions={
        menu.length > 0 && (
          <div className="flex w-full flex-col gap-3">
            <Problem message={order.problem} />
            <Button size="l" wide disabled={drinks.length === 0} busy={order.isBusy} onClick={() => order.send(drinks)}>
              {drinks.length > 0 && totalCents === 0
                ? 'Sumar sin costo'
                : drinks.length === 0
                  ? 'Pagar con Mercado Pago'
                  : `Pagar ${formatPrice(totalCents)} con Mercado Pago`}
            </Button>
          </div>
        )
      }
    >
      <p className="text-14 text-humo">
        Para tu entrada N.º {formatTicketNumber(ticket.number)} de{' '}
        <span className="wrap-anywhere">{ticket.event.name}</span>. Las retirás en la barra con el mismo código.
      </p>
      {menu.length === 0 ? (
        <EmptyState title="La barra no vende nada por ahora">Probá de nuevo en un rato.</EmptyState>
      ) : (
        <DrinkPicker menu={menu} choice={choice} onChange={setChoice} isShort={false} />
      )}
      <CompleteProfileDialog
        open={order.isIncomplete}
        needs={ticket.event.minimumAge === null ? ['phone'] : ['phone', 'birthDate']}
        onClose={order.forget}
        onDone={() => order.send(drinks)}
      />
    </Dialog>
  )
}

type Asked = readonly { readonly drinkId: string; readonly quantity: number }[]

/** Orders, and leaves for the provider; what costs nothing is on the ticket at once. A second press is the same order. */
function useOrder(ticket: Ticket, onDone: () => void) {
  const intent = useRef({ of: '', key: '' })
  const adding = useEndpointMutation(addDrinks, {
    keyOf: () => intent.current.key,
    onSuccess({ paymentUrl }) {
      if (paymentUrl) location.assign(paymentUrl)
      else {
        showToast('Las bebidas ya están en tu entrada')
        onDone()
      }
    },
    // A refusal was decided: what is chosen next is another order.
    onError: (error) => {
      if (isApiFailure(error) && error.status < 500) intent.current = { of: '', key: '' }
    },
  })
  const { reset } = adding
  usePageShownAgain(reset)
  const isIncomplete = isApiFailure(adding.error, 'profile_incomplete')
  return {
    send(drinks: Asked) {
      const of = JSON.stringify(drinks)
      if (intent.current.of !== of) intent.current = { of, key: randomId() }
      adding.mutate({ params: { ticketId: ticket.id }, body: { drinks: [...drinks] } })
    },
    forget: reset,
    isBusy: adding.isPending || adding.isSuccess,
    isIncomplete,
    problem: adding.error && !isIncomplete ? failureMessage(adding.error, 'No pudimos sumarlas') : null,
  }
}
