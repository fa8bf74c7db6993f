import { login, type LoginResponse } from '#contract/accounts.ts'
import { fieldError, useEndpointForm, valueField } from '#web/api/form.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { signInMessage } from './sign-in-messages.ts'

/** Phone and password, for both entrances. */
export function useSignInForm() {
  return useEndpointForm(login, { defaultValues: { phone: '', password: '' } })
}

interface SignInFormProps {
  form: ReturnType<typeof useSignInForm>
  /** The admin entrance admits god, legal and admin accounts alone. */
  entrance?: 'admin'
  onEnter: (answer: LoginResponse) => Promise<void>
}

export function SignInForm({ form, entrance, onEnter }: SignInFormProps) {
  const signingIn = useEndpointMutation(login)
  const submit = form.handleSubmit(async (body) => {
    try {
      await onEnter(await signingIn.mutateAsync({ body: { ...body, ...(entrance && { entrance }) } }))
    } catch (error) {
      form.setError('root', { message: signInMessage(error) })
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <PhoneField label="Teléfono" autoComplete="username" {...valueField(form, 'phone')} />
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        error={fieldError(form, 'password')}
        {...form.register('password')}
      />
      <Problem message={form.formState.errors.root?.message} />
      <Button type="submit" wide busy={form.formState.isSubmitting}>
        Ingresar
      </Button>
    </form>
  )
}
