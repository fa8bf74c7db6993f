import { useQuery } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { changePassword, requestPasswordReset } from '#contract/accounts/accounts-credentials.ts'
import { getGoogleValidation } from '#contract/accounts/accounts-google.ts'
import { endpointQuery } from '#web/api/query.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { NewPasswordField, PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { alert } from '#web/shell/notices/alert.ts'
import { passwordMessage } from './profile-messages.ts'

/** A new password by the present one; who only signs in with Google has none, and may choose one by mail. */
export function PasswordSection({ user }: { user: SessionUser }) {
  const asked = useQuery(endpointQuery(getGoogleValidation, {}))
  return (
    <Section look="eyebrow" title="Contraseña">
      <Loaded read={asked} label="Cargando cómo ingresás" skeleton="h-72">
        {({ hasPassword }) => (hasPassword ? <ChangePassword user={user} /> : <NoPassword user={user} />)}
      </Loaded>
    </Section>
  )
}

function ChangePassword({ user }: { user: SessionUser }) {
  const form = useSubmit(changePassword, {
    defaults: { currentPassword: '', newPassword: '' },
    failures: { wrong_password: 'currentPassword', common_password: 'newPassword' },
    errorMessage: passwordMessage,
    onDone: ({ message }) => {
      // Left while it is still full: the field that is emptied would be wrong once the person goes on.
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
      form.fields.reset()
      alert.success(message, 'Cerramos tus otras sesiones.', { autoClose: true })
    },
  })
  return (
    <Card className="p-5">
      <Form
        form={form}
        submit="Cambiar contraseña"
        button={{ className: 'sm:self-start' }}
        className="gap-5 *:max-w-md"
      >
        <p className="text-humo">Al cambiarla se cierran tus sesiones en otros dispositivos.</p>
        {/* For password managers: whose password it is. */}
        <input type="text" autoComplete="username" value={user.phone ?? user.mail ?? ''} readOnly hidden />
        <PasswordField label="Contraseña actual" {...form.field('currentPassword')} />
        <NewPasswordField {...form.field('newPassword')} />
      </Form>
    </Card>
  )
}

function NoPassword({ user }: { user: SessionUser }) {
  const asking = useAct(requestPasswordReset, {
    input: { body: { email: user.mail ?? '' } },
    errorMessage: passwordMessage,
  })
  return (
    <Card className="flex flex-col gap-4 p-5">
      <p>
        Ingresás con Google: tu cuenta no tiene contraseña.
        {user.mail && ' Si querés ingresar también con tu teléfono, te mandamos un enlace para elegir una.'}
      </p>
      {asking.isDone ? (
        <p role="status" className="text-yerba">
          Te enviamos el enlace a {user.mail}. Vale 30 minutos.
        </p>
      ) : (
        user.mail && (
          <Button
            tone="secondary"
            className="sm:self-start"
            busy={asking.isPending()}
            onClick={() => void asking.run()}
          >
            Elegir una contraseña
          </Button>
        )
      )}
    </Card>
  )
}
