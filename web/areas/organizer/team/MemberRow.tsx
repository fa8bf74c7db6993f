import { addEventStaff, TEAM_KINDS, type TeamMember } from '#contract/events/events-team.ts'
import type { StaffKind } from '#contract/api/roles.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { PersonCell } from '#web/features/lists/cells.tsx'
import { showPhone } from '#web/lib/phone.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { RowMenu } from '#web/ui/data/RowMenu.tsx'
import { AccountBadge } from '#web/features/people/account-badges.tsx'
import { useMemberActs } from './member-acts.tsx'

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
  const acts = useMemberActs(eventId, kind)
  return (
    <span className="ml-auto">
      <RowMenu label={`Acciones de ${member.name}`} items={acts.itemsOf(member)} />
      {acts.dialog}
    </span>
  )
}
