import * as z from 'zod/mini'
import { figures } from '#contract/values/figures.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { refundDrinks, refundReason, type RefundableTicket } from '#contract/sales/refunds.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { drinksWords } from './drinks-words.ts'

interface RefundDrinksDialogProps {
  eventId: string
  row: RefundableTicket
  onClose: () => void
}

/** Gives back what was not served of drinks that were added to a ticket; the ticket stays as it is. */
export function RefundDrinksDialog({ eventId, row, onClose }: RefundDrinksDialogProps) {
  const { orderId, number, payer, drinks, amount, refunded, refundable } = row
  const left = formatExactMoney(toCents(refundable))
  const form = useSubmit(refundDrinks, {
    schema: z.object({ reason: refundReason }),
    defaults: { reason: '' },
    draft: { name: `reembolso:${row.id}` },
    toInput: ({ reason }) => ({ params: { id: eventId }, body: { orderId: orderId ?? '', reason } }),
    done: (refund) => `Pedimos la devolución de ${formatExactMoney(toCents(refund.amount))}`,
  })
  return (
    <FormDialog
      form={form}
      title={`Devolver las bebidas de ${formatTicketNumber(number)}`}
      submit={`Devolver ${left}`}
      button={{ tone: 'danger' }}
      onClose={onClose}
    >
      <Facts>
        <Fact label="Bebidas sin retirar">
          <span className="wrap-anywhere">{drinksWords(drinks)}</span>
        </Fact>
        <Fact label="Quien pagó">
          <span className="wrap-anywhere">
            <Breakable>{payer.name}</Breakable>
          </span>
        </Fact>
        <Fact label={figures.paid.label}>
          {formatExactMoney(toCents(amount))}
          {refunded > 0 && ` · ${formatExactMoney(toCents(refunded))} ya devueltos`}
        </Fact>
      </Facts>
      <p className="text-14 text-humo">
        Dejan de estar en la entrada, que sigue valiendo. Las retiradas no se devuelven.
      </p>
      <TextArea
        label="Por qué"
        hint="Queda en el historial. La persona no lo lee."
        rows={3}
        maxLength={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
