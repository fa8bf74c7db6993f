import { useState } from 'react'
import { Link } from 'react-router'
import { requestPasswordReset } from '#contract/accounts-credentials.ts'
import { paths } from '#contract/paths.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { forgotPasswordMessage } from './credential-messages.ts'
import { Outcome } from '#web/ui/feedback/Outcome.tsx'

function ForgotPasswordScreen() {
  const [sent, setSent] = useState<string | null>(null)
  const form = useSubmit(requestPasswordReset, {
    defaults: { email: '' },
    errorMessage: forgotPasswordMessage,
    onDone: ({ message }) => setSent(message),
  })

  return (
    <AccountFrame
      title="Recuperá tu contraseña."
      lead="Te mandamos un enlace por email para elegir una nueva. Vale 30 minutos."
    >
      {sent ? (
        <Outcome kind="success" title="Revisá tu email" message={sent}>
          <LinkButton asChild wide>
            <Link to={paths.login()}>Volver a ingresar</Link>
          </LinkButton>
          <Button tone="quiet" wide onClick={() => setSent(null)}>
            Probar con otro email
          </Button>
        </Outcome>
      ) : (
        <>
          <Form form={form} submit="Enviar enlace" button={{ wide: true }}>
            <EmailField hint="El que usaste al crear tu cuenta." {...form.field('email')} />
          </Form>
          <p className="mt-5 text-14 text-humo">
            ¿Te acordaste?{' '}
            <Link to={paths.login()} className="link inline-flex min-h-11 items-center font-semibold">
              Ingresar
            </Link>
          </p>
        </>
      )}
    </AccountFrame>
  )
}

export { ForgotPasswordScreen as Component }
