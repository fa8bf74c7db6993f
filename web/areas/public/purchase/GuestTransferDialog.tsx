import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts/accounts.ts'
import { transferGuestTicket } from '#contract/sales/checkout-guest.ts'
import { getTicketByLink, type Ticket } from '#contract/sales/tickets.ts'
import { typedPhone } from '#contract/values/phone.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { forgetAnswer } from '#web/api/seen-answers.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { Done, Warning } from '#web/features/tickets/TransferSteps.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Dialog, DialogFrame } from '#web/ui/overlays/Dialog.tsx'
import { GuestCodeDialog } from '../checkout/GuestCodeDialog.tsx'
import type { StoredBuyer } from '../checkout/stored-guest.ts'

interface GuestTransferDialogProps {
  ticket: Ticket
  publicId: string
  token: string
  /** Who bought on this device: the code goes to their own phone or mail. */
  buyer: StoredBuyer
  onClose: () => void
  onDone: () => void
  /** To sign in. */
  onLeave: () => void
}

const receiver = z.object({ phone: typedPhone, name: personName, mail })

/** Passing on a ticket that was bought here without an account: to whom, then the code to the buyer's own phone or mail. */
export function GuestTransferDialog(props: GuestTransferDialogProps) {
  const { ticket, publicId, token, buyer, onClose, onDone, onLeave } = props
  const [isProving, setProving] = useState(false)
  const [who, setWho] = useState<string | null>(null)
  const proof = useRef<string | null>(null)
  const form = useSubmit(transferGuestTicket, {
    schema: receiver,
    defaults: { phone: '', name: '', mail: '' },
    draft: `pasar:${ticket.id}`,
    toInput: (to) => ({
      params: { publicId },
      query: { token },
      body: { ...to, ticketId: ticket.id, contactProofs: proof.current === null ? [] : [proof.current] },
    }),
    failures: { invalid_phone: 'phone' },
    errorMessage: (error) =>
      isApiFailure(error, 'contact_unproved')
        ? 'Esta compra ya está en una cuenta: ingresá y pasala desde Mis entradas.'
        : failureMessage(error, 'No pudimos pasarla'),
    onFail: (error) => {
      const asksForCode = isApiFailure(error, 'contact_unproved') && proof.current === null
      if (asksForCode) setProving(true)
      return asksForCode
    },
    onDone: async (_answer, { name }) => {
      setWho(name)
      if (ticket.linkToken) await forgetAnswer(getTicketByLink, { params: { token: ticket.linkToken } })
    },
  })
  const close = () => (who === null ? onClose() : onDone())
  return (
    <DialogFrame>
      {isProving ? (
        <GuestCodeDialog
          buyer={buyer}
          by={undefined}
          why="Para pasar la entrada"
          onLeave={onLeave}
          onClose={() => setProving(false)}
          onProved={(_asked, contactProof) => {
            proof.current = contactProof
            setProving(false)
            form.submit()
          }}
        />
      ) : (
        <Dialog open onClose={close} title={who === null ? '¿A quién se la pasás?' : 'Listo'}>
          {who === null ? (
            <>
              <p className="mb-5 rounded-card bg-mesa px-4 py-3 text-14">
                <span className="block font-bold">{ticket.event.name}</span>
                <span className="text-humo">
                  {ticket.type.name} · N.º {formatTicketNumber(ticket.number)}
                </span>
              </p>
              <Form form={form} submit="Pasar la entrada" button={{ wide: true }} quiet>
                <PhoneField label="Teléfono de la persona" autoComplete="off" {...form.value('phone')} />
                <TextField label="Nombre completo" autoComplete="off" {...form.field('name')} />
                <EmailField autoComplete="off" {...form.field('mail')} />
                <Warning ticket={ticket} />
              </Form>
            </>
          ) : (
            <Done who={who} isInvited onClose={close} />
          )}
        </Dialog>
      )}
    </DialogFrame>
  )
}
