import { login, type LoginResponse } from '#contract/accounts/accounts.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { signInMessage } from './sign-in-messages.ts'

interface SignInOptions {
  /** The admin entrance admits god, legal and admin accounts alone. */
  entrance?: 'admin'
  /** Known already; a password is all that is typed. */
  phone?: string | null
  onEnter: (answer: LoginResponse) => Promise<void>
}

/** Phone and password, for both entrances. */
export function useSignInForm({ entrance, phone = null, onEnter }: SignInOptions) {
  return useSubmit(login, {
    defaults: { phone: phone ?? '', password: '' },
    toInput: (body) => ({ body: { ...body, ...(entrance && { entrance }) } }),
    errorMessage: signInMessage,
    onDone: onEnter,
  })
}

interface SignInFormProps {
  form: ReturnType<typeof useSignInForm>
  /** The phone is known. */
  isPhoneKnown?: boolean
}

export function SignInForm({ form, isPhoneKnown = false }: SignInFormProps) {
  return (
    <Form form={form} submit="Ingresar" button={{ wide: true }}>
      <PhoneField label="Teléfono" autoComplete="username" {...form.value('phone')} />
      <PasswordField {...(isPhoneKnown && { 'data-screen-focus': true })} {...form.field('password')} />
    </Form>
  )
}
