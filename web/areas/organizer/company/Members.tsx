import { LogOut, Send, UserCog, UserMinus, UserPlus } from 'lucide-react'
import {
  inviteCompanyMemberAgain,
  listCompanyMembers,
  removeCompanyMember,
  type CompanyMember,
} from '#contract/companies/companies-members.ts'
import { companyRoleWords } from '#contract/companies/company-roles.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { actions, cell, day, person, text, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { showPhone } from '#web/lib/phone.ts'
import { usePerson } from '#web/shell/session/person.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Section } from '#web/ui/base/Section.tsx'
import { ofCompany } from '../settlement/settlement-list.ts'
import { AccountBadge } from '#web/features/people/account-badges.tsx'
import { MemberDialog } from './MemberDialog.tsx'

export const members = defineList(listCompanyMembers, {
  screen: 'organizerCompany',
  params: ofCompany,
  rows: ({ members }) => members,
  sort: { role: ['rol', { asc: 'Por rol' }], name: ['nombre', { asc: 'De la A a la Z' }], since: ['desde'] },
})

interface MembersProps {
  companyId: string
  onLeave: () => void
}

/** The members of a company, for its owners. */
export function Members({ companyId, onLeave }: MembersProps) {
  const me = usePerson().id
  const list = useList(members)
  const [asked, setAsked] = useDialogAddress('persona')
  const opened = list.rows?.find(({ id }) => id === asked)
  const of = ({ id: userId }: CompanyMember) => ({ params: { companyId, userId } })
  const removing = useAct(removeCompanyMember, {
    input: of,
    title: ({ name }) => `¿Sacar a ${name}?`,
    description: 'Deja de ver los eventos y las ventas en el momento. Le avisamos.',
    confirm: 'Sacar',
    tone: 'danger',
    done: ({ name }) => `${name} ya no está en la organización`,
  })
  const inviting = useAct(inviteCompanyMemberAgain, {
    input: of,
    done: ({ name }) => `Le mandamos otra vez la invitación a ${name}`,
  })
  const icon = 'size-5'
  const own = [
    { key: 'leave', label: 'Salir de la organización', icon: <LogOut className={icon} />, onSelect: onLeave },
  ]
  const others = (row: CompanyMember) => [
    { key: 'role', label: 'Cambiar rol', icon: <UserCog className={icon} />, onSelect: () => setAsked(row.id) },
    ...(row.state === 'pending'
      ? [
          {
            key: 'invite',
            label: 'Reenviar invitación',
            icon: <Send className={icon} />,
            onSelect: () => void inviting.run(row),
          },
        ]
      : []),
    {
      key: 'remove',
      label: 'Sacar',
      tone: 'danger' as const,
      icon: <UserMinus className={icon} />,
      onSelect: () => removing.ask(row),
    },
  ]
  const columns: Columns<typeof members> = [
    person('Persona', (row) => ({ person: row, details: [row.phone && showPhone(row.phone), row.mail] }), {
      sort: 'name',
    }),
    text('Rol', ({ role }) => companyRoleWords[role].name, { sort: 'role' }),
    cell('Cuenta', ({ state }) => (state === 'active' ? 'Activa' : <AccountBadge state={state} />)),
    day('Desde', ({ since }) => since, { sort: 'since' }),
    actions((row) => ({ menu: { label: `Más de ${row.name}`, items: row.id === me ? own : others(row) } })),
  ]
  return (
    <Section
      title="Personas"
      look="display"
      hint="Quién trabaja en la organización. Al equipo de cada noche lo sumás en su evento."
    >
      <ListView
        list={list}
        create={{ label: 'Sumar persona', onClick: () => setAsked('nueva') }}
        filters={null}
        noun={{ none: 'Ninguna persona', one: 'persona', many: 'personas' }}
        empty={{ icon: UserPlus, title: 'Todavía no hay personas' }}
        failure="No pudimos ver quiénes están"
        caption="Personas de la organización"
        columns={columns}
      />
      {asked && (asked === 'nueva' || opened) && (
        <MemberDialog key={asked} companyId={companyId} member={opened ?? null} onClose={() => setAsked(null)} />
      )}
      {removing.dialog}
    </Section>
  )
}
