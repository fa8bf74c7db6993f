import { Send, UserMinus } from 'lucide-react'
import { inviteStaffAgain, removeEventStaff, type TeamKind, type TeamMember } from '#contract/events/events-team.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import type { MenuItem } from '#web/ui/base/Menu.tsx'
import { roleNames } from '#contract/accounts/role-names.ts'

type Member = Pick<TeamMember, 'id' | 'name' | 'state'>

/**
 * What the organizer may do with people of a kind: the menu of each, and the question that it opens, with what `warningOf` says of the
 * person who is taken off.
 */
export function useMemberActs<Of extends Member>(
  eventId: string,
  kind: TeamKind,
  warningOf: (member: Of) => string = () => '',
) {
  const removing = useAct(removeEventStaff, {
    input: ({ id: userId }: Of) => ({ params: { id: eventId, userId }, query: { kind } }),
    title: ({ name }) => `¿Sacar a ${name}?`,
    description: (member) =>
      [`Deja de ser ${roleNames[kind]} de este evento en el momento. Le avisamos por email.`, warningOf(member)]
        .filter(Boolean)
        .join(' '),
    confirm: 'Sacar del equipo',
    tone: 'danger',
    done: ({ name }) => `${name} ya no está en el equipo`,
  })
  const inviting = useAct(inviteStaffAgain, {
    input: ({ id: userId }: Of) => ({ params: { id: eventId, userId } }),
    done: ({ name }) => `Le mandamos otra vez la invitación a ${name}`,
  })
  const itemsOf = (member: Of): MenuItem[] => [
    ...(member.state === 'pending'
      ? [
          {
            key: 'invite',
            label: 'Reenviar invitación',
            icon: <Send className="size-5" />,
            onSelect: () => void inviting.run(member),
          },
        ]
      : []),
    {
      key: 'remove',
      label: 'Sacar del equipo',
      tone: 'danger',
      icon: <UserMinus className="size-5" />,
      onSelect: () => removing.ask(member),
    },
  ]
  return { itemsOf, dialog: removing.dialog }
}
