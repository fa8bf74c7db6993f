import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import type { Ticket } from '#contract/sales/tickets.ts'
import { IconButton } from '#web/ui/base/IconButton.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { QrCode } from './QrCode.tsx'
import { useWakeLock } from './use-wake-lock.ts'

interface FullScreenCodesProps {
  /** Of one event, each with a code. */
  tickets: readonly Ticket[]
  /** The one that is shown first. */
  first: Ticket
  onClose: () => void
}

/** The codes of a night for the door: white to the edges, as large as the screen, and awake. A finger goes from one to the next. */
export function FullScreenCodes({ tickets, first, onClose }: FullScreenCodesProps) {
  const strip = useRef<HTMLUListElement>(null)
  useWakeLock(true)
  const begin = tickets.findIndex(({ id }) => id === first.id)
  useLayoutEffect(() => {
    if (strip.current && begin > 0) strip.current.scrollLeft = begin * strip.current.clientWidth
  }, [begin])
  const turn = (by: 1 | -1) => strip.current?.scrollBy({ left: by * strip.current.clientWidth, behavior: 'smooth' })
  return (
    <Dialog open onClose={onClose} title={first.event.name} placement="full">
      <ul
        ref={strip}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
        tabIndex={tickets.length > 1 ? 0 : undefined}
        className="-mx-5 flex snap-x snap-mandatory overflow-x-auto"
      >
        {tickets.map((ticket, index) => (
          <li key={ticket.id} className="w-full shrink-0 snap-center px-5 text-center">
            <QrCode
              text={ticket.code ?? ''}
              label={`Código QR de la entrada ${formatTicketNumber(ticket.number)}`}
              className="mx-auto aspect-square w-[min(100%,62dvh)]"
            />
            <p translate="no" className="text-22 font-bold tabular-nums">
              N.º {formatTicketNumber(ticket.number)}
            </p>
            <p className="mt-1 text-16 wrap-anywhere text-humo-papel">
              {ticket.type.name} · {ticket.holderName}
            </p>
            {tickets.length > 1 && (
              <p className="mt-1 text-14 text-humo-papel">
                {index + 1} de {tickets.length}
              </p>
            )}
          </li>
        ))}
      </ul>
      {tickets.length > 1 && (
        <div className="mt-2 flex justify-center gap-6">
          <IconButton label="Entrada anterior" onClick={() => turn(-1)}>
            <ChevronLeft size={24} />
          </IconButton>
          <IconButton label="Entrada siguiente" onClick={() => turn(1)}>
            <ChevronRight size={24} />
          </IconButton>
        </div>
      )}
    </Dialog>
  )
}
