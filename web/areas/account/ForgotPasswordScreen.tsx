import { Link } from 'react-router'
import { requestPasswordReset } from '#contract/accounts-credentials.ts'
import { paths } from '#contract/paths.ts'
import { fieldError, useEndpointForm } from '#web/api/form.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmailField } from '#web/ui/EmailField.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { forgotPasswordMessage } from './credential-messages.ts'
import { Outcome } from './Outcome.tsx'

function ForgotPasswordScreen() {
  const form = useEndpointForm(requestPasswordReset, { defaultValues: { email: '' } })
  const asking = useEndpointMutation(requestPasswordReset)

  const submit = form.handleSubmit(async (body) => {
    try {
      await asking.mutateAsync({ body })
    } catch (error) {
      form.setError('root', { message: forgotPasswordMessage(error) })
    }
  })

  return (
    <AccountFrame
      title="Recuperá tu contraseña."
      lead="Te mandamos un enlace por email para elegir una nueva. Vale 30 minutos."
    >
      {asking.isSuccess ? (
        <Outcome kind="success" title="Revisá tu email" message={asking.data.message}>
          <LinkButton asChild wide>
            <Link to={paths.login()}>Volver a ingresar</Link>
          </LinkButton>
          <Button tone="quiet" wide onClick={() => asking.reset()}>
            Probar con otro email
          </Button>
        </Outcome>
      ) : (
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
          <EmailField
            hint="El que usaste al crear tu cuenta."
            error={fieldError(form, 'email')}
            {...form.register('email')}
          />
          <Problem message={form.formState.errors.root?.message} />
          <Button type="submit" wide busy={form.formState.isSubmitting}>
            Enviar enlace
          </Button>
          <p className="text-14 text-humo">
            ¿Te acordaste?{' '}
            <Link to={paths.login()} className="link inline-flex min-h-11 items-center font-semibold">
              Ingresar
            </Link>
          </p>
        </form>
      )}
    </AccountFrame>
  )
}

export { ForgotPasswordScreen as Component }
