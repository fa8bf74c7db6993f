import { giveUpGuestOrder } from '#contract/sales/checkout-guest.ts'
import { giveUpOrder } from '#contract/sales/checkout.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { useAct } from '#web/features/acts/use-act.tsx'

interface Held {
  readonly publicId: string
  /** Of an order without a session. */
  readonly token?: string | undefined
  readonly isOfDrinks: boolean
  /** Its payment page was opened: it may be on its way to be paid. */
  readonly wasOpened: boolean
  onDone?: () => void
}

/** Lets go of what is held for an unpaid order; asks first where it may be on its way to be paid. */
export function useGiveUp({ publicId, token, isOfDrinks, wasOpened, onDone }: Held) {
  const params = { publicId }
  const shared = {
    title: '¿Soltar la reserva?',
    description: `${isOfDrinks ? 'Tus bebidas dejan de estar guardadas.' : 'Lo que reservaste vuelve a la venta.'} Si ya estás pagando en otra ventana, no la sueltes.`,
    confirm: 'Soltar',
    tone: 'danger',
    done: 'Soltaste la reserva',
    errorMessage: (error: unknown) => failureMessage(error, 'No pudimos soltarla'),
    refused: '',
    onDone: () => onDone?.(),
  } as const
  const own = useAct(giveUpOrder, { ...shared, input: { params } })
  const linked = useAct(giveUpGuestOrder, { ...shared, input: { params, query: { token: token ?? '' } } })
  const act = token === undefined ? own : linked
  return {
    giveUp: () => (wasOpened ? act.ask() : void act.run()),
    isBusy: act.isPending(),
    dialog: act.dialog,
  }
}
