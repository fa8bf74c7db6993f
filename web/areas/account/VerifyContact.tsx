import { useId, useState } from 'react'
import { confirmContactCode, requestContactCode, type ContactKind } from '#contract/accounts-credentials.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { useRemaining } from '#web/lib/use-remaining.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AskAgain, CodeForm, sentOf, WhereItWent, type SentCode } from './CodeForm.tsx'
import { refreshUser } from './keep-user.ts'
import { codeMessage } from './profile-messages.ts'

interface VerifyContactProps {
  kind: ContactKind
  label: string
  /** As it is shown. */
  contact: string
}

/** Proves a mail or phone by the code that is sent to it. Closed and opened again, the dialog still has the code's time. */
export function VerifyContact({ kind, label, contact }: VerifyContactProps) {
  const [isOpen, setOpen] = useState(false)
  const [sent, setSent] = useState<SentCode | null>(null)
  const formId = useId()
  const secondsLeft = useRemaining(sent?.expiresAt)
  const asking = useEndpointMutation(requestContactCode, { onSuccess: (answer) => setSent(sentOf(answer)) })
  const confirming = useEndpointMutation(confirmContactCode)
  const ask = () => asking.mutate({ body: { kind } })
  const isLive = sent !== null && secondsLeft !== 0

  function open() {
    setOpen(true)
    if (!isLive && !asking.isPending) ask()
  }

  async function confirm(code: string) {
    const { message } = await confirming.mutateAsync({ body: { kind, code } })
    await refreshUser()
    setOpen(false)
    showToast(message, 'success')
  }

  return (
    <>
      <Button tone="secondary" size="s" aria-label={`Verificar ${label.toLowerCase()}`} onClick={open}>
        Verificar
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Verificar ${label.toLowerCase()}`}
        actions={
          <>
            <Button tone="secondary" onClick={() => setOpen(false)} disabled={confirming.isPending}>
              Cerrar
            </Button>
            <Button type="submit" form={formId} busy={confirming.isPending} disabled={!isLive}>
              Confirmar
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          {asking.isPending && <Spinner label={`Enviando el código a ${contact}`} className="text-humo" />}
          {asking.isError && <Problem message={codeMessage(asking.error)} />}
          {sent !== null && !asking.isPending && <WhereItWent sent={sent} secondsLeft={secondsLeft} />}
          <CodeForm id={formId} isLive={isLive} confirm={confirm} />
          <AskAgain againAt={sent?.againAt} isAsking={asking.isPending} hasFailed={asking.isError} ask={ask} />
        </div>
      </Dialog>
    </>
  )
}
