import { useState } from 'react'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import { phoneCodeNeeded, register, type PhoneCodeNeeded } from '#contract/accounts/accounts.ts'
import { profileImage } from '#contract/api/files.ts'
import { paths } from '#contract/api/paths.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { loadSignInOptions } from '#web/features/delivery-channels/delivery-channels.ts'
import { BirthDateField, GenderSelect } from '#web/features/profile/profile-fields.tsx'
import { REFUSES_ADVERTISING } from '#web/features/profile/advertising.ts'
import { alert } from '#web/shell/notices/alert.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { ImageField } from '#web/features/files/ImageField.tsx'
import { NewPasswordField } from '#web/ui/fields/PasswordField.tsx'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { AccountFrame, OtherWay } from './AccountFrame.tsx'
import { GoogleButton } from '#web/features/sign-in/GoogleButton.tsx'
import { GoogleElsewhere } from '#web/features/sign-in/GoogleElsewhere.tsx'
import { termsLink } from '#web/features/sign-in/terms-link.tsx'
import { RegistrationCode } from './RegistrationCode.tsx'
import { registrationForm, registrationInput } from './registration.ts'
import { registrationMessage } from './sign-in-messages.ts'
import { leaveIfSignedIn, useEnter } from './use-enter.ts'

export async function loader() {
  const away = leaveIfSignedIn()
  if (!away) await loadSignInOptions()
  return away
}

const imageCodes = {
  invalid_image: 'profileImage',
  image_type: 'profileImage',
  image_too_large: 'profileImage',
} as const
const fieldCodes = {
  ...imageCodes,
  phone_taken: 'phone',
  invalid_phone: 'phone',
  mail_taken: 'mail',
  common_password: 'password',
} as const
/** Of a field, or that it goes on by another way. */
const formCodes: readonly string[] = [...Object.keys(fieldCodes), 'invalid_input', 'activation_sent']

/** Next to the error that its account exists. */
const signIn = (
  <OtherWay question="¿Es tu cuenta?" to={paths.login()}>
    Ingresar
  </OtherWay>
)

type Values = z.output<typeof registrationForm>

function RegisterScreen() {
  const enter = useEnter()
  const [waiting, setWaiting] = useState<{ values: Values; needed: PhoneCodeNeeded } | null>(null)
  const form = useSubmit(register, {
    schema: registrationForm,
    defaults: {
      name: '',
      phone: '',
      mail: '',
      birthDate: '',
      gender: '',
      password: '',
      profileImage: null,
      refusesAdvertising: null,
      acceptsTerms: false,
    },
    draft: { name: 'registro', without: ['profileImage'] },
    toInput: (values) => registrationInput(values),
    failures: fieldCodes,
    errorMessage: registrationMessage,
    onDone: async (answer) => {
      await enter(answer)
      showToast('¡Listo! Ya tenés tu cuenta', 'success')
    },
    onFail: (error, values) => {
      const needed = codeNeeded(error)
      if (needed) setWaiting({ values, needed })
      return needed !== null
    },
  })

  const { errors } = form.fields.formState

  /** A problem of the form closes the code step; any other shows next to the code, which keeps its input. */
  async function confirm(values: Values, code: string) {
    try {
      await form.send(registrationInput(values, code), values)
    } catch (error) {
      if (!isApiFailure(error) || !formCodes.includes(error.code)) throw error
      setWaiting(null)
      form.showFailure(error)
    }
  }

  async function askAgain(values: Values): Promise<PhoneCodeNeeded> {
    try {
      await form.send(registrationInput(values), values)
    } catch (error) {
      const needed = codeNeeded(error)
      if (needed) return needed
      throw error
    }
    throw new Error('The phone is no longer taken')
  }

  return (
    <AccountFrame
      title="Creá tu cuenta."
      lead="Dos minutos y ya podés comprar, recibir tu QR y pasarle una entrada a quien quieras."
    >
      <GoogleButton />
      <Form form={form} submit="Crear Cuenta" button={{ wide: true }} uploading="Subiendo tu foto" quiet>
        <TextField label="Nombre completo" autoComplete="name" {...form.field('name')} />
        <PhoneField label="Teléfono" hint="Con este número vas a ingresar." {...form.value('phone')} />
        {errors.phone?.type === 'phone_taken' && signIn}
        <EmailField hint="Ahí te mandamos tus entradas." {...form.field('mail')} />
        {errors.mail?.type === 'mail_taken' && signIn}
        <BirthDateField {...form.field('birthDate')} />
        <GenderSelect {...form.field('gender')} />
        <NewPasswordField label="Contraseña" {...form.field('password')} />
        <ImageField
          label="Foto de perfil"
          optional
          shape="round"
          rule={profileImage}
          {...form.value('profileImage')}
          onProblem={({ title, message }) => alert.error(title, message)}
        />
        <div className="flex flex-col">
          <Checkbox
            label={
              <>
                Acepto los {termsLink} y la{' '}
                <Link to={paths.privacy()} target="_blank" className="link">
                  política de privacidad
                </Link>
              </>
            }
            {...form.field('acceptsTerms')}
          />
          <Checkbox label={REFUSES_ADVERTISING} {...form.field('refusesAdvertising')} />
        </div>
      </Form>
      <GoogleElsewhere />
      {waiting && (
        <RegistrationCode
          needed={waiting.needed}
          confirm={(code) => confirm(waiting.values, code)}
          askAgain={() => askAgain(waiting.values)}
          onClose={() => setWaiting(null)}
        />
      )}
      <OtherWay className="mt-5" question="¿Ya tenés cuenta?" to={paths.login()}>
        Ingresar
      </OtherWay>
    </AccountFrame>
  )
}

function codeNeeded(error: unknown): PhoneCodeNeeded | null {
  const parsed = isApiFailure(error, 'phone_code_needed') ? phoneCodeNeeded.safeParse(error.details) : null
  return parsed?.success ? parsed.data : null
}

export { RegisterScreen as Component }
