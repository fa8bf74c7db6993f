import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { failures } from '#contract/api/failures.ts'
import { searchByPhone } from '#contract/accounts/people.ts'
import { typedPhone } from '#contract/values/phone.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { getTicketByLink, type Ticket } from '#contract/sales/tickets.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { forgetAnswer } from '#web/api/seen-answers.ts'
import { currentSession } from '#web/api/session.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { ProveContactDialog } from '#web/features/profile/ProveContactDialog.tsx'
import { bringFocusedIntoSight } from '#web/lib/fields/into-sight.ts'
import { Dialog, DialogFrame } from '#web/ui/overlays/Dialog.tsx'
import { ConfirmPerson, Done, InvitePerson } from './TransferSteps.tsx'

type Step =
  | { readonly name: 'find' }
  | { readonly name: 'prove' }
  | { readonly name: 'confirm'; readonly person: { readonly id: string; readonly name: string } }
  | { readonly name: 'invite' }
  | { readonly name: 'done'; readonly who: string; readonly isInvited: boolean }

const phoneForm = z.object({ phone: typedPhone })

/** Handing a ticket on: whose phone, is it this person, done. Nothing is sent before the second step is confirmed. */
export function TransferDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'find' })
  const [phone, setPhone] = useState('')
  const search = useSearch(ticket.id, (next, typed) => {
    setPhone(typed)
    setStep(next)
  })
  const find = () => setStep({ name: 'find' })

  async function finish(who: string, isInvited: boolean) {
    setStep({ name: 'done', who, isInvited })
    if (ticket.linkToken) await forgetAnswer(getTicketByLink, { params: { token: ticket.linkToken } })
  }

  return (
    <DialogFrame>
      {step.name === 'prove' ? (
        <ProveContactDialog
          open
          why="Para pasar la entrada"
          onClose={find}
          onDone={() => {
            find()
            search.submit()
          }}
        />
      ) : (
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
            <Form form={search} submit="Buscar" button={{ wide: true, icon: <ArrowRight size={18} /> }} quiet>
              <PhoneField
                label="Teléfono de la persona"
                hint="El mismo con el que ingresa, o su WhatsApp si todavía no tiene cuenta."
                autoComplete="off"
                {...search.value('phone')}
              />
            </Form>
          )}
          {step.name === 'confirm' && (
            <ConfirmPerson
              ticket={ticket}
              phone={phone}
              person={step.person}
              onBack={find}
              onDone={() => void finish(step.person.name, false)}
            />
          )}
          {step.name === 'invite' && (
            <InvitePerson
              ticket={ticket}
              phone={phone}
              onBack={find}
              onDone={(person) => void finish(person.name, true)}
            />
          )}
          {step.name === 'done' && <Done who={step.who} isInvited={step.isInvited} onClose={onClose} />}
        </Dialog>
      )}
    </DialogFrame>
  )
}

const TITLES = {
  find: '¿A quién se la pasás?',
  confirm: '¿Es esta persona?',
  invite: '¿Quién la recibe?',
  done: 'Listo',
} as const

/** Looks the phone up and gives the step that follows. Kept above the steps: the search goes on after a contact is verified. */
function useSearch(ticketId: Ticket['id'], onStep: (next: Step, phone: string) => void) {
  const form = useSubmit(searchByPhone, {
    schema: phoneForm,
    defaults: { phone: '' },
    draft: `transferir:${ticketId}`,
    toInput: (query) => ({ query }),
    failures: { invalid_phone: 'phone' },
    onDone: (person, { phone }) => {
      if (person.id !== currentSession()?.user.id) return onStep({ name: 'confirm', person }, phone)
      form.fields.setError('phone', { message: failures.transfer_to_self[1] }, { shouldFocus: true })
      bringFocusedIntoSight()
    },
    onFail: (error, { phone }) => {
      const next = stepAfter(error)
      if (!next) return false
      onStep(next, phone)
      return true
    },
  })
  return form
}

function stepAfter(error: unknown): Step | null {
  if (isApiFailure(error, 'contact_proof_needed')) return { name: 'prove' }
  return isApiFailure(error, 'person_not_found') ? { name: 'invite' } : null
}
