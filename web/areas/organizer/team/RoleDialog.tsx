import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { changeRole, getRoles, type DashboardUser } from '#contract/people.ts'
import { wireRole, type WireRole } from '#contract/roles.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { ChoiceField } from '#web/ui/fields/ChoiceField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { roleNames } from './role-words.ts'
import { useEventChoices } from '../events/use-event-choices.ts'

interface Taken {
  readonly roleId: WireRole
  readonly eventId?: string
  readonly where: string
}

interface RoleDialogProps {
  user: DashboardUser
  onClose: () => void
}

/** What a person does at which event, what else they may be given, and what may be taken from them. */
export function RoleDialog({ user, onClose }: RoleDialogProps) {
  const roles = useQuery(endpointQuery(getRoles, {}))
  const assignable = roles.data?.roles ?? []
  const taking = useAct(changeRole, {
    title: ({ roleId }: Taken) => `¿Sacarle ${roleNames[roleId]} a ${user.name}?`,
    description: ({ eventId, where }) =>
      eventId === undefined
        ? 'Deja de serlo en todos sus eventos y se cierran sus sesiones: para seguir usando su cuenta tiene que volver a ingresar.'
        : `Deja de serlo en «${where}» en el momento.`,
    confirm: 'Sacar',
    tone: 'danger',
    input: ({ roleId, eventId }) => ({
      body: { userId: user.id, roleId, action: 'revoke' as const, ...(eventId !== undefined && { eventId }) },
    }),
    done: ({ roleId }) => `${user.name} dejó de ser ${roleNames[roleId]}`,
  })
  const held: Taken[] = [
    ...user.assignments
      .filter(({ kind }) => assignable.some(({ id, isPerEvent }) => id === kind && isPerEvent))
      .map(({ kind, eventId, eventName }) => ({ roleId: kind, eventId, where: eventName })),
    ...assignable
      .filter(({ id, isPerEvent }) => !isPerEvent && user.roles.includes(id))
      .map(({ id }) => ({ roleId: id, where: 'en toda la plataforma' })),
  ]

  if (taking.dialog) return taking.dialog

  return (
    <Dialog open onClose={onClose} title={`Roles de ${user.name}`}>
      {held.length > 0 && (
        <ul aria-label="Roles que tiene" className="mb-5 divide-y divide-linea rounded-card border border-linea">
          {held.map((each) => (
            <li
              key={`${each.roleId} ${each.eventId}`}
              className="flex items-center justify-between gap-3 py-1.5 pr-1 pl-4"
            >
              <span className="min-w-0">
                <b className="block">{roleNames[each.roleId]}</b>
                <span className="block text-14 wrap-anywhere text-humo">{each.where}</span>
              </span>
              <Button
                tone="quiet"
                size="s"
                aria-label={`Sacar ${roleNames[each.roleId]} de ${each.where}`}
                onClick={() => taking.ask(each)}
              >
                Sacar
              </Button>
            </li>
          ))}
        </ul>
      )}
      {roles.isError ? (
        <Problem message={failureMessage(roles.error)} />
      ) : (
        <GrantForm user={user} roles={assignable} isReading={roles.isPending} />
      )}
    </Dialog>
  )
}

interface GrantFormProps {
  user: DashboardUser
  roles: readonly { id: WireRole; name: string; isPerEvent: boolean }[]
  isReading: boolean
}

const isPerEvent = (roles: GrantFormProps['roles'], roleId: string) =>
  roles.find(({ id }) => id === roleId)?.isPerEvent ?? false

const grantForm = (roles: GrantFormProps['roles']) =>
  z.object({ roleId: z.string().check(z.minLength(1, 'Elegí el rol')), eventId: z.string() }).check(
    z.refine(({ roleId, eventId }) => eventId !== '' || !isPerEvent(roles, roleId), {
      error: 'Elegí para qué evento es el rol',
      path: ['eventId'],
    }),
  )

function GrantForm({ user, roles, isReading }: GrantFormProps) {
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
    onDone: ({ roleId }) => {
      form.discard()
      showToast(`${user.name} ya es ${roleNames[roleId]}`, 'success')
    },
  })
  return (
    <Form form={form} submit="Dar el rol" button={{ wide: true, disabled: isReading }} className="gap-4" quiet>
      <SelectField
        label="Darle un rol"
        placeholder="Elegí el rol"
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('roleId')}
      />
      {isPerEvent(roles, form.fields.watch('roleId')) && (
        <ChoiceField label="Evento" placeholder="Elegí el evento" options={events} {...form.value('eventId')} />
      )}
    </Form>
  )
}
