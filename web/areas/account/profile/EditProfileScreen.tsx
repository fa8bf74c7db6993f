import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { updateProfile, updateProfileImage } from '#contract/accounts/accounts-profile.ts'
import { profileImage } from '#contract/api/files.ts'
import { paths } from '#contract/api/paths.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { currentSession, useSession } from '#web/api/session.ts'
import { pause } from '#web/lib/clock.ts'
import { profilePicture } from '#web/lib/media.ts'
import { alert } from '#web/shell/notices/alert.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { ImageField } from '#web/features/files/ImageField.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Form } from '#web/features/forms/Form.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { useWhatsapp } from '#web/features/delivery-channels/delivery-channels.ts'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { GenderField } from './GenderField.tsx'
import { REFUSES_ADVERTISING } from '#web/features/profile/advertising.ts'
import { cacheUser, refreshUser } from '#web/features/profile/cache-user.ts'
import { BirthDateField } from '#web/features/profile/profile-fields.tsx'
import { profileBody, profileForm, profileValues } from './profile-form.ts'
import { profileImageMessage, profileMessage, SAVE_FAILED } from './profile-messages.ts'
import { SavingOverlay } from './SavingOverlay.tsx'

/** Rule R16.7. */
const LEAVE_AFTER_MILLISECONDS = 100

/** What was changed elsewhere meanwhile is what one edits; without network, what is known here. */
export async function loader() {
  if (currentSession()) await refreshUser().catch(() => undefined)
  return null
}

function EditProfileScreen() {
  const user = useSession()?.user
  // The person stays on the page while the session-over modal covers it.
  const [editor, setEditor] = useState(user)
  if (user && user !== editor) setEditor(user)
  return editor ? <ProfileForm key={editor.id} user={editor} /> : null
}

function ProfileForm({ user }: { user: SessionUser }) {
  const navigate = useNavigate()
  const [sentShare, setSentShare] = useState<number | null>(null)
  const sendingImage = useEndpointMutation(updateProfileImage, { onUploadProgress: setSentShare })
  // Only what was changed here is sent: the rest may be changed elsewhere at this moment.
  const [before, setBefore] = useState(() => profileValues(user))
  const form = useSubmit(updateProfile, {
    schema: profileForm,
    defaults: before,
    draft: 'perfil',
    toInput: (values) => ({ body: profileBody(values, before) }),
    errorMessage: profileMessage,
    // Texts first, then the picture if there is a new one (rule R16.7).
    onDone: async (answer, { profileImage: image }) => {
      await cacheUser(answer.user)
      setBefore(profileValues(answer.user))
      if (image && !(await sendImage(image))) return
      showToast('Perfil actualizado exitosamente', 'success')
      await pause(LEAVE_AFTER_MILLISECONDS)
      await navigate(paths.profile())
    },
    onFail: () => showToast(SAVE_FAILED, 'error'),
  })

  /** Gives whether it arrived: the texts are saved by then, and only the picture is to be sent again. */
  async function sendImage(file: File): Promise<boolean> {
    setSentShare(0)
    try {
      await cacheUser((await sendingImage.mutateAsync({ body: {}, files: { profileImage: file } })).user)
      return true
    } catch (error) {
      showToast(SAVE_FAILED, 'error')
      const message = `${profileImageMessage(error)}. Tus datos sí se guardaron.`
      form.fields.setError('profileImage', { type: 'server', message })
      return false
    } finally {
      setSentShare(null)
    }
  }

  const isWhatsappOff = useWhatsapp() === false
  const pendingHint = (pending: string | null, otherwise: string) =>
    pending === null ? otherwise : 'Todavía no lo confirmaste: hacelo desde tu perfil.'

  return (
    <>
      <PageHeader title="Editar Perfil" />
      <Form
        form={form}
        submit="Guardar Cambios"
        className="max-w-xl gap-6"
        actions={
          <ScreenButton tone="secondary" to={paths.profile()} onClick={form.discard}>
            Cancelar
          </ScreenButton>
        }
      >
        <ImageField
          label="Imagen de perfil"
          optional
          shape="round"
          emptyLabel="Cargar imagen *"
          rule={profileImage}
          {...form.value('profileImage')}
          currentUrl={profilePicture(user.urlProfileImgId)}
          onProblem={({ title, message }) => alert.error(title, message)}
        />
        <TextField label="Nombre completo" autoComplete="name" {...form.field('name')} />
        <EmailField
          hint={pendingHint(user.pendingMail, 'Si lo cambiás, te mandamos un código al nuevo.')}
          {...form.field('email')}
        />
        <PhoneField
          label="WhatsApp"
          hint={pendingHint(
            user.pendingPhone,
            user.phone
              ? `Si lo cambiás, te mandamos un código ${isWhatsappOff ? 'por mail' : 'al nuevo'}.`
              : `Te mandamos un código por ${isWhatsappOff ? 'mail' : 'WhatsApp'} para verificarlo.`,
          )}
          {...form.value('phone')}
        />
        <GenderField {...form.value('gender')} />
        <BirthDateField optional {...form.field('birthDate')} />
        <div className="flex flex-col">
          <Checkbox label={REFUSES_ADVERTISING} {...form.field('refusesAdvertising')} />
          <Checkbox
            label="Perfil privado"
            hint="Tu nombre y tu foto no se muestran a quienes van a los mismos eventos."
            {...form.field('isPrivateProfile')}
          />
        </div>
      </Form>
      <p className="mt-6">
        <ScreenLink to={paths.deleteAccount()} className="text-14">
          Solicitar eliminación de cuenta
        </ScreenLink>
      </p>
      {form.isBusy && <SavingOverlay sentShare={sentShare} />}
    </>
  )
}

export { EditProfileScreen as Component }
