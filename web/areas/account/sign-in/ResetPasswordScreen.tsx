import * as z from 'zod/mini'
import { confirmPasswordReset } from '#contract/accounts/accounts-credentials.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { paths } from '#contract/api/paths.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { NewPasswordField } from '#web/ui/fields/PasswordField.tsx'
import { resetPasswordMessage } from './credential-messages.ts'
import { DeadLink, LinkFrame, PasswordChosen, useLinkOutcome } from './new-password.tsx'

const resetForm = z.omit(confirmPasswordReset.body, { token: true })

function ResetPasswordScreen() {
  return (
    <LinkFrame
      title="Elegí una contraseña nueva."
      lead="Al guardarla se cierran las sesiones abiertas en todos tus dispositivos."
      truncated={
        <AskAgain message="A este enlace le falta una parte. Abrilo otra vez desde el email, o pedí uno nuevo." />
      }
    >
      {(token) => <ResetForm token={token} />}
    </LinkFrame>
  )
}

function AskAgain({ message }: { message: string }) {
  return (
    <DeadLink message={message}>
      <ScreenButton wide to={paths.forgotPassword()}>
        Pedir un enlace nuevo
      </ScreenButton>
    </DeadLink>
  )
}

function ResetForm({ token }: { token: string }) {
  const { answer, setAnswer, failure, onFail } = useLinkOutcome<Answer<typeof confirmPasswordReset>>(
    'reset_link_invalid',
    'reset_link_unknown',
  )
  const form = useSubmit(confirmPasswordReset, {
    schema: resetForm,
    defaults: { newPassword: '' },
    toInput: ({ newPassword }) => ({ body: { token, newPassword } }),
    failures: { common_password: 'newPassword' },
    errorMessage: resetPasswordMessage,
    onDone: async (done) => {
      // The server ended this session with all the others; people without a verified phone get a new one.
      if (done.session) await signIn(done.session)
      else expireSession()
      setAnswer(done)
    },
    onFail,
  })
  if (answer) return <PasswordChosen title="¡Listo!" answer={answer} />
  if (failure !== null) return <AskAgain message={resetPasswordMessage(failure)} />
  return (
    <Form form={form} submit="Guardar contraseña" button={{ wide: true }}>
      <NewPasswordField {...form.field('newPassword')} />
    </Form>
  )
}

export { ResetPasswordScreen as Component }
