import type { ReactNode } from 'react'
import type { Ticket } from '#contract/sales/tickets.ts'
import { classes } from '#web/ui/base/classes.ts'
import { TicketView } from './TicketView.tsx'

interface TicketStripProps {
  tickets: readonly Ticket[]
  isOffline: boolean
  /** They open without network. */
  isKept?: boolean
  /** On a desktop one below the other, beside something else. */
  isColumn?: boolean
  /** A desktop has room for two side by side, and no more. */
  isPaired?: boolean
  /** What one does with a ticket, under it. */
  children: (ticket: Ticket) => ReactNode
}

/** Tickets of one night: a finger moves between them; a desktop shows them side by side. */
export function TicketStrip(props: TicketStripProps) {
  const { tickets, isOffline, isKept = false, isColumn = false, isPaired = false, children } = props
  return (
    <ul
      aria-label="Entradas"
      className={classes(
        '-mx-5 flex snap-x snap-mandatory gap-4 overflow-x-auto px-5 pb-2 md:mx-0 md:grid md:overflow-visible md:px-0 print:mx-0 print:block print:overflow-visible print:px-0',
        isColumn ? 'md:gap-8' : isPaired ? 'md:grid-cols-2 xl:gap-6' : 'md:grid-cols-2 xl:grid-cols-3 xl:gap-6',
      )}
    >
      {tickets.map((ticket, index) => (
        <li
          key={ticket.id}
          className={classes(
            'shrink-0 snap-center break-inside-avoid md:w-auto print:mx-auto print:mb-8 print:w-[27rem]',
            // Of several the next one is seen to begin.
            tickets.length > 1 ? 'w-[min(82vw,24rem)]' : 'w-full max-w-[27rem]',
            // The acts of a lone ticket stand at its side, where there is room.
            tickets.length === 1 &&
              !isColumn &&
              'md:col-span-full md:grid md:max-w-[48rem] md:grid-cols-2 md:items-start md:gap-5 md:[&>:last-child]:mt-0 print:block',
          )}
        >
          <TicketView
            ticket={ticket}
            isOffline={isOffline}
            isKept={isKept}
            {...(tickets.length > 1 && { place: `${index + 1} de ${tickets.length}` })}
          />
          {children(ticket)}
        </li>
      ))}
    </ul>
  )
}
