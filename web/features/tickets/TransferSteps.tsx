import { CircleCheck } from 'lucide-react'
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts/accounts.ts'
import { transferTicket, type Ticket } from '#contract/sales/tickets.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { useDeliveryChannels } from '#web/features/delivery-channels/delivery-channels.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { showPhone } from '#web/lib/phone.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { hasDrinksLeft } from './ticket-notice.ts'

const inviteForm = z.object({ name: personName, mail })

interface SendingProps {
  ticket: Ticket
  phone: string
  onBack: () => void
}

export function ConfirmPerson({
  ticket,
  phone,
  person,
  onBack,
  onDone,
}: SendingProps & { person: { id: string; name: string }; onDone: () => void }) {
  const transfer = useAct(transferTicket, {
    input: { params: { id: ticket.id }, body: { toUserId: person.id } },
    onDone,
    errorMessage: (error) => failureMessage(error, 'No pudimos transferirla'),
    isProblemShown: true,
  })
  return (
    <div className="flex flex-col gap-5">
      <div className="rounded-card border border-celeste px-4 py-3">
        <p className="text-18 font-bold">{person.name}</p>
        <p className="text-14 text-humo tabular-nums">{showPhone(phone)}</p>
      </div>
      <Warning ticket={ticket} />
      <Problem message={transfer.problem} />
      <Button wide data-initial-focus busy={transfer.isPending()} onClick={() => void transfer.run()}>
        Transferir la entrada
      </Button>
      <Button wide tone="quiet" disabled={transfer.isPending()} onClick={onBack}>
        No es, buscar de nuevo
      </Button>
    </div>
  )
}

export function InvitePerson({
  ticket,
  phone,
  onBack,
  onDone,
}: SendingProps & { onDone: (person: { name: string; mail: string }) => void }) {
  const form = useSubmit(transferTicket, {
    schema: inviteForm,
    defaults: { name: '', mail: '' },
    draft: `invitar:${ticket.id}`,
    toInput: (person) => ({ params: { id: ticket.id }, body: { ...person, phone } }),
    onDone: (_answer, person) => onDone(person),
  })
  return (
    <Form
      form={form}
      submit="Transferir la entrada"
      button={{ wide: true }}
      quiet
      below={
        <Button wide tone="quiet" disabled={form.isBusy} onClick={onBack}>
          Cambiar el teléfono
        </Button>
      }
    >
      <p className="text-humo">
        El <span className="whitespace-nowrap text-papel tabular-nums">{showPhone(phone)}</span> todavía no tiene
        cuenta. ¿A nombre de quién va?
      </p>
      <TextField label="Nombre completo" autoComplete="off" data-initial-focus {...form.field('name')} />
      <EmailField autoComplete="off" {...form.field('mail')} />
      <Warning ticket={ticket} />
    </Form>
  )
}

export function Warning({ ticket }: { ticket: Ticket }) {
  const { minimumAge } = ticket.event
  return (
    <p className="text-14 text-humo">
      {minimumAge !== null && minimumAge > 0 && (
        <>
          <strong className="text-sol">Es para mayores de {minimumAge} años: en la puerta piden el DNI.</strong>{' '}
        </>
      )}
      Pasa a ser suya en el momento{hasDrinksLeft(ticket.vouchers) && ', con las bebidas que quedan,'} y no se puede
      deshacer. Si hay una devolución, la recibe quien pagó.
    </p>
  )
}

interface DoneProps {
  who: string
  /** To a phone that nobody had verified. */
  isInvited: boolean
  onClose: () => void
}

export function Done({ who, isInvited, onClose }: DoneProps) {
  const ways = useDeliveryChannels()
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="flex gap-3 text-18">
        <CircleCheck size={26} className="shrink-0 text-yerba" />
        <span>
          La entrada ahora es de <strong>{who}</strong>
        </span>
      </p>
      <p className="text-humo">
        {isInvited ? `Se la mandamos ${ways}. Ya le sirve para entrar.` : 'Ya le avisamos: la tiene en Mis entradas.'}
      </p>
      <Button wide data-initial-focus onClick={onClose}>
        Entendido
      </Button>
    </div>
  )
}
