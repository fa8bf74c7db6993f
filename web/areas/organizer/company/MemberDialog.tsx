import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts/accounts.ts'
import { setCompanyMember, type CompanyMember } from '#contract/companies/companies-members.ts'
import { companyRoleWords } from '#contract/companies/company-roles.ts'
import { COMPANY_ROLES } from '#contract/api/roles.ts'
import { typedPhone } from '#contract/values/phone.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

const role = z.enum(COMPANY_ROLES, 'Elegí el rol')
const invitation = z.object({ role, name: personName, phone: typedPhone, mail })
/** A member's form asks only for the role. */
const change: typeof invitation = z.object({ role, name: z.string(), phone: z.string(), mail: z.string() })

const roles = COMPANY_ROLES.map((value) => ({
  value,
  label: companyRoleWords[value].name,
  hint: companyRoleWords[value].may,
}))

interface MemberDialogProps {
  companyId: string
  /** Whose role changes; null invites a person. */
  member: CompanyMember | null
  onClose: () => void
}

/** Invites a person to a company, or changes what a member is in it. */
export function MemberDialog({ companyId, member, onClose }: MemberDialogProps) {
  const form = useSubmit(setCompanyMember, {
    schema: member ? change : invitation,
    defaults: { role: member?.role ?? 'manager', name: '', phone: '', mail: '' },
    draft: `persona:${member?.id ?? companyId}`,
    toInput: ({ role, ...person }) => ({
      params: { companyId },
      body: member ? { role, userId: member.id } : { role, ...person },
    }),
    failures: { invalid_phone: 'phone', last_owner: 'role' },
    errorMessage: (error) =>
      !member && isApiFailure(error, 'own_role') ? 'Ese teléfono o ese email es tuyo' : failureMessage(error),
    unchanged: ({ role }) => role === member?.role && 'Ya tiene ese rol',
    done: ({ name, state }) => {
      if (member) return `Cambiaste el rol de ${name}`
      return state === 'pending' ? `Le mandamos la invitación a ${name}` : `${name} ya está en la organización`
    },
  })
  return (
    <FormDialog
      form={form}
      title={member ? `Rol de ${member.name}` : 'Sumar persona'}
      submit={member ? 'Guardar' : 'Sumar'}
      onClose={onClose}
    >
      {!member && (
        <>
          <TextField label="Nombre y apellido" autoComplete="off" {...form.field('name')} />
          <PhoneField label="WhatsApp" autoComplete="off" {...form.value('phone')} />
          <EmailField autoComplete="off" {...form.field('mail')} />
        </>
      )}
      <RadioGroup label="Rol" options={roles} {...form.value('role')} />
    </FormDialog>
  )
}
