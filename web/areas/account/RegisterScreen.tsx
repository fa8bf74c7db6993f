import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { phoneCodeNeeded, register, type PhoneCodeNeeded } from '#contract/accounts.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { profileImage } from '#contract/files.ts'
import { paths } from '#contract/paths.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { applyFailure, fieldError, useSchemaForm, valueField } from '#web/api/form.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { loadInstallation } from '#web/features/installation/installation.ts'
import { genderOptions } from '#web/features/profile/profile-fields.ts'
import { today } from '#web/lib/clock.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { alert } from '#web/shell/alert.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { EmailField } from '#web/ui/EmailField.tsx'
import { ImageField } from '#web/features/files/ImageField.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { loadPhoneInput, PhoneField } from '#web/features/phone/PhoneField.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { RegistrationCode } from './RegistrationCode.tsx'
import { clearDraft, keepDraft, readDraft } from './registration-draft.ts'
import { registrationForm } from './registration.ts'
import { registrationMessage } from './sign-in-messages.ts'
import { leaveIfSignedIn, useEnter } from './use-enter.ts'

export async function loader() {
  const away = leaveIfSignedIn()
  if (!away) await Promise.all([loadPhoneInput(), loadInstallation()])
  return away
}

type Body = CallInput<typeof register>['body']

const imageCodes = ['invalid_image', 'image_type', 'image_too_large'] as const
/** Of a field, or that it goes on by another way. */
const formCodes = [
  ...imageCodes,
  'invalid_input',
  'invalid_phone',
  'phone_taken',
  'mail_taken',
  'common_password',
  'activation_sent',
] as const

function RegisterScreen() {
  usePageTitle('Crear cuenta')
  const enter = useEnter()
  const form = useSchemaForm(registrationForm, { defaultValues: { ...readDraft(sessionStorage), password: '' } })
  const [image, setImage] = useState<File | null>(null)
  const [imageError, setImageError] = useState<string | undefined>()
  const [sentShare, setSentShare] = useState(0)
  const registering = useEndpointMutation(register, { onUploadProgress: setSentShare })
  const { isSubmitting, errors } = form.formState

  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(sessionStorage, values) }),
    [subscribe],
  )

  const [waiting, setWaiting] = useState<{ body: Body; needed: PhoneCodeNeeded } | null>(null)

  async function create(body: Body) {
    await enter(await registering.mutateAsync({ body, files: image ? { profileImage: image } : {} }))
    clearDraft(sessionStorage)
    showToast('¡Listo! Ya tenés tu cuenta', 'success')
  }

  function tell(error: unknown) {
    if (isApiFailure(error, ...imageCodes)) return setImageError(error.message)
    const isOnField = applyFailure(form, error, {
      phone_taken: 'phone',
      invalid_phone: 'phone',
      mail_taken: 'mail',
      common_password: 'password',
    })
    if (!isOnField) form.setError('root', { message: registrationMessage(error) })
  }

  const submit = form.handleSubmit(async ({ acceptsTerms: _accepted, gender, ...rest }) => {
    setImageError(undefined)
    const body = { ...rest, ...(gender && { gender }) }
    try {
      await create(body)
    } catch (error) {
      const needed = codeNeeded(error)
      if (needed) return setWaiting({ body, needed })
      tell(error)
    }
  })

  /** What the form must mend closes the code; anything else is said beside it, which stays as it was typed. */
  async function confirm(body: Body, code: string) {
    try {
      await create({ ...body, code })
    } catch (error) {
      if (!isApiFailure(error, ...formCodes)) throw error
      setWaiting(null)
      tell(error)
    }
  }

  async function askAgain(body: Body): Promise<PhoneCodeNeeded> {
    try {
      await create(body)
    } catch (error) {
      const needed = codeNeeded(error)
      if (needed) return needed
      throw error
    }
    throw new Error('Nobody has that phone any more')
  }

  return (
    <AccountFrame
      title="Creá tu cuenta."
      lead="Dos minutos y ya podés comprar, recibir tu QR y pasarle una entrada a quien quieras."
    >
      <GoogleButton />
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <TextField
          label="Nombre completo"
          autoComplete="name"
          error={fieldError(form, 'name')}
          {...form.register('name')}
        />
        <PhoneField label="Teléfono" hint="Con este número vas a ingresar." {...valueField(form, 'phone')} />
        <EmailField hint="Ahí te mandamos tus entradas." error={fieldError(form, 'mail')} {...form.register('mail')} />
        <DateField
          label="Fecha de nacimiento"
          autoComplete="bday"
          max={today()}
          error={fieldError(form, 'birthDate')}
          {...form.register('birthDate')}
        />
        <SelectField
          label="Género"
          optional
          placeholder="Prefiero no decir"
          options={genderOptions}
          error={fieldError(form, 'gender')}
          {...form.register('gender')}
        />
        <PasswordField
          label="Contraseña"
          autoComplete="new-password"
          hint="Al menos 8 caracteres."
          error={fieldError(form, 'password')}
          {...form.register('password')}
        />
        <ImageField
          label="Foto de perfil"
          optional
          shape="round"
          rule={profileImage}
          value={image}
          error={imageError}
          onChange={(file) => {
            setImageError(undefined)
            setImage(file)
          }}
          onProblem={({ title, message }) => alert.error(title, message)}
        />
        <div className="flex flex-col">
          <Checkbox
            label={
              <>
                Acepto los{' '}
                <Link to={paths.terms()} target="_blank" className="link">
                  términos y condiciones
                </Link>{' '}
                y la{' '}
                <Link to={paths.privacy()} target="_blank" className="link">
                  política de privacidad
                </Link>
              </>
            }
            error={fieldError(form, 'acceptsTerms')}
            {...form.register('acceptsTerms')}
          />
          <Checkbox label="Quiero enterarme de eventos y promociones" {...form.register('acceptsAdvertising')} />
        </div>
        <Problem message={errors.root?.message} />
        {isSubmitting && image && <ProgressBar label="Subiendo tu foto" value={sentShare} max={1} />}
        <Button type="submit" wide busy={isSubmitting}>
          Crear Cuenta
        </Button>
      </form>
      {waiting && (
        <RegistrationCode
          needed={waiting.needed}
          confirm={(code) => confirm(waiting.body, code)}
          askAgain={() => askAgain(waiting.body)}
          onClose={() => setWaiting(null)}
        />
      )}
      <p className="mt-5 text-14 text-humo">
        ¿Ya tenés cuenta?{' '}
        <Link to={paths.login()} className="link inline-flex min-h-11 items-center font-semibold">
          Ingresar
        </Link>
      </p>
    </AccountFrame>
  )
}

function codeNeeded(error: unknown): PhoneCodeNeeded | null {
  const parsed = isApiFailure(error, 'phone_code_needed') ? phoneCodeNeeded.safeParse(error.details) : null
  return parsed?.success ? parsed.data : null
}

export { RegisterScreen as Component }
