import { useEffect, useState, type FormEvent } from 'react'
import { Controller } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import type { SessionUser } from '#contract/accounts.ts'
import { updateProfile, updateProfileImage } from '#contract/accounts-profile.ts'
import { profileImage } from '#contract/files.ts'
import { paths } from '#contract/paths.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { fieldError, useSchemaForm, valueField } from '#web/api/form.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { pause, today } from '#web/lib/clock.ts'
import { profilePicture } from '#web/lib/media.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { alert } from '#web/shell/alert.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { EmailField } from '#web/ui/EmailField.tsx'
import { ImageField } from '#web/features/files/ImageField.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useWhatsapp } from '#web/features/installation/installation.ts'
import { loadPhoneInput, PhoneField } from '#web/features/phone/PhoneField.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { GenderField } from './GenderField.tsx'
import { keepUser } from '#web/features/profile/keep-user.ts'
import { forgetProfileDraft, keepProfileDraft, readProfileDraft } from './profile-draft.ts'
import { formFields, profileBody, profileForm, profileValues, type ProfileValues } from './profile-form.ts'
import { profileImageMessage, profileMessage, SAVE_FAILED } from './profile-messages.ts'
import { SavingOverlay } from './SavingOverlay.tsx'

/** Rule R16.7. */
const LEAVE_AFTER_MILLISECONDS = 100

export async function loader() {
  await loadPhoneInput()
  return null
}

function EditProfileScreen() {
  usePageTitle('Editar Perfil')
  const user = useSession()?.user
  // The one who was here stays on the page while the session's end is told over it.
  const [editor, setEditor] = useState(user)
  if (user && user.id !== editor?.id) setEditor(user)
  return editor ? <ProfileForm key={editor.id} user={editor} /> : null
}

