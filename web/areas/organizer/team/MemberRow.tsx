import { Send, UserMinus } from 'lucide-react'
import {
  addEventStaff,
  inviteStaffAgain,
  removeEventStaff,
  TEAM_KINDS,
  type TeamMember,
} from '#contract/events/events-team.ts'
import type { StaffKind } from '#contract/api/roles.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { PersonCell } from '#web/features/lists/cells.tsx'
import { showPhone } from '#web/lib/phone.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { RowMenu } from '#web/ui/data/RowMenu.tsx'
import { roleNames } from './role-words.ts'
import { AccountBadge } from './account-badges.tsx'

interface MemberRowProps {
  eventId: string
  member: TeamMember
  kind: StaffKind
  canEdit: boolean
  isClosed: boolean
}

/** A team member, in the section of their role. */
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
  const setting = useAct(addEventStaff, {
    input: { params: { id: eventId }, body: { kind: 'SCANNER', userId: member.id, canScan: !kept } },
    pendingUntilRefetched: true,
  })
  const isPending = setting.isPending()
  return (
    <Checkbox
      className="max-md:flex-1"
      label={<span className="text-14">Puede escanear</span>}
      aria-label={`${member.name} puede escanear`}
      checked={isPending ? !kept : kept}
      disabled={disabled || isPending}
      onChange={() => void setting.run()}
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
    input: { params, query: { kind } },
    title: `¿Sacar a ${member.name}?`,
    description: `Deja de ser ${roleNames[kind]} de este evento en el momento. Le avisamos por email.`,
    confirm: 'Sacar del equipo',
    tone: 'danger',
    done: `${member.name} ya no está en el equipo`,
  })
  const inviting = useAct(inviteStaffAgain, {
    input: { params },
    done: `Le mandamos otra vez la invitación a ${member.name}`,
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
                  icon: <Send className="size-5" />,
                  onSelect: () => void inviting.run(),
                },
              ]
            : []),
          {
            key: 'remove',
            label: 'Sacar del equipo',
            tone: 'danger' as const,
            icon: <UserMinus className="size-5" />,
            onSelect: () => removing.ask(),
          },
        ]}
      />
      {removing.dialog}
    </span>
  )
}
