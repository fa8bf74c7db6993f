import { ArrowRight, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts/accounts.ts'
import { failures } from '#contract/api/failures.ts'
import { searchByPhone } from '#contract/accounts/people.ts'
import { paths } from '#contract/api/paths.ts'
import { phoneInput } from '#contract/values/phone.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { getTicketByLink, transferTicket, type Ticket } from '#contract/sales/tickets.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { forgetAnswer } from '#web/api/seen-answers.ts'
import { currentSession } from '#web/api/session.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { showPhone } from '#web/lib/phone.ts'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

type Step =
  | { readonly name: 'find' }
  | { readonly name: 'confirm'; readonly person: { readonly id: string; readonly name: string } }
  | { readonly name: 'invite' }
  | { readonly name: 'done'; readonly who: string; readonly sentTo: SentTo }

/** A phone and a mail, possibly unverified; null for a person who was found. */
type SentTo = { readonly phone: string; readonly mail: string } | null

const phoneForm = z.object({ phone: phoneInput })
const inviteForm = z.object({ name: personName, mail })

/** Handing a ticket on: whose phone, is it this person, done. Nothing is sent before the second step is confirmed. */
export function TransferDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'find' })
  const [phone, setPhone] = useState('')

  async function finish(who: string, sentTo: SentTo) {
    setStep({ name: 'done', who, sentTo })
    if (ticket.linkToken) await forgetAnswer(getTicketByLink, { params: { token: ticket.linkToken } })
  }

  return (
    <Dialog open onClose={onClose} title={TITLES[step.name]}>
      {step.name !== 'done' && (
        <p className="mb-5 rounded-card bg-mesa px-4 py-3 text-14">
          <span className="block font-bold">{ticket.event.name}</span>
          <span className="text-humo">
            {ticket.type.name} · N.º {formatTicketNumber(ticket.number)}
          </span>
        </p>
      )}
      {step.name === 'find' && (
        <FindPerson
          ticketId={ticket.id}
          phone={phone}
          onFound={(person, typed) => {
            setPhone(typed)
            setStep({ name: 'confirm', person })
          }}
          onUnknown={(typed) => {
            setPhone(typed)
            setStep({ name: 'invite' })
          }}
        />
      )}
      {step.name === 'confirm' && (
        <ConfirmPerson
          ticket={ticket}
          phone={phone}
          person={step.person}
          onBack={() => setStep({ name: 'find' })}
          onDone={() => void finish(step.person.name, null)}
        />
      )}
      {step.name === 'invite' && (
        <InvitePerson
          ticket={ticket}
          phone={phone}
          onBack={() => setStep({ name: 'find' })}
          onDone={(person) => void finish(person.name, { phone, mail: person.mail })}
        />
      )}
      {step.name === 'done' && <Done who={step.who} sentTo={step.sentTo} onClose={onClose} />}
    </Dialog>
  )
}

const TITLES: Record<Step['name'], string> = {
  find: '¿A quién se la pasás?',
  confirm: '¿Es esta persona?',
  invite: '¿Quién la recibe?',
  done: 'Listo',
}

function FindPerson({
  ticketId,
  phone,
  onFound,
  onUnknown,
}: {
  ticketId: Ticket['id']
  phone: string
  onFound: (person: { id: string; name: string }, phone: string) => void
  onUnknown: (phone: string) => void
}) {
  const [needsProof, setNeedsProof] = useState(false)
  const form = useSubmit(searchByPhone, {
    schema: phoneForm,
    defaults: { phone },
    draft: `transferir:${ticketId}`,
    toInput: (query) => ({ query }),
    failures: { invalid_phone: 'phone' },
    onDone: (person, { phone: typed }) => {
      if (person.id !== currentSession()?.user.id) return onFound(person, typed)
      form.fields.setError('phone', { message: failures.transfer_to_self[1] }, { shouldFocus: true })
    },
    onFail: (error, { phone: typed }) => {
      setNeedsProof(isApiFailure(error, 'contact_proof_needed'))
      if (!isApiFailure(error, 'person_not_found')) return false
      onUnknown(typed)
      return true
    },
  })
  return (
    <Form form={form} submit="Buscar" button={{ wide: true, icon: <ArrowRight size={18} /> }} quiet>
      <PhoneField
        label="Teléfono de la persona"
        hint="El mismo con el que ingresa, o su WhatsApp si todavía no tiene cuenta."
        autoComplete="off"
        {...form.value('phone')}
      />
      {needsProof && (
        <ScreenLink to={paths.profile()} className="font-semibold">
          Verificar en mi perfil
        </ScreenLink>
      )}
    </Form>
  )
}

interface SendingProps {
  ticket: Ticket
  phone: string
  onBack: () => void
}

function ConfirmPerson({
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
      <Warning minimumAge={ticket.event.minimumAge} />
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

function InvitePerson({
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
        Nadie confirmó todavía el <span className="whitespace-nowrap text-papel tabular-nums">{showPhone(phone)}</span>{' '}
        en una cuenta. Decinos quién es: le mandamos la entrada y un enlace para quedársela.
      </p>
      <TextField label="Nombre completo" autoComplete="off" data-initial-focus {...form.field('name')} />
      <EmailField autoComplete="off" {...form.field('mail')} />
      <Warning minimumAge={ticket.event.minimumAge} />
    </Form>
  )
}

function Warning({ minimumAge }: { minimumAge: number | null }) {
  return (
    <p className="text-14 text-humo">
      {minimumAge !== null && minimumAge > 0 && (
        <>
          <strong className="text-sol">Es para mayores de {minimumAge} años: en la puerta piden el DNI.</strong>{' '}
        </>
      )}
      Pasa a ser suya en el momento y no se puede deshacer: tu QR, tu enlace y tu PDF dejan de servir. Si hay una
      devolución, la recibe quien pagó.
    </p>
  )
}

function Done({ who, sentTo, onClose }: { who: string; sentTo: SentTo; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="flex gap-3 text-18">
        <CircleCheck size={26} className="shrink-0 text-yerba" />
        <span>
          La entrada ahora es de <strong>{who}</strong>
        </span>
      </p>
      <p className="text-humo">
        {sentTo ? (
          <>
            Si alguien confirmó{' '}
            <span className="text-papel">
              <Breakable>{sentTo.mail}</Breakable>
            </span>{' '}
            en su cuenta, ya la tiene ahí. Si no, queda en la de quien confirme primero ese email o el{' '}
            <span className="whitespace-nowrap text-papel tabular-nums">{showPhone(sentTo.phone)}</span>, y te avisamos
            cuál fue. En la puerta ya sirve.
          </>
        ) : (
          'Le avisamos a su contacto confirmado, y a vos también. La tiene en Mis entradas.'
        )}
      </p>
      <Button wide data-initial-focus onClick={onClose}>
        Entendido
      </Button>
    </div>
  )
}
