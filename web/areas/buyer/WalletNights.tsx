import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Ticket } from '#contract/sales/tickets.ts'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { FullScreenCodes } from '#web/features/tickets/FullScreenCodes.tsx'
import { TicketStub } from '#web/features/tickets/TicketStub.tsx'
import { hasOpenCode } from '#web/features/tickets/ticket-notice.ts'
import { tonight } from '#web/lib/clock.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { dayAndHour, momentWords, ticketsWords, walletOf, type Night } from './wallet.ts'

interface WalletNightsProps {
  nights: readonly Night[]
  isUpcoming: boolean
  /** Of a night's tickets. */
  address: (eventId: string) => string
}

/** Tonight as a stub, the other nights as rows. What is past has rows alone. */
export function WalletNights({ nights, isUpcoming, address }: WalletNightsProps) {
  const [shown, setShown] = useState<Ticket[] | null>(null)
  if (!isUpcoming) return <Rows label="Anteriores" nights={nights} address={address} />
  const { first, isTonight, later } = walletOf(nights, tonight())
  return (
    <div className="mb-6 lg:grid lg:grid-cols-2 lg:items-start lg:gap-10">
      <section aria-labelledby="primero">
        <h2 id="primero" className="eyebrow mb-2 text-sol">
          {isTonight ? 'Esta noche' : 'La próxima'}
        </h2>
        <ul className="flex flex-col gap-4">
          {first.map((night) => (
            <li key={night.event.id}>
              <NightStub night={night} to={address(night.event.id)} onShow={setShown} />
            </li>
          ))}
        </ul>
      </section>
      {later.length > 0 && (
        <section aria-labelledby="despues" className="max-lg:mt-6">
          <h2 id="despues" className="eyebrow mb-2 text-sol">
            Después
          </h2>
          <Rows label="Después" nights={later} address={address} />
        </section>
      )}
      {shown?.[0] && <FullScreenCodes tickets={shown} first={shown[0]} onClose={() => setShown(null)} />}
    </div>
  )
}

interface NightStubProps {
  night: Night
  to: string
  onShow: (tickets: Ticket[]) => void
}

function NightStub({ night, to, onShow }: NightStubProps) {
  const { event, tickets } = night
  const { day, hour } = dayAndHour(event, tonight())
  const open = tickets.filter(hasOpenCode)
  return (
    <TicketStub
      head={
        <>
          <div className="relative h-32 overflow-hidden bg-mesa sm:h-56">
            <Flyer image={event.flyer} alt="" sizes="(min-width: 480px) 420px, 100vw" priority whole="inStrip" />
          </div>
          {/* Under the flyer, which says its own words. */}
          <h3 className="display px-5 pt-3 pb-4 text-22 text-balance wrap-anywhere hyphens-auto">{event.name}</h3>
        </>
      }
    >
      <Facts look="paper">
        <Fact label={day}>{hour}</Fact>
        <Fact label="Entradas">{ticketsWords(night)}</Fact>
        <Fact label="Lugar">{event.Location.name}</Fact>
      </Facts>
      <div className="mt-4 flex flex-col gap-2 sm:flex-row lg:max-xl:flex-col">
        {open.length > 0 && (
          <Button wide tone="night" onClick={() => onShow(open)}>
            Mostrar QR
          </Button>
        )}
        <ScreenButton wide tone="paper" to={to}>
          Ver {tickets.length === 1 ? 'la entrada' : 'las entradas'}
        </ScreenButton>
      </div>
    </TicketStub>
  )
}

interface RowsProps {
  label: string
  nights: readonly Night[]
  address: (eventId: string) => string
}

/** Rows before the others are asked for. */
const FIRST_ROWS = 12

/** One line a night: a wallet of thirty fits a few screens. */
function Rows({ label, nights, address }: RowsProps) {
  const [hasAll, setHasAll] = useState(false)
  const shown = hasAll || nights.length <= FIRST_ROWS + 1 ? nights : nights.slice(0, FIRST_ROWS)
  return (
    <>
      <ul
        aria-label={label}
        className="divide-y divide-linea overflow-hidden rounded-card border border-linea bg-tinta lg:max-w-xl"
      >
        {shown.map((night) => (
          <li key={night.event.id}>
            <Link
              to={address(night.event.id)}
              className="flex h-14 items-center gap-3 pr-2 pl-2 text-papel no-underline transition-colors duration-150 hover:bg-mesa"
            >
              <span className="relative h-10 w-8 shrink-0 overflow-hidden rounded-[6px] bg-mesa">
                <Flyer image={night.event.flyer} alt="" sizes="32px" />
              </span>
              <span className="min-w-0 flex-1">
                <span title={night.event.name} className="block truncate text-14 font-bold">
                  {night.event.name}
                </span>
                <span className="block truncate text-12 text-sol first-letter:uppercase">
                  {momentWords(night.event)}
                </span>
              </span>
              <span className="shrink-0 text-14 text-humo">{ticketsWords(night)}</span>
              <ChevronRight size={18} className="shrink-0 text-humo" />
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < nights.length && (
        <Button tone="quiet" className="mt-2" onClick={() => setHasAll(true)}>
          Ver {nights.length - shown.length} noches más
        </Button>
      )}
    </>
  )
}
