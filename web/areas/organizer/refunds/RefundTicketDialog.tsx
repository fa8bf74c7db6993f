import * as z from 'zod/mini'
import { formatMoney, toCents } from '#contract/money.ts'
import { refundReason, refundTicketMoney, type RefundableTicket } from '#contract/refunds.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { readWhole } from '#web/lib/typed-numbers.ts'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'

interface RefundTicketDialogProps {
  eventId: string
  ticket: RefundableTicket
  onClose: () => void
}

/** Gives back the money of one ticket, all that is left of it or a part. */
export function RefundTicketDialog({ eventId, ticket, onClose }: RefundTicketDialogProps) {
  const { ticketId, number, type, payer, amount, refunded } = ticket
  const left = amount - refunded
  const refundInput = z
    .object({ how: z.enum(['all', 'part']), part: z.string(), endTicket: z.boolean(), reason: refundReason })
    .check(
      z.refine(
        ({ how, part }) => {
          const pesos = readWhole(part)
          return how === 'all' || (pesos !== null && pesos >= 1 && pesos <= left)
        },
        { error: `Poné un importe en pesos enteros, hasta ${formatMoney(toCents(left))}`, path: ['part'] },
      ),
    )
  const form = useSubmit(refundTicketMoney, {
    schema: refundInput,
    defaults: { how: 'all', part: '', endTicket: false, reason: '' },
    draft: `reembolso:${ticketId}`,
    failures: { refund_too_high: 'part' },
    toInput: ({ how, part, endTicket, reason }) => ({
      params: { id: eventId },
      body: {
        ticketId,
        reason,
        endTicket: how === 'part' && endTicket,
        ...(how === 'part' && { partialAmount: readWhole(part) ?? 0 }),
      },
    }),
    done: (refund) => `Pedimos la devolución de ${formatMoney(toCents(refund.amount))}`,
  })
  const how = form.fields.watch('how')
  return (
    <FormDialog
      form={form}
      title={`Devolver ${number}`}
      submit="Devolver la plata"
      button={{ tone: 'danger' }}
      onClose={onClose}
    >
      <Facts>
        <Fact label="Entrada">
          <span className="wrap-anywhere">
            <Breakable>{type}</Breakable>
          </span>
        </Fact>
        <Fact label="Quien pagó">
          <span className="wrap-anywhere">
            <Breakable>{payer.name}</Breakable>
          </span>
        </Fact>
        <Fact label="Pagado">
          {formatMoney(toCents(amount))}
          {refunded > 0 && ` · ${formatMoney(toCents(refunded))} ya devueltos`}
        </Fact>
      </Facts>
      <RadioGroup
        label="Cuánto"
        options={[
          {
            value: 'all',
            label: `Todo: ${formatMoney(toCents(left))}`,
            hint:
              ticket.state === 'used'
                ? 'Ya se usó: queda como usada.'
                : 'La entrada deja de valer y su lugar vuelve a la venta.',
          },
          { value: 'part', label: 'Una parte', hint: 'La entrada sigue valiendo, salvo que pidas lo contrario.' },
        ]}
        {...form.value('how')}
      />
      {how === 'part' && (
        <>
          <MoneyField label="Importe a devolver" {...form.field('part')} />
          {ticket.state !== 'used' && <Checkbox label="Anular también la entrada" {...form.field('endTicket')} />}
        </>
      )}
      <TextArea
        label="Por qué"
        hint="Queda en el historial. La persona no lo lee."
        rows={3}
        maxLength={500}
        {...form.field('reason')}
      />
      <p className="text-14 text-humo">
        La plata sale de la cuenta que cobró y vuelve al medio con que se pagó; del cargo por servicio se hace cargo
        Previa. La comisión que Mercado Pago cobró por la venta no vuelve. Puede tardar unos días en acreditarse.
      </p>
    </FormDialog>
  )
}
