import { Link } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import type { sendOnboarding } from '#contract/companies/onboarding.ts'
import type { useSubmit } from '#web/features/forms/use-submit.ts'
import { SentFacts } from '#web/features/organizer-requests/SentFacts.tsx'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { provinceOptions } from '#web/lib/provinces.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { IdPhotoField } from './IdPhotoField.tsx'
import { sentOf, type organizerForm } from './organizer-form.ts'

type OrganizerForm = ReturnType<typeof useSubmit<typeof sendOnboarding, typeof organizerForm>>
interface StepProps {
  form: OrganizerForm
}

export function PersonStep({ form }: StepProps) {
  return (
    <>
      <TextField label="Nombre y apellido" autoComplete="name" {...form.field('fullName')} />
      <TextField label="DNI" inputMode="numeric" autoComplete="off" {...form.field('dniNumber')} />
      <EmailField {...form.field('email')} />
      <PhoneField label="WhatsApp" {...form.value('whatsapp')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Provincia"
          placeholder="Elegí una"
          options={provinceOptions(form.fields.watch('provincia'))}
          {...form.field('provincia')}
        />
        <TextField label="Ciudad" autoComplete="address-level2" {...form.field('ciudad')} />
      </div>
      <TextField label="Domicilio" autoComplete="street-address" {...form.field('domicilio')} />
    </>
  )
}

export function OrganizationStep({ form, isGroup }: StepProps & { isGroup: boolean }) {
  const type = form.value('organizationType')
  if (!isGroup) {
    return (
      <TextField
        label="Nombre de tu organización"
        hint="Sin nombre, sale el tuyo."
        optional
        autoComplete="organization"
        {...form.field('nombreOrganizacion')}
      />
    )
  }
  return (
    <>
      <RadioGroup
        label="¿Está registrada?"
        options={[
          { value: 'Empresa', label: 'Sí, tiene CUIT' },
          { value: 'Empresa no registrada', label: 'Todavía no' },
        ]}
        {...type}
      />
      {type.value === 'Empresa' ? (
        <>
          <TextField label="Nombre de la empresa" autoComplete="organization" {...form.field('companyName')} />
          <TextField label="Razón social" autoComplete="off" {...form.field('razonSocial')} />
          <TextField
            label="CUIT"
            hint="11 números, con guiones o sin ellos."
            inputMode="numeric"
            autoComplete="off"
            {...form.field('cuit')}
          />
        </>
      ) : (
        <TextField
          label="Nombre de la organización"
          autoComplete="organization"
          {...form.field('nombreOrganizacion')}
        />
      )}
    </>
  )
}

export function DocumentsStep({ form }: StepProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <IdPhotoField label="Frente" side="front" {...form.value('dniPic1')} />
      <IdPhotoField label="Dorso" side="back" {...form.value('dniPic2')} />
    </div>
  )
}

export function ReviewStep({ form, path }: StepProps & { path: (step: string) => string }) {
  const { dniPic1, dniPic2, ...sent } = form.fields.getValues()
  const photos = [dniPic1, dniPic2].filter(Boolean).length
  return (
    <>
      <SentFacts sent={sentOf(sent)} />
      <p className="text-14 text-humo">
        {photos === 2 ? 'Van las dos fotos de tu DNI.' : 'Faltan las fotos de tu DNI.'} ¿Algo está mal?{' '}
        <Link to={path('persona')} className="link">
          Corregilo
        </Link>
        .
      </p>
      <Checkbox label="Quiero recibir novedades para organizadores" {...form.field('acceptAdvertising')} />
      <Notice announced="never">
        Al mandarlo aceptás los{' '}
        <Link to={paths.terms()} target="_blank" className="link">
          términos
        </Link>
        . Te avisamos por mail y WhatsApp.
      </Notice>
    </>
  )
}
