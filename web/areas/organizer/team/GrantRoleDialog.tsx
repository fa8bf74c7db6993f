import { useMemo, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { Answer } from '#contract/api/endpoint.ts'
import { changeRole, type DashboardUser, type getRoles } from '#contract/accounts/people.ts'
import { wireRole } from '#contract/accounts/accounts.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { ChoiceField } from '#web/ui/fields/ChoiceField.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { roleNames } from '#contract/accounts/role-names.ts'
import { useEventChoices } from '#web/features/events/event-choices.ts'

export type AssignableRole = Answer<typeof getRoles>['roles'][number]

const isPerEvent = (roles: readonly AssignableRole[], roleId: string) =>
  roles.find(({ id }) => id === roleId)?.isPerEvent ?? false

const grantForm = (roles: readonly AssignableRole[]) =>
  z.object({ roleId: z.string().check(z.minLength(1, 'Elegí el rol')), eventId: z.string() }).check(
    z.refine(({ roleId, eventId }) => eventId !== '' || !isPerEvent(roles, roleId), {
      error: 'Elegí para qué evento es el rol',
      path: ['eventId'],
    }),
  )

interface GrantRoleDialogProps {
  user: DashboardUser
  roles: readonly AssignableRole[]
  onClose: () => void
  /** Over the fields. */
  children: ReactNode
}

/** Gives a person roles, one after the other. */
export function GrantRoleDialog({ user, roles, onClose, children }: GrantRoleDialogProps) {
  const events = useEventChoices('open')
  const form = useSubmit(changeRole, {
    schema: useMemo(() => grantForm(roles), [roles]),
    defaults: { roleId: '', eventId: '' },
    draft: `rol:${user.id}`,
    toInput: ({ roleId, eventId }) => ({
      body: {
        userId: user.id,
        roleId: wireRole.parse(roleId),
        action: 'grant',
        ...(isPerEvent(roles, roleId) && { eventId }),
      },
    }),
    done: ({ roleId }) => `${user.name} ya es ${roleNames[roleId]}`,
    onDone: () => {
      form.discard()
    },
  })
  return (
    <FormDialog
      form={form}
      title={`Roles de ${user.name}`}
      submit="Dar el rol"
      staysOpen
      quiet
      onClose={onClose}
      className="gap-4"
    >
      {children}
      <SelectField
        label="Darle un rol"
        placeholder="Elegí el rol"
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('roleId')}
      />
      {isPerEvent(roles, form.fields.watch('roleId')) && (
        <ChoiceField label="Evento" placeholder="Elegí el evento" options={events} {...form.value('eventId')} />
      )}
    </FormDialog>
  )
}
