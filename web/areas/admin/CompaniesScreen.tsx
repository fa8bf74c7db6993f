import { Building2, ReceiptText, Unplug } from 'lucide-react'
import {
  exportCompanies,
  exportCompaniesSheet,
  listCompanies,
  type CompanyRow,
} from '#contract/companies/companies-managed.ts'
import { feeWords } from '#contract/values/fee-words.ts'
import { paths } from '#contract/api/paths.ts'
import { useSession } from '#web/api/session.ts'
import { FiscalDataDialog } from '#web/features/companies/FiscalDataDialog.tsx'
import { actions, day, state, text, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { grouped } from '#contract/values/numbers.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { companyStates } from './company-states.ts'
import { CompanyFeesDialog } from './CompanyFeesDialog.tsx'
import { DisconnectAccountDialog } from './DisconnectAccountDialog.tsx'

export const companies = defineList(listCompanies, {
  screen: 'godCompanies',
  rows: (answer) => answer.companies,
  filters: {
    state: byState('estado', companyStates, { label: 'Estado de las organizaciones', all: 'Todas' }),
    search: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
  },
  sort: {
    name: ['nombre', { asc: 'De la A a la Z' }],
    createdAt: ['alta', { desc: 'Las más nuevas' }],
    events: ['eventos', { desc: 'Con más eventos' }],
  },
  file: { endpoint: exportCompanies, sheet: exportCompaniesSheet, name: 'organizaciones' },
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
  const menuOf = ({ id, name }: CompanyRow) => {
    const fiscalData = {
      key: 'fiscal-data',
      label: 'Datos fiscales',
      icon: <ReceiptText className="size-5" />,
      onSelect: () => setFiscal(id),
    }
    const disconnect = {
      key: 'disconnect',
      label: 'Desconectar Mercado Pago',
      icon: <Unplug className="size-5" />,
      onSelect: () => setDisconnecting(id),
    }
    return { label: `Más de ${name}`, items: maySet ? [fiscalData, disconnect] : [fiscalData] }
  }
  const fee = maySet ? 'Cambiar' : 'Ver'
  const columns: Columns<typeof companies> = [
    twoLines(
      'Organización',
      (row) => ({ title: row.name, to: row.state === 'approved' ? paths.company(row.slug) : undefined }),
      { sort: 'name' },
    ),
    state('Estado', companyStates, (row) => row.state),
    day('Desde', ({ createdAt }) => createdAt, { sort: 'createdAt' }),
    text(
      'Eventos',
      ({ totalEvents, totalActiveEvents: active }) =>
        `${grouped(totalEvents)}${active > 0 ? ` · ${grouped(active)} a la venta` : ''}`,
      { sort: 'events' },
    ),
    text('Cobros', ({ canSellPaid, areSalesStopped }) =>
      canSellPaid ? 'Conectados' : areSalesStopped ? 'Sin saldo para devolver' : 'Sin conectar',
    ),
    text('Cargo por servicio', ({ serviceFee }) => feeWords(serviceFee)),
    actions((row) => ({
      buttons: [{ label: `${fee} cargo`, of: `de ${row.name}`, onSelect: () => setOpened(row.id) }],
      menu: menuOf(row),
    })),
  ]
  return (
    <>
      <ListView
        list={list}
        header={{ eyebrow: 'Administración', title: 'Organizaciones' }}
        noun={{ none: 'Ninguna organización', one: 'organización', many: 'organizaciones' }}
        empty={{
          icon: Building2,
          title: 'Todavía no hay organizaciones',
          children: 'Cuando se apruebe la primera, la vas a ver acá.',
        }}
        noMatchHint="Probá con otro estado u otro nombre."
        caption="Organizaciones"
        columns={columns}
      />
      {opened && <CompanyFeesDialog key={opened} companyId={opened} maySet={maySet} onClose={() => setOpened(null)} />}
      {disconnecting && maySet && (
        <DisconnectAccountDialog
          key={disconnecting}
          companyId={disconnecting}
          name={list.rows?.find(({ id }) => id === disconnecting)?.name}
          onClose={() => setDisconnecting(null)}
        />
      )}
      {fiscal && <FiscalDataDialog key={fiscal} companyId={fiscal} onClose={() => setFiscal(null)} />}
    </>
  )
}

export { CompaniesScreen as Component }
