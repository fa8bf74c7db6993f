import { Send, UserMinus } from 'lucide-react'
import {
  addEventStaff,
  inviteStaffAgain,
  removeEventStaff,
  TEAM_KINDS,
  type TeamMember,
} from '#contract/events-team.ts'
import type { StaffKind } from '#contract/roles.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { PersonCell } from '#web/features/lists/cells.tsx'
import { showPhone } from '#web/lib/phone.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { RowMenu } from '#web/ui/data/RowMenu.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { roleNames } from './role-words.ts'
import { AccountBadge } from './account-badges.tsx'

interface MemberRowProps {
  eventId: string
  member: TeamMember
  kind: StaffKind
  canEdit: boolean
  isClosed: boolean
}

/** Somebody of the team, in the section of what they do. */
export function MemberRow({ eventId, member, kind, canEdit, isClosed }: MemberRowProps) {
  const teamKind = TEAM_KINDS.find((each) => each === kind)
  const isOrganizers = canEdit && teamKind !== undefined
  const hasMore = kind === 'SCANNER' || member.state !== 'active'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 pr-2 pl-4">
      <div className={hasMore ? 'min-w-0 flex-1 max-md:basis-full' : 'min-w-0 flex-1'}>
        <PersonCell person={member} details={[member.phone && showPhone(member.phone), member.mail]} />
      </div>
      {member.state !== 'active' && <AccountBadge state={member.state} />}
      {kind === 'SCANNER' && <MayScan eventId={eventId} member={member} disabled={!canEdit || isClosed} />}
      {isOrganizers && <MemberMenu eventId={eventId} member={member} kind={teamKind} />}
    </li>
  )
}

interface MayScanProps {
  eventId: string
  member: TeamMember
  disabled: boolean
}

/** Shows at once what was asked for; goes back, with the reason, when it is refused. */
function MayScan({ eventId, member, disabled }: MayScanProps) {
  const kept = member.assignments.find((each) => each.kind === 'SCANNER')?.canScan ?? false
  const set = useEndpointMutation(addEventStaff, {
    pendingUntilRefetched: true,
    onError: (failure) => showToast(failureMessage(failure), 'error'),
  })
  const asked = set.isPending ? set.variables.body.canScan : undefined
  return (
    <Checkbox
      className="max-md:flex-1"
      label={<span className="text-14">Puede escanear</span>}
      aria-label={`${member.name} puede escanear`}
      checked={asked ?? kept}
      disabled={disabled || set.isPending}
      onChange={({ target }) =>
        set.mutate({
          params: { id: eventId },
          body: { kind: 'SCANNER', userId: member.id, canScan: target.checked },
        })
      }
    />
  )
}

interface MemberMenuProps {
  eventId: string
  member: TeamMember
  kind: (typeof TEAM_KINDS)[number]
}

function MemberMenu({ eventId, member, kind }: MemberMenuProps) {
  const params = { id: eventId, userId: member.id }
  const removing = useAct(removeEventStaff, {
    title: (name: string) => `¿Sacar a ${name}?`,
    description: `Deja de ser ${roleNames[kind]} de este evento en el momento. Le avisamos por email.`,
    confirm: 'Sacar del equipo',
    tone: 'danger',
    input: () => ({ params, query: { kind } }),
    done: (name) => `${name} ya no está en el equipo`,
  })
  const invite = useEndpointMutation(inviteStaffAgain, {
    onSuccess: () => showToast(`Le mandamos otra vez la invitación a ${member.name}`, 'success'),
    onError: (failure) => showToast(failureMessage(failure), 'error'),
  })
  return (
    <span className="ml-auto">
      <RowMenu
        label={`Acciones de ${member.name}`}
        items={[
          ...(member.state === 'pending'
            ? [
                {
                  key: 'invite',
                  label: 'Reenviar invitación',
                  icon: <Send aria-hidden="true" className="size-5" />,
                  onSelect: () => invite.mutate({ params }),
                },
              ]
            : []),
          {
            key: 'remove',
            label: 'Sacar del equipo',
            tone: 'danger' as const,
            icon: <UserMinus aria-hidden="true" className="size-5" />,
            onSelect: () => removing.ask(member.name),
          },
        ]}
      />
      {removing.dialog}
    </span>
  )
}
