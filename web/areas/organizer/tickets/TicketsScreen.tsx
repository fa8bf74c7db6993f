import { TicketPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { exportTicketDashboard, exportTicketDashboardSheet, getTicketDashboard } from '#contract/sales/ticket-desk.ts'
import { eventChoices } from '#web/features/events/event-choices.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { idOf } from '#web/features/lists/filters.ts'
import { useList } from '#web/features/lists/use-list.ts'
import { useMay } from '#web/shell/session/person.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { promotersOf } from './promoter-choices.ts'
import { ticketFilters, ticketSort } from './ticket-list.ts'
import { TicketsView } from './TicketsView.tsx'

const GenerateDialog = lazy(async () => ({ default: (await import('./GenerateDialog.tsx')).GenerateDialog }))

const { username, ...filters } = ticketFilters

export const allTickets = defineList(getTicketDashboard, {
  screen: 'organizerTickets',
  rows: ({ tickets }) => tickets,
  filters: { username, event: idOf('evento', { label: 'Evento', all: 'Todos', source: eventChoices }), ...filters },
  sort: ticketSort,
  file: { endpoint: exportTicketDashboard, sheet: exportTicketDashboardSheet, name: 'entradas' },
})
export const { loader } = allTickets

/** `/organizador/entradas`: the tickets of every event that the person manages. */
function TicketsScreen() {
  const list = useList(allTickets)
  const may = useMay()
  const [asked, setAsked] = useDialogAddress('generar')
  return (
    <TicketsView
      list={list}
      summary={list.answer?.summary}
      header={{ eyebrow: 'Organizador', title: 'Entradas' }}
      create={may.edit && { icon: TicketPlus, label: 'Generar entradas', onClick: () => setAsked('si') }}
      choices={{ promoter: promotersOf(list.answer) }}
      isOfMany
    >
      {may.edit && asked !== null && (
        <Suspense fallback={null}>
          <GenerateDialog onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </TicketsView>
  )
}

export { TicketsScreen as Component }
