import { useQuery } from '@tanstack/react-query'
import { useId, useSyncExternalStore } from 'react'
import { confirmSession } from '#contract/accounts/accounts-credentials.ts'
import { getGoogleValidation } from '#contract/accounts/accounts-google.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { stepUp } from '#web/api/step-up.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { GoogleStepUp } from './GoogleStepUp.tsx'

const confirmed = () => stepUp.settle(true)
const cancel = () => stepUp.settle(false)

/** Asks for the password once more, or for a fresh sign-in at Google; the calls that wait for it go on by themselves (`web/api/step-up.ts`). */
export function StepUpDialog() {
  const isOpen = useSyncExternalStore(stepUp.subscribe, stepUp.isAsking)
  // Mounted each time: neither the password nor its error outlives the question.
  return isOpen && <Question />
}

function Question() {
  const phone = useSession()?.user.phone
  const formId = useId()
  const form = useSubmit(confirmSession, {
    defaults: { password: '' },
    failures: 'password',
    onDone: confirmed,
  })
  // Until it answers, or when it does not: the password, which most people have.
  const { data: ways } = useQuery(endpointQuery(getGoogleValidation, {}))
  const isOnlyGoogle = ways?.isGoogleUser === true && !ways.hasPassword
  return (
    <Dialog
      open
      onClose={cancel}
      title="Confirmá que sos vos"
      actions={
        <>
          <Button tone="secondary" onClick={cancel} disabled={form.isBusy}>
            Cancelar
          </Button>
          {!isOnlyGoogle && (
            <Button type="submit" form={formId} busy={form.isBusy}>
              Confirmar
            </Button>
          )}
        </>
      }
    >
      {!isOnlyGoogle && (
        <Form form={form} id={formId} className="gap-4">
          <p className="text-humo">Por seguridad, escribí tu contraseña para seguir. Vale por 15 minutos.</p>
          {/* For password managers: whose password it is. */}
          <input type="text" autoComplete="username" value={phone ?? ''} readOnly hidden />
          <PasswordField data-initial-focus {...form.field('password')} />
        </Form>
      )}
      {ways?.isGoogleUser && <GoogleStepUp isOnlyWay={isOnlyGoogle} onConfirmed={confirmed} />}
    </Dialog>
  )
}
