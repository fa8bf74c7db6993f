import * as z from 'zod/mini'
import { Link } from 'react-router'
import { confirmPasswordReset } from '#contract/accounts-credentials.ts'
import { paths } from '#contract/paths.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { applyFailure, fieldError, useSchemaForm } from '#web/api/form.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { resetPasswordMessage } from './credential-messages.ts'
import { Outcome } from './Outcome.tsx'
import { useLinkToken } from './use-link-token.ts'

const resetForm = z.omit(confirmPasswordReset.body, { token: true })

function ResetPasswordScreen() {
  const token = useLinkToken()
  return (
    <AccountFrame
      title="Elegí una contraseña nueva."
      lead="Al guardarla se cierran las sesiones abiertas en todos tus dispositivos."
    >
      {/* Another link, another beginning. */}
      {token ? (
        <ResetForm key={token} token={token} />
      ) : (
        <AskAgain message="A este enlace le falta una parte. Abrilo otra vez desde el email, o pedí uno nuevo." />
      )}
    </AccountFrame>
  )
}

function AskAgain({ message }: { message: string }) {
  return (
    <Outcome kind="problem" title="Este enlace no sirve" message={message}>
      <LinkButton asChild wide>
        <Link to={paths.forgotPassword()}>Pedir un enlace nuevo</Link>
      </LinkButton>
    </Outcome>
  )
}

function ResetForm({ token }: { token: string }) {
  const form = useSchemaForm(resetForm, { defaultValues: { newPassword: '' } })
  const saving = useEndpointMutation(confirmPasswordReset)

  const submit = form.handleSubmit(async ({ newPassword }) => {
    try {
      const { session } = await saving.mutateAsync({ body: { token, newPassword } })
      // The server has ended it with all the others; who proved no phone got a new one.
      if (session) await signIn(session)
      else expireSession()
    } catch (error) {
      if (isDeadLink(error)) return
      if (applyFailure(form, error, { common_password: 'newPassword' })) return
      form.setError('root', { message: resetPasswordMessage(error) })
    }
  })

  // With the session kept: what the outcome leads to asks for it.
  if (saving.isSuccess && !form.formState.isSubmitting) {
    return (
      <Outcome kind="success" title="¡Listo!" message={saving.data.message}>
        <LinkButton asChild wide>
          {saving.data.session ? (
            <Link to={paths.editProfile()}>{saving.data.session.phone ? 'Ir a mi perfil' : 'Cargar mi teléfono'}</Link>
          ) : (
            <Link to={paths.login()}>Ingresar</Link>
          )}
        </LinkButton>
      </Outcome>
    )
  }
  if (isDeadLink(saving.error)) return <AskAgain message={resetPasswordMessage(saving.error)} />
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <PasswordField
        label="Contraseña nueva"
        autoComplete="new-password"
        hint="Al menos 8 caracteres."
        error={fieldError(form, 'newPassword')}
        {...form.register('newPassword')}
      />
      <Problem message={form.formState.errors.root?.message} />
      <Button type="submit" wide busy={form.formState.isSubmitting}>
        Guardar contraseña
      </Button>
    </form>
  )
}

function isDeadLink(error: unknown): boolean {
  return isApiFailure(error, 'reset_link_invalid', 'reset_link_unknown')
}

export { ResetPasswordScreen as Component }
