import { useId, useState } from 'react'
import type { PhoneCodeNeeded } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'
import { useRemaining } from '#web/lib/use-remaining.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { AskAgain, CodeForm, sentOf, WhereItWent } from '#web/features/profile/CodeForm.tsx'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { registrationMessage } from './sign-in-messages.ts'

interface RegistrationCodeProps {
  needed: PhoneCodeNeeded
  /** Registers with the code; throws when it is refused. */
  confirm: (code: string) => Promise<void>
  /** Has another code sent; gives where it went. */
  askAgain: () => Promise<PhoneCodeNeeded>
  onClose: () => void
}

/** Another account has the phone unverified: a code proves its owner. The form keeps its input. */
export function RegistrationCode({ needed, confirm, askAgain, onClose }: RegistrationCodeProps) {
  const formId = useId()
  const [sent, setSent] = useState(() => sentOf(needed))
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const secondsLeft = useRemaining(sent.expiresAt)
  const isLive = secondsLeft !== 0

  async function busily(work: () => Promise<void>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }

  const ask = () =>
    void busily(async () => setSent(sentOf(await askAgain()))).catch((error: unknown) =>
      setProblem(registrationMessage(error)),
    )

  return (
    <Dialog
      open
      onClose={onClose}
      title={needed.kind === 'phone' ? '¿Es tu teléfono?' : '¿Sos vos?'}
      actions={
        <>
          <Button tone="secondary" onClick={onClose} disabled={isBusy}>
            Volver
          </Button>
          <Button type="submit" form={formId} busy={isBusy} disabled={!isLive}>
            Crear mi cuenta
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p>Confirmá que ese teléfono es tuyo. Si estaba en una cuenta que nunca lo confirmó, queda en la tuya.</p>
        <WhereItWent sent={sent} secondsLeft={secondsLeft} />
        <Problem message={problem} />
        <CodeForm id={formId} isLive={isLive} confirm={(code) => busily(() => confirm(code))} />
        <AskAgain againAt={sent.againAt} isAsking={isBusy} hasFailed={problem !== undefined} ask={ask} />
        <p className="text-14 text-humo">
          ¿Ya tenés una cuenta?{' '}
          <ScreenLink to={paths.login()} className="font-semibold">
            Ingresá
          </ScreenLink>{' '}
          o{' '}
          <ScreenLink to={paths.forgotPassword()} className="font-semibold">
            recuperá tu contraseña
          </ScreenLink>
        </p>
      </div>
    </Dialog>
  )
}
