import { UserPlus, Users } from 'lucide-react'
import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { listCommercials } from '#contract/events/commercials.ts'
import { actions, cell, figure, person, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { showPhone } from '#web/lib/phone.ts'
import { GOD_ONLY, mayAssign } from '#web/shell/session/may.ts'
import { usePerson } from '#web/shell/session/person.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { AddCommercialDialog } from './AddCommercialDialog.tsx'
import { AssignEventDialog } from './AssignEventDialog.tsx'
import { CommercialEvents, commercialEvents } from './CommercialEvents.tsx'

export const commercials = defineList(listCommercials, {
  screen: 'godCommercials',
  rows: (answer) => answer.commercials,
  filters: { search: search('buscar', { label: 'Comercial', placeholder: 'Buscá por nombre' }) },
  sort: {
    name: ['nombre', { asc: 'De la A a la Z', desc: 'De la Z a la A' }],
    events: ['eventos', { desc: 'Con más eventos', asc: 'Con menos eventos' }],
  },
  fresh: true,
})
export const loader = (navigation: LoaderFunctionArgs) =>
  new URL(navigation.request.url).searchParams.has('comercial')
    ? commercialEvents.loader(navigation)
    : commercials.loader(navigation)

/** `/god-admin/comerciales`: who looks after which events; of one commercial, the events. */
function CommercialsScreen() {
  const [address] = useSearchParams()
  const userId = address.get('comercial')
  return userId ? <CommercialEvents key={userId} userId={userId} backTo={commercials.href({})} /> : <Commercials />
}

function Commercials() {
  const list = useList(commercials)
  const may = mayAssign(usePerson())
  const [assigning, setAssigning] = useDialogAddress('asignar')
  const [adding, setAdding] = useDialogAddress('sumar')
  const columns: Columns<typeof commercials> = [
    person('Comercial', ({ user }) => ({ person: user, details: user.mail }), { sort: 'name' }),
    cell('WhatsApp', ({ user }) => (
      <span className="whitespace-nowrap">{user.phone ? showPhone(user.phone) : '—'}</span>
    )),
    figure('Eventos', ({ assignedEvents }) => assignedEvents, { sort: 'events' }),
    actions(({ id, user }) => ({
      buttons: [
        { label: 'Ver eventos', of: `de ${user.name}`, to: commercialEvents.href({}, { userId: id }) },
        ...(may ? [{ label: 'Asignar evento', of: `a ${user.name}`, onSelect: () => setAssigning(id) }] : []),
      ],
    })),
  ]
  const chosen = list.rows?.find(({ id }) => id === assigning)
  return (
    <>
      <ListView
        list={list}
        header={{ eyebrow: 'Administración', title: 'Comerciales' }}
        create={may && { icon: UserPlus, label: 'Sumar comercial', onClick: () => setAdding('si') }}
        noun={{ none: 'Ningún comercial', one: 'comercial', many: 'comerciales' }}
        empty={{
          icon: Users,
          title: 'Todavía no hay comerciales',
          children: 'Sumá a una persona con cuenta y después asignale eventos.',
        }}
        noMatchHint="Probá con otro nombre."
        caption="Comerciales"
        columns={columns}
      />
      {!may && (assigning !== null || adding !== null) && <Notice tone="danger">{GOD_ONLY}</Notice>}
      {may && chosen && <AssignEventDialog key={chosen.id} user={chosen.user} onClose={() => setAssigning(null)} />}
      {may && adding && <AddCommercialDialog onClose={() => setAdding(null)} />}
    </>
  )
}

export { CommercialsScreen as Component }
