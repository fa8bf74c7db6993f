import { useState } from 'react'
import * as z from 'zod/mini'
import { Link } from 'react-router'
import { activateAccount, renewActivation } from '#contract/accounts-credentials.ts'
import type { Answer } from '#contract/endpoint.ts'
import { paths } from '#contract/paths.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { signIn } from '#web/api/session.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { activationMessage } from './credential-messages.ts'
import { Outcome } from '#web/ui/feedback/Outcome.tsx'
import { useLinkToken } from '#web/shell/session/use-link-token.ts'

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
  const [done, setDone] = useState<Answer<typeof activateAccount> | null>(null)
  const [dead, setDead] = useState<unknown>(null)
  const form = useSubmit(activateAccount, {
    schema: activationForm,
    defaults: { newPassword: '', acceptTerms: false },
    toInput: ({ newPassword }) => ({ body: { token, newPassword, acceptTerms: true } }),
    failures: { common_password: 'newPassword' },
    errorMessage: activationMessage,
    onDone: async (answer) => {
      // Activated by mail: the phone that was written for them is not known to be theirs.
      if (answer.session) await signIn(answer.session)
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
      <Outcome kind="success" title="¡Tu cuenta está lista!" message={done.message}>
        <LinkButton asChild wide>
          {done.session ? (
            <Link to={paths.editProfile()}>Cargar mi teléfono</Link>
          ) : (
            <Link to={paths.login()}>Ingresar</Link>
          )}
        </LinkButton>
      </Outcome>
    )
  }
  if (dead !== null) return <DeadLink token={token} error={dead} />
  return (
    <Form form={form} submit="Activar mi cuenta" button={{ wide: true }}>
      <PasswordField
        label="Contraseña"
        autoComplete="new-password"
        hint="Al menos 8 caracteres."
        {...form.field('newPassword')}
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
        {...form.field('acceptTerms')}
      />
    </Form>
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
