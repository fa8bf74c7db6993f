import { CalendarPlus, CircleCheck, MapPin, Send, Share2 } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { getTicketCalendar, type Ticket } from '#contract/sales/tickets.ts'
import { addressOf } from '#web/api/call.ts'
import { mapUrl } from '#web/features/events/event-links.ts'
import { useShareEvent } from '#web/features/events/use-share-event.tsx'
import { TicketStrip } from '#web/features/tickets/TicketStrip.tsx'
import { ticketNotice } from '#web/features/tickets/ticket-notice.ts'
import { useLastingStorage } from '#web/features/tickets/use-lasting-storage.ts'
import { useWakeLock } from '#web/features/tickets/use-wake-lock.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'

interface BoughtTicketsProps {
  /** Of the order, and held by who looks. */
  tickets: readonly Ticket[]
  title: string
  /** It was bought just now: said with a tick, and read out first. */
  isNew: boolean
  /** Where they were sent. */
  sent: ReactNode
  isKept?: boolean
  /** Under each ticket. */
  actions: (ticket: Ticket) => ReactNode
  /** Hands one on, where the person may. */
  onTransfer?: (ticket: Ticket) => void
  /** What else is to do and to know: the wallet, the order. */
  children: ReactNode
}

/** What was bought is its tickets: to show, to pass on, to find again. */
export function BoughtTickets(props: BoughtTicketsProps) {
  const { tickets, title, isNew, sent, isKept = false, actions, onTransfer, children } = props
  const isOffline = !useOnline()
  const isGood = tickets.some((ticket) => ticketNotice(ticket) === null)
  useWakeLock(isGood)
  useLastingStorage(isGood)
  // The first is for who bought; with one ticket alone there is none to pass on without asking twice.
  const other = tickets.length > 1 ? tickets.findLast(({ canTransfer }) => canTransfer) : undefined
  const [first] = tickets
  return (
    <div className="mx-auto w-full max-w-[27rem] md:max-w-[54rem]">
      <Heading title={title} isNew={isNew} />
      {sent && <p className="mt-1 text-humo wrap-anywhere">{sent}</p>}
      {tickets.length > 1 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 print:hidden">
          <p className="leading-tight font-bold">
            {tickets.length} entradas
            <span className="block text-14 font-normal text-humo md:hidden">Deslizá para verlas</span>
          </p>
          {other && onTransfer && (
            <Button size="s" icon={<Send size={18} />} onClick={() => onTransfer(other)}>
              {tickets.length === 2 ? 'Pasale la otra a…' : 'Pasale una a…'}
            </Button>
          )}
        </div>
      )}
      <div className="mt-4 md:grid md:grid-cols-2 md:items-start md:gap-10">
        <TicketStrip tickets={tickets} isOffline={isOffline} isKept={isKept} isColumn>
          {actions}
        </TicketStrip>
        <div className="mt-4 flex flex-col gap-3 md:mt-0 print:hidden">
          {first && (
            <div className="grid grid-cols-2 gap-3 *:px-3 *:whitespace-nowrap max-[379px]:*:text-14">
              {first.linkToken && first.event.startDate && isGood && (
                <LinkButton
                  tone="secondary"
                  href={addressOf(getTicketCalendar, { params: { id: first.id }, query: { token: first.linkToken } })}
                  download
                >
                  <CalendarPlus size={18} /> Calendario
                </LinkButton>
              )}
              <LinkButton tone="secondary" href={mapUrl(first.event)} target="_blank" rel="noreferrer">
                <MapPin size={18} /> Cómo llegar
              </LinkButton>
              <ShareBought event={first.event} />
            </div>
          )}
          {children}
        </div>
      </div>
    </div>
  )
}

function ShareBought({ event }: { event: Parameters<typeof useShareEvent>[0] }) {
  const { share, dialog } = useShareEvent(event)
  return (
    <>
      <Button className="last:odd:col-span-2" tone="secondary" icon={<Share2 size={18} />} onClick={() => void share()}>
        Compartir el evento
      </Button>
      {dialog}
    </>
  )
}

function Heading({ title, isNew }: Pick<BoughtTicketsProps, 'title' | 'isNew'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus({ preventScroll: true })
  }, [isNew])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className="display flex items-center gap-3 text-22 text-balance outline-none wrap-anywhere sm:text-28"
    >
      {isNew && <CircleCheck className="size-8 shrink-0 text-yerba" />}
      {title}
    </h1>
  )
}
