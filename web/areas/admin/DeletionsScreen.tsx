import { UserX } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay, fromLocal } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { exportDeletions, listDeletions, type DeletionRow } from '#contract/privacy.ts'
import { useSession } from '#web/api/session.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, search } from '#web/features/lists/filters.ts'
import { ListView, type ListColumn } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { deletionWords } from '#web/features/privacy/deletion-words.ts'
import { counted } from '#web/lib/numbers.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { showPhone } from '#web/lib/phone.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { DeletionDialog } from './DeletionDialog.tsx'

const states = [
  ['open', 'abiertas', 'Abiertas'],
  ['overdue', 'vencidas', 'Vencidas'],
  ['pending', 'pendientes', 'Pendientes'],
  ['in_review', 'en-revision', 'En revisión'],
  ['completed', 'eliminadas', 'Eliminadas'],
  ['rejected', 'rechazadas', 'Rechazadas'],
  ['cancelled', 'canceladas', 'Canceladas'],
] as const

export const deletions = defineList(listDeletions, {
  path: paths.godDeletions,
  filters: {
    state: choice('estado', states, { is: 'chips', label: 'Estado de las solicitudes', all: 'Todas' }),
    search: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
  },
  sort: {
    names: { dueOn: 'vencimiento', requestedAt: 'pedido', name: 'nombre' },
    first: { sort: 'dueOn', order: 'asc' },
    choices: [
      { sort: 'dueOn', order: 'asc', label: 'Vencen antes' },
      { sort: 'dueOn', order: 'desc', label: 'Vencen después' },
      { sort: 'requestedAt', order: 'desc', label: 'Últimas pedidas' },
      { sort: 'name', order: 'asc', label: 'De la A a la Z' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
  file: { endpoint: exportDeletions, name: 'solicitudes-de-eliminacion' },
})
export const { loader } = deletions

/** `/god-admin/eliminaciones`: who asked that their account be deleted, and until when they must be answered. */
function DeletionsScreen() {
  const session = useSession()
  const list = useList(deletions, { enabled: session !== null })
  const [opened, setOpened] = useDialogAddress('solicitud')
  if (!session) return null
  const overdue = list.answer?.totalOverdue ?? 0
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
        rows={({ requests }) => requests}
        rowKey={({ id }) => id}
        noun={{ none: 'Ninguna solicitud', one: 'solicitud', many: 'solicitudes' }}
        empty={{
          icon: <UserX aria-hidden="true" className="size-10" />,
          title: 'Nadie pidió eliminar su cuenta',
          children: 'Cuando alguien lo pida, lo vas a ver acá con su vencimiento.',
        }}
        nothing="Probá con otro estado u otro nombre."
        caption="Solicitudes de eliminación"
        columns={columns(({ id }) => setOpened(id))}
      />
      {opened && (
        <DeletionDialog
          key={opened}
          id={opened}
          known={list.answer?.requests.find(({ id }) => id === opened)}
          ownId={session.user.id}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function columns(onOpen: (row: DeletionRow) => void): ListColumn<typeof listDeletions, DeletionRow>[] {
  return [
    {
      key: 'name',
      header: 'Persona',
      sort: 'name',
      isTitle: true,
      cell: ({ person }) => (
        <span className="block min-w-0">
          <span className="block font-semibold break-words">{person.name}</span>
          <span className="block text-12 font-normal wrap-anywhere text-humo">
            <Breakable>{person.mail ?? (person.phone ? showPhone(person.phone) : '—')}</Breakable>
          </span>
        </span>
      ),
    },
    { key: 'requestedAt', header: 'Pedida', sort: 'requestedAt', cell: (row) => formatDay(row.requestedAt) },
    {
      key: 'dueOn',
      header: 'Vence',
      sort: 'dueOn',
      cell: ({ dueOn, isOverdue }) => (
        <span className={isOverdue ? 'font-bold text-rojo' : ''}>
          {formatDay(fromLocal(dueOn, '12:00'))}
          {isOverdue && ' · Vencida'}
        </span>
      ),
    },
    {
      key: 'state',
      header: 'Estado',
      cell: ({ state, isProcessing }) => (
        <Badge tone={deletionWords[state].tone}>{isProcessing ? 'Eliminando' : deletionWords[state].text}</Badge>
      ),
    },
    {
      key: 'actions',
      stays: true,
      header: 'Acciones',
      align: 'right',
      cell: (row) => (
        <Button tone="quiet" size="s" aria-label={`Ver la solicitud de ${row.person.name}`} onClick={() => onOpen(row)}>
          Ver
        </Button>
      ),
    },
  ]
}

export { DeletionsScreen as Component }
