import { useEffect, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { completeProfile } from '#contract/accounts/accounts-google.ts'
import { typedPhone } from '#contract/values/phone.ts'
import { currentSession, updateSessionUser } from '#web/api/session.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { useWhatsapp } from '#web/features/delivery-channels/delivery-channels.ts'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import type { Missing } from './missing.ts'
import { PendingPhoneCode } from './PendingPhoneCode.tsx'
import { useContactCode } from './VerifyContact.tsx'
import { birthDate, BirthDateField, GenderSelect } from './profile-fields.tsx'

/** Its codes of today are spent: what was verified is the mail. */
const STILL_WAITS = 'Hoy no salen más códigos a ese teléfono. Probá con otro.'

const schemas = {
  phone: z.object({ phone: typedPhone, birthDate: z.string(), gender: z.string() }),
  birthDate: z.object({ phone: z.string(), birthDate, gender: z.string() }),
  both: z.object({ phone: typedPhone, birthDate, gender: z.string() }),
}

interface CompleteProfileFormProps {
  id: string
  /** The fields to ask for: at least one. */
  missing: readonly Missing[]
  /** Asks for the gender too, which may be kept to oneself. */
  withGender?: boolean
  onDone: (user: SessionUser) => void
  onBusy: (isBusy: boolean) => void
  children?: ReactNode
}

/** Asks for what is missing and saves it; its buttons stand outside and name its `id`. */
export function CompleteProfileForm(props: CompleteProfileFormProps) {
  const { id, missing, withGender = false, onDone, onBusy, children } = props
  const isWhatsappOn = useWhatsapp() !== false
  const asksPhone = missing.includes('phone')
  const asksBirthDate = missing.includes('birthDate')
  const schema = asksPhone && asksBirthDate ? schemas.both : asksPhone ? schemas.phone : schemas.birthDate
  const code = useContactCode('phone')
  const [waiting, setWaiting] = useState<string | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const form = useSubmit(completeProfile, {
    schema,
    defaults: { phone: currentSession()?.user.pendingPhone ?? '', birthDate: '', gender: '' },
    draft: 'completar-perfil',
    failures: { phone_taken: 'phone', invalid_phone: 'phone', phone_already_given: 'phone' },
    toInput: (values) => ({
      body: {
        ...(asksPhone && { phone: values.phone }),
        ...(asksBirthDate && { birthDate: values.birthDate }),
        ...(values.gender && { gender: values.gender }),
      },
    }),
    onDone: async ({ data }, { phone }) => {
      const session = currentSession()
      if (!session) return
      const user = { ...session.user, ...data.updatedProfile }
      await updateSessionUser(user)
      if (!asksPhone || user.phone !== null) return onDone(user)
      setWaiting(phone)
      code.ask()
    },
  })
  const isBusy = form.isBusy || isConfirming
  useEffect(() => onBusy(isBusy), [isBusy, onBusy])

  if (waiting !== null) {
    return (
      <PendingPhoneCode
        id={id}
        phone={waiting}
        code={code}
        onBusy={setConfirming}
        onDone={(isCounted) => {
          const session = currentSession()
          if (isCounted && session) return onDone(session.user)
          setWaiting(null)
          if (code.sent?.kind === 'mail') form.fields.setError('phone', { type: 'server', message: STILL_WAITS })
        }}
        onOther={() => setWaiting(null)}
      />
    )
  }

  return (
    <Form form={form} id={id} quiet>
      {children}
      {asksPhone && (
        <PhoneField
          label="Teléfono"
          hint={isWhatsappOn ? 'A este WhatsApp te mandamos tus entradas.' : 'Con él vas a ingresar.'}
          {...form.value('phone')}
        />
      )}
      {asksBirthDate && <BirthDateField {...form.field('birthDate')} />}
      {withGender && <GenderSelect {...form.field('gender')} />}
    </Form>
  )
}
