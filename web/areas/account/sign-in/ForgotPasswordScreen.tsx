import { useState } from 'react'
import { useLocation } from 'react-router'
import { requestPasswordReset } from '#contract/accounts/accounts-credentials.ts'
import { paths } from '#contract/api/paths.ts'
import { Form } from '#web/features/forms/Form.tsx'
import type { AsBuyer } from '#web/features/sign-in/as-buyer.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { AccountFrame, OtherWay } from './AccountFrame.tsx'
import { forgotPasswordMessage } from './credential-messages.ts'
import { Outcome } from '#web/ui/feedback/Outcome.tsx'

function ForgotPasswordScreen() {
  const { state } = useLocation() as { state: AsBuyer | null } // set by the screen that leads here
  const isBuyer = state?.asBuyer === true
  const [sent, setSent] = useState<string | null>(null)
  const form = useSubmit(requestPasswordReset, {
    defaults: { email: state?.email ?? '' },
    errorMessage: forgotPasswordMessage,
    onDone: ({ message }) => setSent(message),
  })

  return (
    <AccountFrame
      title={isBuyer ? 'Encontrá tus entradas.' : 'Recuperá tu contraseña.'}
      lead={
        isBuyer
          ? 'Te mandamos un enlace por email: con él elegís una contraseña y las ves acá.'
          : 'Te mandamos un enlace por email para elegir una nueva. Vale 30 minutos.'
      }
    >
      {sent ? (
        <Outcome kind="success" title="Revisá tu email" message={sent}>
          <ScreenButton wide to={paths.login()}>
            Volver a ingresar
          </ScreenButton>
          <Button tone="quiet" wide onClick={() => setSent(null)}>
            Probar con otro email
          </Button>
        </Outcome>
      ) : (
        <>
          <Form form={form} submit="Enviar enlace" button={{ wide: true }}>
            <EmailField
              hint={isBuyer ? 'El que diste al comprar.' : 'El de tu cuenta, o el que diste al comprar.'}
              {...form.field('email')}
            />
          </Form>
          <OtherWay className="mt-5" question="¿Te acordaste?" to={paths.login()}>
            Ingresar
          </OtherWay>
        </>
      )}
    </AccountFrame>
  )
}

export { ForgotPasswordScreen as Component }
