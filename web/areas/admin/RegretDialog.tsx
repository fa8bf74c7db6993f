import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { formatMoment } from '#contract/dates.ts'
import { formatPesos } from '#contract/money.ts'
import { nameRegretOrder, resolveRegret, type ManagedRegret, type ManagedRegretOrder } from '#contract/regrets.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { OrderNumber } from '#web/features/checkout/OrderNumber.tsx'
import {
  answeredWords,
  answerHint,
  failureWords,
  obstacleWords,
  outcomeWords,
  regretStates,
} from '#web/features/regrets/regret-words.ts'
import { counted } from '#web/lib/numbers.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

const answer = z.required(z.pick(resolveRegret.body, { answer: true }))

/** One regret: what was typed, the purchases that it may be about, and the decision of whoever answers it. */
export function RegretDialog({ regret, onClose }: { regret: ManagedRegret; onClose: () => void }) {
  const { id, code, state, orders } = regret
  const formId = useId()
  const [decision, setDecision] = useState<{ decision: 'refund'; orderId: string } | { decision: 'refuse' } | null>(
    null,
  )
  const [isConsented, setIsConsented] = useState(false)
  const returned =
    decision?.decision === 'refund' ? orders.find(({ orderId }) => orderId === decision.orderId) : undefined
  const needsConsent = returned?.isUnproved ?? false
  const resolving = useSubmit(resolveRegret, {
    schema: answer,
    defaults: { answer: '' },
    draft: `arrepentimiento:${id}`,
    toInput: (typed) => ({
      params: { id },
      body: {
        ...(decision ?? { decision: 'refuse' as const }),
        ...(needsConsent && { withoutProof: isConsented }),
        ...typed,
      },
    }),
    onDone: (answered) => {
      showToast(answeredWords(answered), 'success')
      onClose()
    },
  })
  const isOpen = state !== 'done'
  const begin = (chosen: typeof decision) => {
    setDecision(chosen)
    setIsConsented(false)
  }
  const actions =
    decision === null ? (
      <>
        {isOpen && (
          <Button tone="secondary" onClick={() => begin({ decision: 'refuse' })}>
            Contestar que no corresponde
          </Button>
        )}
        <Button tone={isOpen ? 'quiet' : 'secondary'} onClick={onClose}>
          Cerrar
        </Button>
      </>
    ) : (
      <>
        <Button tone="secondary" disabled={resolving.isBusy} onClick={() => begin(null)}>
          Volver
        </Button>
        <Button
          type="submit"
          form={formId}
          tone={decision.decision === 'refund' ? 'primary' : 'danger'}
          busy={resolving.isBusy}
          disabled={needsConsent && !isConsented}
        >
          {decision.decision === 'refund' ? 'Devolver y contestar' : 'Contestar'}
        </Button>
      </>
    )
  return (
    <Dialog open onClose={onClose} title={`Arrepentimiento ${code}`} actions={actions}>
      {decision === null ? (
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
              <Purchase
                key={order.orderId}
                order={order}
                onRefund={isOpen ? () => begin({ decision: 'refund', orderId: order.orderId }) : undefined}
              />
            ))}
          </ul>
          {isOpen && <NameOrder id={id} />}
        </div>
      ) : (
        <Form form={resolving} id={formId} quiet>
          {returned && <Returned order={returned} />}
          <TextArea
            label="Respuesta"
            hint={answerHint(regret)}
            rows={4}
            maxLength={1000}
            {...resolving.field('answer')}
          />
          {needsConsent && (
            <>
              <Notice tone="warning" announced="never">
                Esta compra la sumó nuestro equipo y nadie probó que es suya. Si la devolvés, sus entradas dejan de
                valer.
              </Notice>
              <Checkbox
                label="Quien compró no abrió el enlace: confirmo que hablamos con esa persona"
                checked={isConsented}
                onChange={({ target }) => setIsConsented(target.checked)}
              />
            </>
          )}
        </Form>
      )}
    </Dialog>
  )
}

/** What is about to be given back. `amount` is what goes back by itself: a person gives back more wherever something stands against that. */
function Returned({ order: { eventName, tickets, amount, obstacle } }: { order: ManagedRegretOrder }) {
  return (
    <Facts>
      <Fact label="Evento">{eventName}</Fact>
      <Fact label="Entradas de la compra">{tickets}</Fact>
      <Fact label="Se devuelve">
        {obstacle === null
          ? formatPesos(amount)
          : 'Todo lo que queda por devolver de las entradas sin usar, con el cargo por servicio'}
      </Fact>
    </Facts>
  )
}

interface PurchaseProps {
  order: ManagedRegretOrder
  /** Where it may still be decided. */
  onRefund: (() => void) | undefined
}

function Purchase({ order, onRefund }: PurchaseProps) {
  const { orderId, eventName, outcome, obstacle, failure } = order
  const mayRefund = onRefund && outcome !== 'refused' && obstacle !== 'refunded' && obstacle !== 'free'
  return (
    <li className="rounded-card border border-linea p-3">
      <p className="font-semibold break-words">{eventName}</p>
      <p className="text-14 wrap-anywhere text-humo">
        {counted(order.tickets, 'entrada', 'entradas')} · <OrderNumber value={orderId} /> · {formatMoment(order.paidAt)}
      </p>
      <p className="mt-1 text-14">
        {outcomeWords[outcome]}
        {order.isEligible && ` · vuelve sola ${formatPesos(order.amount)}`}
      </p>
      {order.isNamed && <p className="text-14 text-humo">La sumó nuestro equipo por su número.</p>}
      {obstacleWords(order) && <p className="text-14 text-sol">{obstacleWords(order)}</p>}
      {failureWords(failure) && <p className="text-14 text-rojo">{failureWords(failure)}</p>}
      {mayRefund && (
        <Button size="s" tone="secondary" className="mt-2" onClick={onRefund}>
          Devolver esta compra
        </Button>
      )}
    </li>
  )
}

/** A purchase that nothing of what was typed leads to, named by its number; it is seen before anything is decided. */
function NameOrder({ id }: { id: string }) {
  const form = useSubmit(nameRegretOrder, {
    defaults: { orderNumber: '' },
    toInput: (body) => ({ params: { id }, body }),
    onDone: () => {
      form.discard()
      showToast('Sumamos la compra', 'success')
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
