import { lazy, Suspense } from 'react'
import { UserX } from 'lucide-react'
import { Link } from 'react-router'
import { fromLocal } from '#contract/values/dates.ts'
import { exportDeletions, exportDeletionsSheet, listDeletions } from '#contract/accounts/privacy.ts'
import { useSession } from '#web/api/session.ts'
import { day, opens, state, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { deletionFilters, deletionStates } from '#web/features/privacy/deletion-words.ts'
import { counted } from '#web/lib/numbers.ts'
import { showPhone } from '#web/lib/phone.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'

const DeletionDialog = lazy(async () => ({ default: (await import('./DeletionDialog.tsx')).DeletionDialog }))

export const deletions = defineList(listDeletions, {
  screen: 'godDeletions',
  rows: ({ requests }) => requests,
  filters: {
    state: byState('estado', deletionFilters, { label: 'Estado de las solicitudes', all: 'Todas' }),
    search: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
  },
  sort: {
    dueOn: ['vencimiento', { asc: 'Vencen antes', desc: 'Vencen después' }],
    requestedAt: ['pedido', { desc: 'Últimas pedidas' }],
    name: ['nombre', { asc: 'De la A a la Z' }],
  },
  file: { endpoint: exportDeletions, sheet: exportDeletionsSheet, name: 'solicitudes-de-eliminacion' },
})
export const { loader } = deletions

/** `/god-admin/eliminaciones`: accounts to delete, and until when their people must be answered. */
function DeletionsScreen() {
  const session = useSession()
  const list = useList(deletions, { enabled: session !== null })
  const [opened, setOpened] = useDialogAddress('solicitud')
  if (!session) return null
  const overdue = list.answer?.totalOverdue ?? 0
  const columns: Columns<typeof deletions> = [
    twoLines(
      'Persona',
      ({ person }) => ({ title: person.name, detail: person.mail ?? (person.phone ? showPhone(person.phone) : '—') }),
      { sort: 'name' },
    ),
    day('Pedida', ({ requestedAt }) => requestedAt, { sort: 'requestedAt' }),
    day('Vence', ({ dueOn, isOverdue }) => ({ at: fromLocal(dueOn, '12:00'), late: isOverdue && 'Vencida' }), {
      sort: 'dueOn',
      phone: 'second',
    }),
    state('Estado', deletionStates, (row) => ({ state: row.state, label: row.isProcessing && 'Eliminando' }), {
      phone: 'first',
    }),
    opens(({ id, person }) => ({ label: 'Ver', of: `la solicitud de ${person.name}`, onSelect: () => setOpened(id) })),
  ]
  return (
    <>
      <PageHeader eyebrow="Administración" title="Eliminación de cuentas" />
      {overdue > 0 && (
        <Notice tone="danger" announced="alert" className="mb-4">
          Hay {counted(overdue, 'solicitud', 'solicitudes')} fuera de plazo.{' '}
          <Link to={deletions.href({ state: 'overdue' })} className="link">
            Ver las vencidas
          </Link>
        </Notice>
      )}
      <ListView
        list={list}
        noun={{ none: 'Ninguna solicitud', one: 'solicitud', many: 'solicitudes' }}
        empty={{
          icon: UserX,
          title: 'Nadie pidió eliminar su cuenta',
          children: 'Cuando alguien lo pida, lo vas a ver acá con su vencimiento.',
        }}
        noMatchHint="Probá con otro estado u otro nombre."
        caption="Solicitudes de eliminación"
        columns={columns}
      />
      {opened && (
        <Suspense fallback={null}>
          <DeletionDialog
            key={opened}
            id={opened}
            known={list.rows?.find(({ id }) => id === opened)}
            ownId={session.user.id}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  )
}

export { DeletionsScreen as Component }
