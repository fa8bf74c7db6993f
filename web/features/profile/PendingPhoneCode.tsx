import { useState } from 'react'
import { isApiFailure } from '#web/api/api-failure.ts'
import { currentSession, useSession } from '#web/api/session.ts'
import { showPhone } from '#web/lib/phone.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { ContactCodeFields, useContactCode, type ContactCode } from './VerifyContact.tsx'

interface PendingPhoneCodeProps {
  /** Of the form, for the button outside of it. */
  id: string
  phone: string
  code: ContactCode
  onBusy: (isBusy: boolean) => void
  /** Something was verified; `isCounted` if the phone is the account's now. */
  onDone: (isCounted: boolean) => void
  onOther: () => void
}

/**
 * The code of a phone that does not count yet: another account wrote it, or a quota made it wait. Where nothing leaves by
 * WhatsApp the mail is verified first.
 */
export function PendingPhoneCode({ id, phone, code, onBusy, onDone, onOther }: PendingPhoneCodeProps) {
  const user = useSession()?.user
  const mailCode = useContactCode('mail')
  const [isMailFirst, setMailFirst] = useState(false)
  const mail = user?.pendingMail ?? user?.mail
  const done = () => onDone((currentSession()?.user.phone ?? null) !== null)
  const fields = { id, onBusy, onDone: done }
  if (isMailFirst && mail) return <ContactCodeFields {...fields} kind="mail" contact={mail} code={mailCode} />
  return (
    <div className="flex flex-col gap-5">
      <p className="text-humo">Ese teléfono todavía hay que confirmarlo: escribí el código y seguís donde estabas.</p>
      {mail && isApiFailure(code.askError, 'mail_proof_needed') ? (
        <Button
          tone="secondary"
          wide
          onClick={() => {
            setMailFirst(true)
            mailCode.askIfNone()
          }}
        >
          <span className="min-w-0 break-words">Confirmar primero mi email: {mail}</span>
        </Button>
      ) : (
        <ContactCodeFields {...fields} kind="phone" contact={showPhone(phone)} code={code} />
      )}
      <Button tone="quiet" size="s" className="-ml-4 self-start" onClick={onOther}>
        Cambiar el teléfono
      </Button>
    </div>
  )
}
