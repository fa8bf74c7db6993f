import { useState } from 'react'
import * as z from 'zod/mini'
import { Link } from 'react-router'
import type { Answer } from '#contract/endpoint.ts'
import { confirmPasswordReset } from '#contract/accounts-credentials.ts'
import { paths } from '#contract/paths.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { resetPasswordMessage } from './credential-messages.ts'
import { Outcome } from '#web/ui/feedback/Outcome.tsx'
import { useLinkToken } from '#web/shell/session/use-link-token.ts'

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
  const [done, setDone] = useState<Answer<typeof confirmPasswordReset> | null>(null)
  const [dead, setDead] = useState<unknown>(null)
  const form = useSubmit(confirmPasswordReset, {
    schema: resetForm,
    defaults: { newPassword: '' },
    toInput: ({ newPassword }) => ({ body: { token, newPassword } }),
    failures: { common_password: 'newPassword' },
    errorMessage: resetPasswordMessage,
    onDone: async (answer) => {
      // The server has ended it with all the others; who proved no phone got a new one.
      if (answer.session) await signIn(answer.session)
      else expireSession()
      setDone(answer)
    },
    onFail: (error) => {
      if (!isDeadLink(error)) return false
      setDead(error)
      return true
    },
  })

  if (done) {
    return (
      <Outcome kind="success" title="¡Listo!" message={done.message}>
        <LinkButton asChild wide>
          {done.session ? (
            <Link to={paths.editProfile()}>{done.session.phone ? 'Ir a mi perfil' : 'Cargar mi teléfono'}</Link>
          ) : (
            <Link to={paths.login()}>Ingresar</Link>
          )}
        </LinkButton>
      </Outcome>
    )
  }
  if (dead !== null) return <AskAgain message={resetPasswordMessage(dead)} />
  return (
    <Form form={form} submit="Guardar contraseña" button={{ wide: true }}>
      <PasswordField
        label="Contraseña nueva"
        autoComplete="new-password"
        hint="Al menos 8 caracteres."
        {...form.field('newPassword')}
      />
    </Form>
  )
}

function isDeadLink(error: unknown): boolean {
  return isApiFailure(error, 'reset_link_invalid', 'reset_link_unknown')
}

export { ResetPasswordScreen as Component }