function ProfileForm({ user }: { user: SessionUser }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => readProfileDraft(user.id))
  const form = useSchemaForm(profileForm, { defaultValues: draft?.values ?? profileValues(user) })
  const [image, setImage] = useState<File | null>(draft?.image ?? null)
  const [imageError, setImageError] = useState<string | undefined>()
  const [sentShare, setSentShare] = useState<number | null>(null)
  const saving = useEndpointMutation(updateProfile)
  const sendingImage = useEndpointMutation(updateProfileImage, { onUploadProgress: setSentShare })
  const { isSubmitting, errors } = form.formState

  const { subscribe } = form
  useEffect(() => {
    const isNew = (values: ProfileValues) => JSON.stringify(values) !== JSON.stringify(profileValues(user))
    const keep = (values: ProfileValues) => {
      if (image || isNew(values)) keepProfileDraft(user.id, { values, image })
    }
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [subscribe, user, image])

  function chooseImage(file: File | null) {
    setImageError(undefined)
    setImage(file)
    keepProfileDraft(user.id, { values: form.getValues(), image: file })
  }

  function discard() {
    forgetProfileDraft()
    setDraft(null)
    setImage(null)
    setImageError(undefined)
    form.reset(profileValues(user))
  }

  /** Texts first, then the picture if there is a new one (rule R16.7). */
  const submit = form.handleSubmit(async (values) => {
    setImageError(undefined)
    try {
      await keepUser((await saving.mutateAsync({ body: profileBody(values) })).user)
      if (image && !(await sendImage(image))) return
      forgetProfileDraft()
      showToast('Perfil actualizado exitosamente', 'success')
      await pause(LEAVE_AFTER_MILLISECONDS)
      await navigate(paths.profile())
    } catch (error) {
      showToast(SAVE_FAILED, 'error')
      showFailure(error)
    }
  })

  /** Enter pressed again while it saves is not another save. */
  function submitOnce(event: FormEvent) {
    event.preventDefault()
    if (!isSubmitting) void submit(event)
  }

  /** Gives whether it arrived: the texts are saved by then, and only the picture is to be sent again. */
  async function sendImage(file: File): Promise<boolean> {
    setSentShare(0)
    try {
      await keepUser((await sendingImage.mutateAsync({ body: {}, files: { profileImage: file } })).user)
      return true
    } catch (error) {
      showToast(SAVE_FAILED, 'error')
      setImageError(`${profileImageMessage(error)}. Tus datos sí se guardaron.`)
      return false
    } finally {
      setSentShare(null)
    }
  }

  function showFailure(error: unknown) {
    const problems = isApiFailure(error) ? error.fieldProblems : []
    const known = problems.flatMap(({ path, message }) => {
      const name = formFields[String(path[0])]
      return name ? [{ name, message }] : []
    })
    known.forEach(({ name, message }, index) =>
      form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 }),
    )
    if (known.length === 0) form.setError('root', { message: profileMessage(error) })
  }

  const isWhatsappOff = useWhatsapp() === false
  const pendingHint = (pending: string | null, otherwise: string) =>
    pending === null ? otherwise : 'Todavía no lo confirmaste: hacelo desde tu perfil.'

  return (
    <>
      <PageHeader title="Editar Perfil" />
      {draft && (
        <div
          role="status"
          className="mb-6 flex max-w-xl flex-wrap items-center justify-between gap-3 rounded-card border border-linea bg-tinta p-4"
        >
          <p className="text-14">Acá está lo que habías escrito sin guardar.</p>
          <Button tone="secondary" size="s" onClick={discard}>
            Descartar
          </Button>
        </div>
      )}
      <form noValidate onSubmit={submitOnce} className="flex max-w-xl flex-col gap-6">
        <ImageField
          label="Imagen de perfil"
          optional
          shape="round"
          emptyLabel="Cargar imagen *"
          rule={profileImage}
          value={image}
          currentUrl={profilePicture(user.urlProfileImgId)}
          error={imageError}
          onChange={chooseImage}
          onProblem={({ title, message }) => alert.error(title, message)}
        />
        <TextField
          label="Nombre completo"
          autoComplete="name"
          error={fieldError(form, 'fullName')}
          {...form.register('fullName')}
        />
        <EmailField
          hint={pendingHint(user.pendingMail, 'Si lo cambiás, te mandamos un código al nuevo.')}
          error={fieldError(form, 'email')}
          {...form.register('email')}
        />
        <PhoneField
          label="WhatsApp"
          hint={pendingHint(
            user.pendingPhone,
            isWhatsappOff
              ? 'Si lo cambiás, te mandamos un código por mail.'
              : 'Si lo cambiás, te mandamos un código al nuevo.',
          )}
          {...valueField(form, 'whatsapp')}
        />
        <Controller
          control={form.control}
          name="gender"
          render={({ field: { value, onChange } }) => <GenderField value={value} onChange={onChange} />}
        />
        <DateField
          label="Fecha de nacimiento"
          optional
          autoComplete="bday"
          max={today()}
          error={fieldError(form, 'birthDate')}
          {...form.register('birthDate')}
        />
        <div className="flex flex-col">
          <Checkbox label="Quiero enterarme de eventos y promociones" {...form.register('acceptsAdvertising')} />
          <Checkbox
            label="Perfil privado"
            hint="Tu nombre y tu foto no se muestran a quienes van a los mismos eventos."
            {...form.register('isPrivateProfile')}
          />
        </div>
        <Problem message={errors.root?.message} />
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button type="submit" busy={isSubmitting}>
            Guardar Cambios
          </Button>
          <LinkButton asChild tone="secondary">
            <Link to={paths.profile()} onClick={forgetProfileDraft}>
              Cancelar
            </Link>
          </LinkButton>
        </div>
        <p>
          <Link to={paths.deleteAccount()} className="link inline-flex min-h-11 items-center text-14">
            Solicitar eliminación de cuenta
          </Link>
        </p>
      </form>
      {isSubmitting && <SavingOverlay sentShare={sentShare} />}
    </>
  )
}

export { EditProfileScreen as Component }
