import { useId, useState } from 'react'
import { confirmGuestCode, requestGuestCode } from '#contract/sales/checkout-guest.ts'
import { paths } from '#contract/api/paths.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { useWhatsapp } from '#web/features/delivery-channels/delivery-channels.ts'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { AskAgain, CodeForm, sentOf, WhereItWent, type SentCode } from '#web/features/profile/CodeForm.tsx'
import { codeMessage } from '#web/features/profile/code-message.ts'
import { showPhone } from '#web/lib/phone.ts'
import { useRemaining } from '#web/lib/use-remaining.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import type { StoredBuyer } from './stored-guest.ts'

type Kind = SentCode['kind']

interface GuestCodeDialogProps {
  /** What the form says. */
  buyer: StoredBuyer
  /** The contact that others ordered with today; the code goes there, if WhatsApp or mail can bring it. */
  by: Kind | undefined
  /** What the code is for, where it is no purchase. */
  why?: string
  onClose: () => void
  /** One of the contacts is theirs; the purchase goes on with this. */
  onProved: (asked: Kind, contactProof: string) => void
  onLeave: () => void
}

/** A code to a contact of the form, at the moment a purchase needs to know that it is the buyer's. No account is asked for. */
export function GuestCodeDialog({
  buyer,
  by: needed,
  why = 'Para guardarte estas entradas',
  onClose,
  onProved,
  onLeave,
}: GuestCodeDialogProps) {
  const formId = useId()
  const isWhatsappOff = useWhatsapp() === false
  const [kind, setKind] = useState<Kind | null>(null)
  const [sent, setSent] = useState<SentCode | null>(null)
  const secondsLeft = useRemaining(sent?.expiresAt)
  const isLive = sent !== null && secondsLeft !== 0
  const asking = useEndpointMutation(requestGuestCode, { onSuccess: (answer) => setSent(sentOf(answer)) })
  const confirming = useEndpointMutation(confirmGuestCode)
  const { name, phone, mail } = buyer
  const ask = (by: Kind) => {
    setKind(by)
    asking.mutate({ body: { kind: by, name, phone, mail } })
  }
  const ways = [
    ...(isWhatsappOff ? [] : [{ by: 'phone' as const, way: 'WhatsApp', contact: showPhone(phone) }]),
    { by: 'mail' as const, way: 'email', contact: mail },
  ]
  const contacts = needed && ways.some(({ by }) => by === needed) ? ways.filter(({ by }) => by === needed) : ways
  if (kind === null) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Confirmá que sos vos"
        actions={
          <Button tone="secondary" onClick={onClose}>
            Ahora no
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <p className="text-humo">
            {needed === undefined
              ? why
              : needed === 'phone'
                ? 'Hoy hubo varias compras sin pagar con este teléfono. Para seguir'
                : 'Hoy hubo varias compras sin pagar con este email. Para seguir'}{' '}
            te mandamos un código de 6 números.
          </p>
          {contacts.map(({ by, way, contact }) => (
            <Button key={by} tone="secondary" wide onClick={() => ask(by)}>
              <span className="min-w-0 break-words">
                Por {way}: {contact}
              </span>
            </Button>
          ))}
          <p className="text-14 text-humo">
            ¿Ya tenés cuenta?{' '}
            <ScreenLink to={paths.login()} className="font-semibold" onClick={onLeave}>
              Ingresá
            </ScreenLink>
          </p>
        </div>
      </Dialog>
    )
  }
  const confirm = async (code: string) => {
    const { contactProof } = await confirming.mutateAsync({ body: { kind: sent?.kind ?? kind, phone, mail, code } })
    onProved(kind, contactProof)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Escribí el código"
      actions={
        <>
          <Button
            tone="secondary"
            disabled={confirming.isPending}
            onClick={() => {
              asking.reset()
              setSent(null)
              setKind(null)
            }}
          >
            Elegir otro
          </Button>
          <Button type="submit" form={formId} busy={confirming.isPending} disabled={!isLive}>
            Seguir
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {asking.isPending && <Spinner label="Enviando el código" className="text-humo" />}
        {asking.error && <Problem message={codeMessage(asking.error)} />}
        {sent !== null && !asking.isPending && <WhereItWent sent={sent} secondsLeft={secondsLeft} />}
        <CodeForm id={formId} isLive={isLive} confirm={confirm} />
        <AskAgain
          againAt={sent?.againAt}
          isAsking={asking.isPending}
          hasFailed={asking.error !== null}
          ask={() => ask(kind)}
        />
      </div>
    </Dialog>
  )
}
