import { BellRing, TicketPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { exportEventTickets, exportEventTicketsSheet, listEventTickets } from '#contract/sales/ticket-desk.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { idOf } from '#web/features/lists/filters.ts'
import { useList } from '#web/features/lists/use-list.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { useManagedEvent } from '../workspace/managed-event.ts'
import { promotersOf } from './promoter-choices.ts'
import { ticketFilters, ticketSort } from './ticket-list.ts'
import { TicketsView } from './TicketsView.tsx'

const GenerateDialog = lazy(async () => ({ default: (await import('./GenerateDialog.tsx')).GenerateDialog }))
const RemindersDialog = lazy(async () => ({ default: (await import('./RemindersDialog.tsx')).RemindersDialog }))

const { username, ...filters } = ticketFilters

export const eventTickets = defineList(listEventTickets, {
  screen: 'eventTickets',
  rows: ({ tickets }) => tickets,
  filters: { username, type: idOf('tipo', { label: 'Tipo', all: 'Todos' }), ...filters },
  sort: ticketSort,
  file: { endpoint: exportEventTickets, sheet: exportEventTicketsSheet, name: 'entradas' },
})
export const { loader } = eventTickets

/** `/organizador/eventos/:id/entradas`: the tickets of one event. */
function EventTicketsScreen() {
  const list = useList(eventTickets)
  const { id, event, may } = useManagedEvent()
  const [asked, setAsked] = useDialogAddress('generar')
  const [reminding, setReminding] = useDialogAddress('recordar')
  const isOpen = event !== undefined && !event.isExpired && (event.state === 'active' || event.state === 'inactive')
  const canMake = isOpen && may.edit
  return (
    <TicketsView
      list={list}
      summary={list.answer?.summary}
      create={canMake && { icon: TicketPlus, label: 'Generar entradas', onClick: () => setAsked('si') }}
      choices={{
        type: (event?.ticketTypes ?? []).map((type) => ({ value: type.id, label: type.name })),
        promoter: promotersOf(list.answer),
      }}
      acts={
        canMake && (
          <Button tone="secondary" icon={<BellRing className="size-5" />} onClick={() => setReminding('si')}>
            Recordar lo que falta
          </Button>
        )
      }
    >
      {canMake && reminding !== null && (
        <Suspense fallback={null}>
          <RemindersDialog eventId={id} onClose={() => setReminding(null)} />
        </Suspense>
      )}
      {canMake && asked !== null && (
        <Suspense fallback={null}>
          <GenerateDialog eventId={id} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </TicketsView>
  )
}

export { EventTicketsScreen as Component }
