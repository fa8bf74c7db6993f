import { useState } from 'react'
import type { ContactKind } from '#contract/accounts/accounts-credentials.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { useSession } from '#web/api/session.ts'
import { useWhatsapp } from '#web/features/delivery-channels/delivery-channels.ts'
import { showPhone } from '#web/lib/phone.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { ContactCodeDialog, useContactCode } from './VerifyContact.tsx'

interface ProveContactDialogProps {
  open: boolean
  onClose: () => void
  /** A contact is proved: what was interrupted may go on. */
  onDone: () => void
  /** The beginning of the sentence that asks for it. */
  why?: string
}

/** Asks for a code to one of the buyer's contacts, at the moment a purchase needs to know that it is theirs. */
export function ProveContactDialog({
  open,
  onClose,
  onDone,
  why = 'Muchas de estas entradas ya están reservadas. Para guardarte las tuyas',
}: ProveContactDialogProps) {
  const user = useSession()?.user
  const isWhatsappOff = useWhatsapp() === false
  const [chosen, setChosen] = useState<ContactKind | null>(null)
  const codes = { mail: useContactCode('mail'), phone: useContactCode('phone') }
  if (!user) return null
  // As the code goes: to the contact that waits to be proved, else to the present one.
  const mail = user.pendingMail ?? user.mail
  const isSpent = mail !== null && isApiFailure(codes.phone.askError, 'whatsapp_off')
  const phone = isWhatsappOff || isSpent ? null : (user.pendingPhone ?? user.phone)
  const all = [
    {
      kind: 'phone' as const,
      contact: phone && showPhone(phone),
      way: 'WhatsApp',
      isProved: user.isPhoneProved && user.pendingPhone === null,
    },
    { kind: 'mail' as const, contact: mail, way: 'email', isProved: user.isMailProved && user.pendingMail === null },
  ].flatMap(({ contact, ...each }) => (contact ? [{ ...each, contact }] : []))
  const unproved = all.filter(({ isProved }) => !isProved)
  const contacts = unproved.length > 0 ? unproved : all
  const close = () => {
    setChosen(null)
    onClose()
  }
  const now = contacts.find(({ kind }) => kind === chosen)
  const hasOther = contacts.length > 1
  if (now) {
    return (
      <ContactCodeDialog
        open={open}
        title="Escribí el código"
        kind={now.kind}
        contact={now.contact}
        code={codes[now.kind]}
        onOther={hasOther ? () => setChosen(null) : undefined}
        onClose={close}
        onDone={() => {
          setChosen(null)
          onDone()
        }}
      />
    )
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Confirmá que sos vos"
      actions={
        <Button tone="secondary" onClick={close}>
          Ahora no
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-humo">{why} te mandamos un código de 6 números; tu elección queda como está.</p>
        {contacts.map(({ kind, contact, way }) => (
          <Button
            key={kind}
            tone="secondary"
            wide
            onClick={() => {
              setChosen(kind)
              codes[kind].askIfNone()
            }}
          >
            <span className="min-w-0 break-words">
              Por {way}: {contact}
            </span>
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
