import { useQuery } from '@tanstack/react-query'
import { useId, useSyncExternalStore } from 'react'
import { confirmSession } from '#contract/accounts-credentials.ts'
import { getGoogleValidation } from '#contract/accounts-google.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { fieldError, useEndpointForm } from '#web/api/form.ts'
import { endpointQuery, useEndpointMutation } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { stepUp } from '#web/api/step-up.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { GoogleStepUp } from './GoogleStepUp.tsx'

const confirmed = () => stepUp.settle(true)

/** Asks for the password once more, or for a fresh sign-in at Google; the calls that wait for it go on by themselves (`web/api/step-up.ts`). */
export function StepUpDialog() {
  const isOpen = useSyncExternalStore(stepUp.subscribe, stepUp.isAsking)
  const formId = useId()
  const confirming = useEndpointMutation(confirmSession)
  const cancel = () => stepUp.settle(false)
  // Until it answers, or when it does not: the password, which most people have.
  const { data: ways } = useQuery(endpointQuery(getGoogleValidation, {}, { enabled: isOpen }))
  const isOnlyGoogle = ways?.isGoogleUser === true && !ways.hasPassword
  return (
    <Dialog
      open={isOpen}
      onClose={cancel}
      title="Confirmá que sos vos"
      actions={
        <>
          <Button tone="secondary" onClick={cancel} disabled={confirming.isPending}>
            Cancelar
          </Button>
          {!isOnlyGoogle && (
            <Button type="submit" form={formId} busy={confirming.isPending}>
              Confirmar
            </Button>
          )}
        </>
      }
    >
      {/* Made anew each time: neither the password nor its error outlives the question. */}
      {!isOnlyGoogle && (
        <PasswordForm id={formId} confirm={(password) => confirming.mutateAsync({ body: { password } })} />
      )}
      {ways?.isGoogleUser && <GoogleStepUp isOnlyWay={isOnlyGoogle} onConfirmed={confirmed} />}
    </Dialog>
  )
}

function PasswordForm({ id, confirm }: { id: string; confirm: (password: string) => Promise<unknown> }) {
  const phone = useSession()?.user.phone
  const form = useEndpointForm(confirmSession, { defaultValues: { password: '' } })
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await confirm(password)
      stepUp.settle(true)
    } catch (error) {
      form.setError('password', { type: 'server', message: failureMessage(error) })
      form.setFocus('password')
    }
  })
  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        // The dialog may be drawn inside another form's tree: this is not its submission.
        event.stopPropagation()
        void submit(event)
      }}
    >
      <p className="text-humo">Por seguridad, escribí tu contraseña para seguir. Vale por 15 minutos.</p>
      {/* For password managers: whose password it is. */}
      <input type="text" autoComplete="username" value={phone ?? ''} readOnly hidden />
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        data-initial-focus
        error={fieldError(form, 'password')}
        {...form.register('password')}
      />
    </form>
  )
}
