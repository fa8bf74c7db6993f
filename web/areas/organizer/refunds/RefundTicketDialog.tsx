import * as z from 'zod/mini'
import { figures } from '#contract/values/figures.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { refundReason, refundTicketMoney, type RefundableTicket } from '#contract/sales/refunds.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { drinksWords } from './drinks-words.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { readWhole } from '#web/lib/typed-numbers.ts'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
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
  // Less than what was paid and has not gone back where drinks were served.
  const { ticketId, number, type, payer, holderName, amount, refunded, refundable: left, drinks } = ticket
  const refundInput = z
    .object({
      how: z.enum(['all', 'part']),
      part: z.string(),
      endTicket: z.boolean(),
      isLossAccepted: z.boolean(),
      reason: refundReason,
    })
    .check(
      z.refine(
        ({ how, part }) => {
          const pesos = readWhole(part)
          return how === 'all' || (pesos !== null && pesos >= 1 && pesos <= left)
        },
        { error: `Poné un importe en pesos enteros, hasta ${formatExactMoney(toCents(left))}`, path: ['part'] },
      ),
      z.refine(({ how, endTicket, isLossAccepted }) => how === 'all' || !endTicket || isLossAccepted, {
        error: `Confirmá que ${holderName} pierde la entrada`,
        path: ['isLossAccepted'],
      }),
    )
  const form = useSubmit(refundTicketMoney, {
    schema: refundInput,
    defaults: { how: 'all', part: '', endTicket: false, isLossAccepted: false, reason: '' },
    draft: { name: `reembolso:${ticketId}`, without: ['isLossAccepted'] },
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
    done: (refund) => `Pedimos la devolución de ${formatExactMoney(toCents(refund.amount))}`,
  })
  const [how, part, endTicket] = form.fields.watch(['how', 'part', 'endTicket'])
  const pesos = how === 'all' ? left : readWhole(part)
  const returned = pesos !== null && pesos >= 1 && pesos <= left ? formatExactMoney(toCents(pesos)) : null
  return (
    <FormDialog
      form={form}
      title={`Devolver ${formatTicketNumber(number)}`}
      submit={returned === null ? 'Devolver' : `Devolver ${returned}`}
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
        {holderName !== payer.name && (
          <Fact label="La tiene">
            <span className="wrap-anywhere">
              <Breakable>{holderName}</Breakable>
            </span>
          </Fact>
        )}
        {drinks.length > 0 && (
          <Fact label="Bebidas que vuelven con ella">
            <span className="wrap-anywhere">{drinksWords(drinks)}</span>
          </Fact>
        )}
        <Fact label={figures.paid.label}>
          {formatExactMoney(toCents(amount))}
          {refunded > 0 && ` · ${formatExactMoney(toCents(refunded))} ya devueltos`}
        </Fact>
      </Facts>
      {left < amount - refunded && (
        <Notice announced="never">
          El resto no se devuelve: ya se retiró en la barra o volvió con otra devolución de la compra.
        </Notice>
      )}
      <RadioGroup
        label="Cuánto"
        options={[
          {
            value: 'all',
            label: `Todo: ${formatExactMoney(toCents(left))}`,
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
          {ticket.state !== 'used' && endTicket && (
            <Notice tone="warning" announced="never">
              <Checkbox
                label={`${holderName} se queda sin entrada, y ${returned === null ? 'vuelve solo una parte' : `vuelven solo ${returned} de ${formatExactMoney(toCents(amount))}`}`}
                {...form.field('isLossAccepted')}
              />
            </Notice>
          )}
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
