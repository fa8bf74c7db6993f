import { Controller } from 'react-hook-form'
import { Link } from 'react-router'
import { login } from '#contract/accounts.ts'
import { brand } from '#contract/brand.ts'
import { paths } from '#contract/paths.ts'
import { fieldError, useEndpointForm } from '#web/api/form.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { loadPhoneInput, PhoneField } from '#web/ui/PhoneField.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { DemoSignIns } from './DemoSignIns.tsx'
import { FormProblem } from './FormProblem.tsx'
import { signInMessage } from './sign-in-messages.ts'
import { leaveIfSignedIn, useEnter } from './use-enter.ts'

export async function loader() {
  const away = leaveIfSignedIn()
  if (!away) await loadPhoneInput()
  return away
}

function LoginScreen() {
  usePageTitle('Ingresar')
  const enter = useEnter()
  const form = useEndpointForm(login, { defaultValues: { phone: '', password: '' } })
  const signingIn = useEndpointMutation(login)

  const submit = form.handleSubmit(async (body) => {
    try {
      await enter(await signingIn.mutateAsync({ body }))
    } catch (error) {
      form.setError('root', { message: signInMessage(error) })
    }
  })

  return (
    <AccountFrame
      title={
        <>
          Volvé a la <span className="text-celeste">{brand.name.toLowerCase()}</span>.
        </>
      }
      lead="Tus entradas, tu QR y tus próximas noches te esperan del otro lado."
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <Controller
          control={form.control}
          name="phone"
          render={({ field: { ref: _ref, ...field } }) => (
            <PhoneField label="Teléfono" autoComplete="username" error={fieldError(form, 'phone')} {...field} />
          )}
        />
        <PasswordField
          label="Contraseña"
          autoComplete="current-password"
          error={fieldError(form, 'password')}
          {...form.register('password')}
        />
        <FormProblem message={form.formState.errors.root?.message} />
        <Button type="submit" wide busy={form.formState.isSubmitting}>
          Ingresar
        </Button>
      </form>
      <p className="mt-5 text-14 text-humo">
        ¿No tenés cuenta?{' '}
        <Link to={paths.register()} className="link inline-flex min-h-11 items-center font-semibold">
          Crear Cuenta
        </Link>
      </p>
      <p className="text-14 text-humo">
        ¿Olvidaste tu contraseña? Escribinos a{' '}
        <a href={`mailto:${brand.supportMail}`} className="link">
          {brand.supportMail}
        </a>
        .
      </p>
      <DemoSignIns
        onPick={({ phone, password }) => {
          form.reset({ phone, password })
        }}
      />
    </AccountFrame>
  )
}

export { LoginScreen as Component }
