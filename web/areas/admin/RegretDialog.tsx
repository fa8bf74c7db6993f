import { useState } from 'react'
import * as z from 'zod/mini'
import { formatMoment } from '#contract/values/dates.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { nameRegretOrder, resolveRegret, type ManagedRegret, type ManagedRegretOrder } from '#contract/sales/regrets.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { answeredWords, answerHint, regretStates } from '#web/features/regrets/regret-words.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Dialog, DialogFrame } from '#web/ui/overlays/Dialog.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { buyerWords, RegretPurchase } from './RegretPurchase.tsx'

const answer = z.required(z.pick(resolveRegret.body, { answer: true }))

type Decision = { decision: 'refund'; orderId: string } | { decision: 'refuse'; orderId?: string }

interface RegretDialogProps {
  regret: ManagedRegret
  onClose: () => void
}

/** One regret: what was typed, the purchases that it may be about, and the decision of the person who answers it. */
export function RegretDialog({ regret, onClose }: RegretDialogProps) {
  const [decision, setDecision] = useState<Decision | null>(null)
  return (
    <DialogFrame>
      {decision ? (
        <AnswerDialog regret={regret} decision={decision} onBack={() => setDecision(null)} onClose={onClose} />
      ) : (
        <Overview regret={regret} onDecide={setDecision} onClose={onClose} />
      )}
    </DialogFrame>
  )
}

function Overview({ regret, onDecide, onClose }: RegretDialogProps & { onDecide: (decision: Decision) => void }) {
  const { id, code, state, orders } = regret
  const isOpen = state !== 'done'
  const hasSeveralBuyers = new Set(orders.map(({ buyer }) => buyer.id)).size > 1
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Arrepentimiento ${code}`}
      actions={
        <>
          {isOpen && !hasSeveralBuyers && (
            <Button tone="secondary" onClick={() => onDecide({ decision: 'refuse' })}>
              Contestar que no corresponde
            </Button>
          )}
          <Button tone={isOpen ? 'quiet' : 'secondary'} onClick={onClose}>
            Cerrar
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Facts>
          <Fact label="Estado">{regretStates[state].one}</Fact>
          <Fact label="Pedido">{formatMoment(regret.submittedAt)}</Fact>
          <Fact label="Responder antes de">{formatMoment(regret.answerBy)}</Fact>
          <Fact label="Número de compra">{regret.orderNumber ?? '—'}</Fact>
          <Fact label="Contacto">{regret.contact ?? '—'}</Fact>
          <Fact label="Confirmado por quien compró">{regret.isProved ? 'Sí' : 'No'}</Fact>
          {regret.answer && <Fact label="Respuesta">{regret.answer}</Fact>}
        </Facts>
        {orders.length === 0 && <p className="text-sol">No encontramos una compra con esos datos.</p>}
        <ul className="flex flex-col gap-3">
          {orders.map((order) => (
            <RegretPurchase
              key={order.orderId}
              order={order}
              onRefund={isOpen ? () => onDecide({ decision: 'refund', orderId: order.orderId }) : undefined}
              onRefuse={
                isOpen && hasSeveralBuyers ? () => onDecide({ decision: 'refuse', orderId: order.orderId }) : undefined
              }
            />
          ))}
        </ul>
        {isOpen && <NameOrder id={id} />}
      </div>
    </Dialog>
  )
}

/** The answer to the buyer, with what it does to the purchase. */
function AnswerDialog({
  regret,
  decision,
  onBack,
  onClose,
}: RegretDialogProps & { decision: Decision; onBack: () => void }) {
  const { id, code, orders } = regret
  const [isConsented, setIsConsented] = useState(false)
  // As it was last read.
  const returned =
    decision.decision === 'refund' ? orders.find(({ orderId }) => orderId === decision.orderId) : undefined
  const needsConsent = returned?.isUnproved ?? false
  const form = useSubmit(resolveRegret, {
    schema: answer,
    defaults: { answer: '' },
    draft: `arrepentimiento:${id}`,
    toInput: (typed) => ({
      params: { id },
      body: {
        ...decision,
        ...(needsConsent && { withoutProof: isConsented }),
        ...typed,
      },
    }),
    done: answeredWords,
  })
  const isRefund = decision.decision === 'refund'
  return (
    <FormDialog
      form={form}
      title={`Arrepentimiento ${code}`}
      submit={returned ? `Devolver ${formatExactMoney(toCents(returned.refundable))}` : 'Contestar'}
      button={{ tone: isRefund ? 'primary' : 'danger', disabled: needsConsent && !isConsented }}
      onBack={onBack}
      quiet
      onClose={onClose}
    >
      {returned && <Returned order={returned} />}
      <TextArea label="Respuesta" hint={answerHint(regret)} rows={4} maxLength={1000} {...form.field('answer')} />
      {needsConsent && (
        <>
          <Notice tone="warning" announced="never">
            {returned?.isNamed
              ? 'Esta compra la sumó nuestro equipo y nadie probó que es suya.'
              : 'Quien compró no confirmó que se arrepiente.'}{' '}
            Si la devolvés, sus entradas dejan de valer.
          </Notice>
          <Checkbox
            label="Quien compró no abrió el enlace: confirmo que hablamos con esa persona"
            checked={isConsented}
            onChange={({ target }) => setIsConsented(target.checked)}
          />
        </>
      )}
    </FormDialog>
  )
}

/** The refund preview: whom, and how much. */
function Returned({ order: { eventName, tickets, buyer, refundable } }: { order: ManagedRegretOrder }) {
  return (
    <Facts>
      <Fact label="Quien compró">
        <span className="wrap-anywhere">
          <Breakable>{buyerWords(buyer)}</Breakable>
        </span>
      </Fact>
      <Fact label="Evento">{eventName}</Fact>
      <Fact label="Entradas de la compra">{tickets}</Fact>
      <Fact label="Se devuelve">
        <span className="block">{formatExactMoney(toCents(refundable))}</span>
        <span className="block text-14 text-humo">
          Lo que queda por devolver de las entradas sin usar, con el cargo por servicio
        </span>
      </Fact>
    </Facts>
  )
}

/** A purchase that nothing of what was typed leads to, named by its number; it is seen before anything is decided. */
function NameOrder({ id }: { id: string }) {
  const form = useSubmit(nameRegretOrder, {
    defaults: { orderNumber: '' },
    toInput: (body) => ({ params: { id }, body }),
    done: 'Sumamos la compra',
    onDone: () => {
      form.discard()
    },
  })
  return (
    <Form
      form={form}
      label="Sumar una compra"
      submit="Sumar la compra"
      button={{ tone: 'secondary', className: 'self-start' }}
      className="gap-3"
      quiet
    >
      <TextField
        label="Sumar una compra por su número"
        hint="Entero, como está en su comprobante. Quien la hizo recibe el enlace para confirmarla y después tu respuesta, si tiene mail."
        autoComplete="off"
        spellCheck={false}
        {...form.field('orderNumber')}
      />
    </Form>
  )
}
