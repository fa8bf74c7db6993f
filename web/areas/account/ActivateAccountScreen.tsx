import * as z from 'zod/mini'
import { Link } from 'react-router'
import { activateAccount, renewActivation } from '#contract/accounts-credentials.ts'
import { paths } from '#contract/paths.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { applyFailure, fieldError, useSchemaForm } from '#web/api/form.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { signIn } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { activationMessage } from './credential-messages.ts'
import { Outcome } from './Outcome.tsx'
import { useLinkToken } from './use-link-token.ts'

const { newPassword } = activateAccount.body.shape
const activationForm = z.object({
  newPassword,
  acceptTerms: z.boolean().check(z.refine((accepted) => accepted, 'Tenés que aceptar los términos y condiciones')),
})

function ActivateAccountScreen() {
  const token = useLinkToken()
  return (
    <AccountFrame
      title="Activá tu cuenta."
      lead="Alguien te hizo llegar una entrada o una invitación. Elegí una contraseña y ya la ves acá."
    >
      {token ? (
        // Another link, another beginning.
        <ActivationForm key={token} token={token} />
      ) : (
        <Outcome
          kind="problem"
          title="Este enlace no sirve"
          message="A este enlace le falta una parte. Abrilo otra vez desde el mensaje que te llegó."
        >
          <AlreadyActive />
        </Outcome>
      )}
    </AccountFrame>
  )
}

function ActivationForm({ token }: { token: string }) {
  const form = useSchemaForm(activationForm, { defaultValues: { newPassword: '', acceptTerms: false } })
  const activating = useEndpointMutation(activateAccount)

  const submit = form.handleSubmit(async ({ newPassword }) => {
    try {
      const { session } = await activating.mutateAsync({ body: { token, newPassword, acceptTerms: true } })
      // Activated by mail: the phone that was written for them is not known to be theirs.
      if (session) await signIn(session)
    } catch (error) {
      if (isDeadLink(error)) return
      if (applyFailure(form, error, { common_password: 'newPassword' })) return
      form.setError('root', { message: activationMessage(error) })
    }
  })

  // With the session kept: what the outcome leads to asks for it.
  if (activating.isSuccess && !form.formState.isSubmitting) {
    return (
      <Outcome kind="success" title="¡Tu cuenta está lista!" message={activating.data.message}>
        <LinkButton asChild wide>
          {activating.data.session ? (
            <Link to={paths.editProfile()}>Cargar mi teléfono</Link>
          ) : (
            <Link to={paths.login()}>Ingresar</Link>
          )}
        </LinkButton>
      </Outcome>
    )
  }
  if (isDeadLink(activating.error)) return <DeadLink token={token} error={activating.error} />
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <PasswordField
        label="Contraseña"
        autoComplete="new-password"
        hint="Al menos 8 caracteres."
        error={fieldError(form, 'newPassword')}
        {...form.register('newPassword')}
      />
      <Checkbox
        label={
          <>
            Acepto los{' '}
            <Link to={paths.terms()} target="_blank" className="link">
              términos y condiciones
            </Link>
          </>
        }
        error={fieldError(form, 'acceptTerms')}
        {...form.register('acceptTerms')}
      />
      <Problem message={form.formState.errors.root?.message} />
      <Button type="submit" wide busy={form.formState.isSubmitting}>
        Activar mi cuenta
      </Button>
    </form>
  )
}

/** A link that was, and ran out or was used, can ask for another; one that never was cannot. */
function DeadLink({ token, error }: { token: string; error: unknown }) {
  const renewing = useEndpointMutation(renewActivation)
  if (renewing.isSuccess) return <Outcome kind="success" title="Revisá tus mensajes" message={renewing.data.message} />
  return (
    <Outcome kind="problem" title="Este enlace no sirve" message={activationMessage(error)}>
      {isApiFailure(error, 'activation_link_invalid') && (
        <>
          <Problem message={renewing.error ? activationMessage(renewing.error) : undefined} />
          <Button wide busy={renewing.isPending} onClick={() => renewing.mutate({ body: { token } })}>
            Enviar un enlace nuevo
          </Button>
        </>
      )}
      <AlreadyActive />
    </Outcome>
  )
}

function AlreadyActive() {
  return (
    <p className="text-14 text-humo">
      ¿Ya activaste tu cuenta?{' '}
      <Link to={paths.login()} className="link inline-flex min-h-11 items-center font-semibold">
        Ingresar
      </Link>
    </p>
  )
}

function isDeadLink(error: unknown): boolean {
  return isApiFailure(error, 'activation_link_invalid', 'activation_link_unknown')
}

export { ActivateAccountScreen as Component }
