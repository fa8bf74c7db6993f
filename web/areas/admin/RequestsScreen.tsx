import { UserCheck } from 'lucide-react'
import { listOrganizerRequests } from '#contract/companies/onboarding-requests.ts'
import { ORGANIZATION_TYPES } from '#contract/companies/onboarding.ts'
import { moment, opens, state, text, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, choice, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { slugOf } from '#web/features/lists/states.ts'
import { useList } from '#web/features/lists/use-list.ts'
import { organizationName, organizationTypes, requestStates } from '#web/features/organizer-requests/request-words.ts'
import { nowMilliseconds } from '#web/lib/clock.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { waitWords } from './wait-words.ts'

export const requests = defineList(listOrganizerRequests, {
  screen: 'godRequests',
  rows: (answer) => answer.requests,
  filters: {
    state: byState('estado', requestStates, { label: 'Estado', all: 'Todas' }),
    organizationType: choice(
      'tipo',
      ORGANIZATION_TYPES.map((value) => [value, slugOf({ many: value }), organizationTypes[value]] as const),
      { label: 'Cómo organiza', all: 'Todas' },
    ),
    search: search('buscar', { label: 'Nombre o email', placeholder: 'Buscá por nombre u organización' }),
  },
  sort: {
    sentAt: ['espera', { asc: 'Esperan hace más', desc: 'Últimas' }],
    name: ['nombre', { asc: 'De la A a la Z' }],
  },
})
export const { loader } = requests

/** `/god-admin/solicitudes`: who asks to organize, and since when they wait. */
function RequestsScreen() {
  const list = useList(requests)
  const [opened, setOpened] = useDialogAddress('solicitud')
  const shown = list.rows?.find(({ id }) => id === opened)
  const columns: Columns<typeof requests> = [
    twoLines('Organización', (row) => ({ title: organizationName(row), detail: row.fullName }), { sort: 'name' }),
    text('Cómo organiza', ({ organizationType }) => organizationTypes[organizationType]),
    moment('Enviada', ({ sentAt }) => sentAt, { sort: 'sentAt' }),
    text('Espera', (row) => (row.state === 'pending' ? waitWords(row.sentAt, nowMilliseconds()) : null), {
      phone: 'second',
    }),
    state('Estado', requestStates, (row) => row.state, { phone: 'first' }),
    opens((row) => ({
      label: row.state === 'pending' ? 'Revisar' : 'Ver',
      of: `la solicitud de ${row.fullName}`,
      onSelect: () => setOpened(row.id),
    })),
  ]
  return (
    <>
      <ListView
        list={list}
        header={{ eyebrow: 'Administración', title: 'Solicitudes' }}
        noun={{ none: 'Ninguna solicitud', one: 'solicitud', many: 'solicitudes' }}
        empty={{
          icon: UserCheck,
          title: 'Nadie pidió organizar',
          children: 'Cuando alguien lo pida, lo vas a ver acá con sus documentos.',
        }}
        noMatchHint="Probá con otro estado u otro nombre."
        caption="Solicitudes para organizar"
        columns={columns}
      />
      {shown && <RequestDialog key={shown.id} request={shown} onClose={() => setOpened(null)} />}
    </>
  )
}

export { RequestsScreen as Component }
