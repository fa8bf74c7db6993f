import { Ticket } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import type { DeskTicket, TicketSummary } from '#contract/sales/ticket-desk.ts'
import { figures } from '#contract/values/figures.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { moment, opens, state, text, twoLines, type ListColumn } from '#web/features/lists/columns.tsx'
import type { CreateAct } from '#web/features/lists/CreateButton.tsx'
import type { GivenChoices } from '#web/features/lists/ListFilters.tsx'
import { ListView } from '#web/features/lists/ListView.tsx'
import type { UsedList } from '#web/features/lists/use-list.ts'
import { ticketStates } from '#web/features/refunds/refund-words.ts'
import { ticketKinds } from '#web/features/tickets/issued-words.ts'
import { grouped } from '#contract/values/numbers.ts'
import { showPhone } from '#web/lib/phone.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'

const TicketDialog = lazy(async () => ({ default: (await import('./TicketDialog.tsx')).TicketDialog }))

interface TicketsViewProps<Spec extends EndpointSpec> {
  list: UsedList<Spec, DeskTicket>
  summary: readonly TicketSummary[] | undefined
  header?: { eyebrow: string; title: string }
  create: CreateAct | false
  choices: GivenChoices
  /** What else may be done, beneath the counters. */
  acts?: ReactNode
  /** Rows say of which event they are. */
  isOfMany?: boolean
  children?: ReactNode
}

/** The tickets of all events, or of one: counters, the list, and one ticket with its story. */
export function TicketsView<Spec extends EndpointSpec>({
  list,
  summary,
  header,
  create,
  choices,
  isOfMany = false,
  acts,
  children,
}: TicketsViewProps<Spec>) {
  const [opened, setOpened] = useDialogAddress('entrada')
  const [eventId, ticketId] = opened?.split('.') ?? []
  return (
    <>
      <ListView
        list={list}
        {...(header && { header })}
        create={create}
        noun={{ none: 'Ninguna entrada', one: 'entrada', many: 'entradas' }}
        empty={{
          icon: Ticket,
          title: 'Todavía no hay entradas',
          children: 'Cuando vendas o regales la primera, la ves acá con todo lo que le pasó.',
        }}
        noMatchHint="Probá con otro estado, otro nombre u otro número."
        choices={choices}
        caption="Entradas"
        columns={columnsOf<Spec>({ isOfMany, onOpen: setOpened })}
        summary={
          <>
            <Counters summary={summary?.[0]} />
            {acts && <div className="mb-5">{acts}</div>}
          </>
        }
      />
      {children}
      {eventId !== undefined && ticketId !== undefined && (
        <Suspense fallback={null}>
          <TicketDialog eventId={eventId} ticketId={ticketId} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}

interface ColumnsOptions {
  isOfMany: boolean
  /** Receives event and ticket, joined by a dot. */
  onOpen: (address: string) => void
}

function columnsOf<Spec extends EndpointSpec>({
  isOfMany,
  onOpen,
}: ColumnsOptions): readonly ListColumn<Spec, DeskTicket>[] {
  return [
    twoLines('Entrada', ({ number, type, event }) => ({
      title: formatTicketNumber(number),
      detail: isOfMany ? [type.name, event.name] : type.name,
    })),
    text(
      'La tiene',
      ({ holder, payerName }) => ({
        text: holder.name,
        detail: [
          holder.phone === null ? holder.mail : showPhone(holder.phone),
          payerName !== null && `La compró o recibió primero ${payerName}`,
        ],
      }),
      { phone: 'second' },
    ),
    state('Estado', ticketStates, (row) => row.state, { phone: 'first' }),
    text('Origen', ({ kind, promoterName }) => ({
      text: ticketKinds[kind],
      detail: promoterName !== null && `RRPP ${promoterName}`,
    })),
    moment('Emitida', ({ createdAt }) => createdAt),
    opens(({ id, number, event }) => ({
      label: 'Ver',
      of: `la entrada ${formatTicketNumber(number)}`,
      onSelect: () => onOpen(`${event.id}.${id}`),
    })),
  ]
}

function Counters({ summary }: { summary: TicketSummary | undefined }) {
  if (!summary) return null
  const { sold, courtesies, admitted } = summary
  return (
    <div className="mb-5">
      <Stats label="Las entradas en números" narrow>
        <Stat {...figures.sold} value={grouped(sold)} />
        <Stat {...figures.courtesies} value={grouped(courtesies)} />
        <Stat {...figures.admitted} value={grouped(admitted)} />
        <Stat label="Faltan ingresar" value={grouped(Math.max(sold + courtesies - admitted, 0))} />
      </Stats>
    </div>
  )
}
