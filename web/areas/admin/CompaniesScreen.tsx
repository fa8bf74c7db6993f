import { Building2, ReceiptText, Unplug } from 'lucide-react'
import { Link } from 'react-router'
import { exportCompanies, listCompanies, type CompanyRow, type CompanyState } from '#contract/companies-managed.ts'
import { formatDay } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/api/session.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, search } from '#web/features/lists/filters.ts'
import { ListView, type ListColumn } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { FiscalDataDialog } from '#web/features/companies/FiscalDataDialog.tsx'
import { feeWords } from '#contract/fee-words.ts'
import { grouped } from '#web/lib/numbers.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Badge, type BadgeTone } from '#web/ui/base/Badge.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { RowMenu } from '#web/ui/data/RowMenu.tsx'
import { CompanyFeesDialog } from './CompanyFeesDialog.tsx'
import { DisconnectAccountDialog } from './DisconnectAccountDialog.tsx'

const stateWords: Record<CompanyState, { text: string; tone: BadgeTone }> = {
  pending: { text: 'Pendiente', tone: 'sol' },
  approved: { text: 'Aprobada', tone: 'yerba' },
  needs_changes: { text: 'Con cambios pedidos', tone: 'sol' },
  rejected: { text: 'Rechazada', tone: 'rojo' },
  blocked: { text: 'Bloqueada', tone: 'rojo' },
}

export const companies = defineList(listCompanies, {
  path: paths.godCompanies,
  filters: {
    state: choice(
      'estado',
      [
        ['approved', 'aprobadas', 'Aprobadas'],
        ['pending', 'pendientes', 'Pendientes'],
        ['needs_changes', 'con-cambios', 'Con cambios pedidos'],
        ['rejected', 'rechazadas', 'Rechazadas'],
        ['blocked', 'bloqueadas', 'Bloqueadas'],
      ],
      { is: 'chips', label: 'Estado de las organizaciones', all: 'Todas' },
    ),
    search: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
  },
  sort: {
    names: { name: 'nombre', createdAt: 'alta', events: 'eventos' },
    first: { sort: 'name', order: 'asc' },
    choices: [
      { sort: 'name', order: 'asc', label: 'De la A a la Z' },
      { sort: 'createdAt', order: 'desc', label: 'Las más nuevas' },
      { sort: 'events', order: 'desc', label: 'Con más eventos' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
  file: { endpoint: exportCompanies, name: 'organizaciones' },
})
export const { loader } = companies

/** `/god-admin/companies`: every company, and what the platform charges it. */
function CompaniesScreen() {
  const session = useSession()
  const list = useList(companies, { enabled: session !== null })
  const [opened, setOpened] = useDialogAddress('cargo')
  const [fiscal, setFiscal] = useDialogAddress('fiscales')
  const [disconnecting, setDisconnecting] = useDialogAddress('desconectar')
  if (!session) return null
  const maySet = session.user.godAdmin && session.user.permission !== 'legal'
  return (
    <>
      <PageHeader eyebrow="Administración" title="Organizaciones" />
      <ListView
        list={list}
        rows={(answer) => answer.companies}
        rowKey={({ id }) => id}
        noun={{ none: 'Ninguna organización', one: 'organización', many: 'organizaciones' }}
        empty={{
          icon: <Building2 aria-hidden="true" className="size-10" />,
          title: 'Todavía no hay organizaciones',
          children: 'Cuando se apruebe la primera, la vas a ver acá.',
        }}
        nothing="Probá con otro estado u otro nombre."
        caption="Organizaciones"
        columns={columns(
          {
            onFees: ({ id }) => setOpened(id),
            onFiscalData: ({ id }) => setFiscal(id),
            onDisconnect: ({ id }) => setDisconnecting(id),
          },
          maySet,
        )}
      />
      {opened && <CompanyFeesDialog key={opened} companyId={opened} maySet={maySet} onClose={() => setOpened(null)} />}
      {disconnecting && maySet && (
        <DisconnectAccountDialog
          key={disconnecting}
          companyId={disconnecting}
          name={list.answer?.companies.find(({ id }) => id === disconnecting)?.name}
          onClose={() => setDisconnecting(null)}
        />
      )}
      {fiscal && <FiscalDataDialog key={fiscal} companyId={fiscal} onClose={() => setFiscal(null)} />}
    </>
  )
}

const collectWords = ({ canSellPaid, areSalesStopped }: CompanyRow) =>
  canSellPaid ? 'Conectados' : areSalesStopped ? 'Sin saldo para devolver' : 'Sin conectar'

interface Acts {
  readonly onFees: (row: CompanyRow) => void
  readonly onFiscalData: (row: CompanyRow) => void
  readonly onDisconnect: (row: CompanyRow) => void
}

function columns(
  { onFees, onFiscalData, onDisconnect }: Acts,
  maySet: boolean,
): ListColumn<typeof listCompanies, CompanyRow>[] {
  return [
    {
      key: 'name',
      header: 'Organización',
      sort: 'name',
      isTitle: true,
      cell: ({ name, slug, state }) =>
        state === 'approved' ? (
          <Link to={paths.company(slug)} className="link font-semibold wrap-anywhere">
            <Breakable>{name}</Breakable>
          </Link>
        ) : (
          <span className="font-semibold wrap-anywhere">
            <Breakable>{name}</Breakable>
          </span>
        ),
    },
    {
      key: 'state',
      header: 'Estado',
      cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].text}</Badge>,
    },
    { key: 'createdAt', header: 'Desde', sort: 'createdAt', cell: ({ createdAt }) => formatDay(createdAt) },
    {
      key: 'events',
      header: 'Eventos',
      sort: 'events',
      cell: ({ totalEvents, totalActiveEvents }) =>
        `${grouped(totalEvents)}${totalActiveEvents > 0 ? ` · ${grouped(totalActiveEvents)} a la venta` : ''}`,
    },
    { key: 'canSellPaid', header: 'Cobros', cell: collectWords },
    { key: 'serviceFee', header: 'Cargo por servicio', cell: ({ serviceFee }) => feeWords(serviceFee) },
    {
      key: 'actions',
      stays: true,
      header: 'Acciones',
      align: 'right',
      cell: (row) => (
        <span className="flex items-center justify-end">
          <Button
            tone="quiet"
            size="s"
            className="whitespace-nowrap"
            aria-label={`${maySet ? 'Cambiar' : 'Ver'} cargo de ${row.name}`}
            onClick={() => onFees(row)}
          >
            {maySet ? 'Cambiar cargo' : 'Ver cargo'}
          </Button>
          <RowMenu
            label={`Más de ${row.name}`}
            items={[
              {
                key: 'fiscal-data',
                label: 'Datos fiscales',
                icon: <ReceiptText aria-hidden="true" className="size-5" />,
                onSelect: () => onFiscalData(row),
              },
              ...(maySet
                ? [
                    {
                      key: 'disconnect',
                      label: 'Desconectar Mercado Pago',
                      icon: <Unplug aria-hidden="true" className="size-5" />,
                      onSelect: () => onDisconnect(row),
                    },
                  ]
                : []),
            ]}
          />
        </span>
      ),
    },
  ]
}

export { CompaniesScreen as Component }
