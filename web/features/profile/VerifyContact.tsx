import { useId, useState } from 'react'
import { confirmContactCode, requestContactCode, type ContactKind } from '#contract/accounts/accounts-credentials.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { useRemaining } from '#web/lib/use-remaining.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { refreshUser } from './cache-user.ts'
import { codeMessage } from './code-message.ts'
import { AskAgain, CodeForm, sentOf, WhereItWent, type SentCode } from './CodeForm.tsx'

interface VerifyContactProps {
  kind: ContactKind
  label: string
  /** Where the code goes, as it is shown. */
  contact: string
  /** What is done with it. */
  act?: 'Verificar' | 'Confirmar'
}

export interface ContactCode {
  readonly sent: SentCode | null
  readonly secondsLeft: number | null
  /** A code is on its way or arrived, and still counts. */
  readonly isLive: boolean
  readonly isAsking: boolean
  readonly askError: unknown
  ask(): void
  /** Asks unless a code still counts. */
  askIfNone(): void
}

/** The code that verifies a mail or phone, with its expiry; kept while the page is open. */
export function useContactCode(kind: ContactKind): ContactCode {
  const [sent, setSent] = useState<SentCode | null>(null)
  const secondsLeft = useRemaining(sent?.expiresAt)
  const asking = useEndpointMutation(requestContactCode, { onSuccess: (answer) => setSent(sentOf(answer)) })
  const isLive = sent !== null && secondsLeft !== 0
  const ask = () => asking.mutate({ body: { kind } })
  return {
    sent,
    secondsLeft,
    isLive,
    isAsking: asking.isPending,
    askError: asking.error,
    ask,
    askIfNone: () => !isLive && !asking.isPending && ask(),
  }
}

/** Proves a mail or phone by the code that is sent to it. Closed and opened again, the dialog still has the code's time. */
export function VerifyContact({ kind, label, contact, act = 'Verificar' }: VerifyContactProps) {
  const [isOpen, setOpen] = useState(false)
  const code = useContactCode(kind)
  return (
    <>
      <Button
        tone="secondary"
        size="s"
        aria-label={`${act} ${label.toLowerCase()}`}
        onClick={() => {
          setOpen(true)
          code.askIfNone()
        }}
      >
        {act}
      </Button>
      <ContactCodeDialog
        open={isOpen}
        title={`${act} ${label.toLowerCase()}`}
        kind={kind}
        contact={contact}
        code={code}
        onClose={() => setOpen(false)}
        onDone={(message) => {
          setOpen(false)
          showToast(message, 'success')
        }}
      />
    </>
  )
}

interface ContactCodeDialogProps {
  open: boolean
  title: string
  kind: ContactKind
  /** As it is shown. */
  contact: string
  code: ContactCode
  onClose: () => void
  /** Another contact may be chosen instead. */
  onOther?: (() => void) | undefined
  /** It is proved; with the server's word for it. */
  onDone: (message: string) => void
}

/** Takes the code that was sent. */
export function ContactCodeDialog(props: ContactCodeDialogProps) {
  const { open, title, kind, contact, code, onClose, onOther, onDone } = props
  const formId = useId()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button tone="secondary" onClick={onOther ?? onClose} disabled={isConfirming}>
            {onOther ? 'Elegir otro' : 'Cerrar'}
          </Button>
          <Button type="submit" form={formId} busy={isConfirming} disabled={!code.isLive}>
            Confirmar
          </Button>
        </>
      }
    >
      <ContactCodeFields id={formId} kind={kind} contact={contact} code={code} onBusy={setConfirming} onDone={onDone} />
    </Dialog>
  )
}

interface ContactCodeFieldsProps extends Pick<ContactCodeDialogProps, 'kind' | 'contact' | 'code' | 'onDone'> {
  /** Of the form, for the button outside of it. */
  id: string
  onBusy: (isBusy: boolean) => void
}

/** Where the code went, its field, and another one. */
export function ContactCodeFields({ id, kind, contact, code, onBusy, onDone }: ContactCodeFieldsProps) {
  const confirming = useEndpointMutation(confirmContactCode)
  const { sent, secondsLeft, isLive, isAsking, askError } = code

  async function confirm(typed: string) {
    onBusy(true)
    try {
      const { message } = await confirming.mutateAsync({ body: { kind: sent?.kind ?? kind, code: typed } })
      await refreshUser()
      onDone(message)
    } finally {
      onBusy(false)
    }
  }

  return (
    <div className="flex flex-col gap-5">
      {isAsking && <Spinner label={`Enviando el código a ${contact}`} className="text-humo" />}
      {askError !== null && <Problem message={codeMessage(askError)} />}
      {sent !== null && !isAsking && <WhereItWent sent={sent} secondsLeft={secondsLeft} />}
      <CodeForm id={id} isLive={isLive} confirm={confirm} />
      <AskAgain againAt={sent?.againAt} isAsking={isAsking} hasFailed={askError !== null} ask={code.ask} />
    </div>
  )
}
