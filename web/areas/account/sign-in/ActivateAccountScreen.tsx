import * as z from 'zod/mini'
import { activateAccount, renewActivation } from '#contract/accounts/accounts-credentials.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { paths } from '#contract/api/paths.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { signIn } from '#web/api/session.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Outcome } from '#web/ui/feedback/Outcome.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { NewPasswordField } from '#web/ui/fields/PasswordField.tsx'
import { OtherWay } from './AccountFrame.tsx'
import { activationMessage } from './credential-messages.ts'
import { DeadLink, LinkFrame, PasswordChosen, termsAccepted, useLinkOutcome } from './new-password.tsx'
import { termsLink } from '#web/features/sign-in/terms-link.tsx'

const { newPassword } = activateAccount.body.shape
const activationForm = z.object({ newPassword, acceptTerms: termsAccepted })

function ActivateAccountScreen() {
  return (
    <LinkFrame
      title="Activá tu cuenta."
      lead="Hay una entrada o una invitación a tu nombre. Elegí una contraseña y ya la ves acá."
      truncated={
        <DeadLink message="A este enlace le falta una parte. Abrilo otra vez desde el mensaje que te llegó, o pedí uno nuevo.">
          {/* The server mails pending accounts their activation link. */}
          <ScreenButton wide to={paths.forgotPassword()}>
            Pedir un enlace nuevo
          </ScreenButton>
          {alreadyActive}
        </DeadLink>
      }
    >
      {(token) => <ActivationForm token={token} />}
    </LinkFrame>
  )
}

const alreadyActive = (
  <OtherWay question="¿Ya activaste tu cuenta?" to={paths.login()}>
    Ingresar
  </OtherWay>
)

function ActivationForm({ token }: { token: string }) {
  const { answer, setAnswer, failure, onFail } = useLinkOutcome<Answer<typeof activateAccount>>(
    'activation_link_invalid',
    'activation_link_unknown',
  )
  const form = useSubmit(activateAccount, {
    schema: activationForm,
    defaults: { newPassword: '', acceptTerms: false },
    toInput: ({ newPassword }) => ({ body: { token, newPassword, acceptTerms: true } }),
    failures: { common_password: 'newPassword' },
    errorMessage: activationMessage,
    onDone: async (done) => {
      // Activated by mail: the phone that was written for them is not known to be theirs.
      if (done.session) await signIn(done.session)
      setAnswer(done)
    },
    onFail,
  })
  if (answer) return <PasswordChosen title="¡Tu cuenta está lista!" answer={answer} />
  if (failure !== null) return <RenewLink token={token} error={failure} />
  return (
    <Form form={form} submit="Activar mi cuenta" button={{ wide: true }}>
      <NewPasswordField label="Contraseña" {...form.field('newPassword')} />
      <Checkbox label={<>Acepto los {termsLink}</>} {...form.field('acceptTerms')} />
    </Form>
  )
}

/** A link that expired or was used may be replaced; an unknown one may not. */
function RenewLink({ token, error }: { token: string; error: unknown }) {
  const renewing = useEndpointMutation(renewActivation)
  if (renewing.isSuccess) return <Outcome kind="success" title="Revisá tus mensajes" message={renewing.data.message} />
  return (
    <DeadLink message={activationMessage(error)}>
      {isApiFailure(error, 'activation_link_invalid') && (
        <>
          <Problem message={renewing.error ? activationMessage(renewing.error) : undefined} />
          <Button wide busy={renewing.isPending} onClick={() => renewing.mutate({ body: { token } })}>
            Enviar un enlace nuevo
          </Button>
        </>
      )}
      {alreadyActive}
    </DeadLink>
  )
}

export { ActivateAccountScreen as Component }
