import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { paths } from '#contract/api/paths.ts'
import { getOrders } from '#contract/sales/checkout.ts'
import { getMyTickets, resendTicket, type Ticket } from '#contract/sales/tickets.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { useWhatsapp } from '#web/features/delivery-channels/delivery-channels.ts'
import { useSentTo } from '#web/features/delivery-channels/sent-to.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { keepWallet, useKeepLinks, walletInput } from '#web/features/tickets/keep-wallet.ts'
import { useKept } from '#web/features/tickets/use-kept.ts'
import { useTransfer } from '#web/features/tickets/use-transfer.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { BoughtTickets } from './BoughtTickets.tsx'
import { boughtTitle } from './order-outcome.ts'
import PaidPurchase from './PaidPurchase.tsx'
import { useFirstLook } from './use-first-look.ts'

interface OwnPurchaseProps {
  publicId: string
  isFree: boolean
  /** In place of tickets, where none are theirs. */
  instead: ReactNode
  /** Under all else. */
  after: ReactNode
}

/** The tickets of an order that the person has just bought, signed in. */
export default function OwnPurchase({ publicId, isFree, instead, after }: OwnPurchaseProps) {
  const query = { purchase: publicId, when: 'all', limit: 100 } as const
  const { data, isPending } = useQuery(endpointQuery(getMyTickets, { query }, { fresh: true }))
  // Read along with the tickets, for what is shown under them.
  useQuery(endpointQuery(getOrders, { query: {} }, { fresh: true }))
  const isNew = useFirstLook(publicId, true)
  const transfer = useTransfer()
  const sent = useSentTo()
  const hasTickets = Boolean(data?.tickets.length)
  const isKept = useKept(getMyTickets, walletInput('upcoming'), hasTickets)
  useKeepLinks(data?.tickets)
  useEffect(() => {
    if (hasTickets) void keepWallet('upcoming')
  }, [hasTickets])
  if (isPending) {
    return (
      <Frame>
        <Skeleton label="Cargando tus entradas" className="mx-auto h-[32rem] max-w-[27rem] rounded-sheet" />
      </Frame>
    )
  }
  const tickets = data?.tickets ?? []
  const [first] = tickets
  return (
    <>
      {tickets.length === 0 ? (
        instead
      ) : (
        <Frame>
          <BoughtTickets
            tickets={tickets}
            title={isNew || !first ? boughtTitle({ isFree }, tickets.length) : first.event.name}
            isNew={isNew}
            isKept={isKept}
            sent={sent && `${tickets.length === 1 ? 'La mandamos' : 'Las mandamos'} ${sent}.`}
            actions={(ticket) => <SendAgain ticket={ticket} />}
            onTransfer={(ticket) => void transfer.ask(ticket)}
          >
            <ScreenButton wide tone="secondary" to={paths.clientDashboard()}>
              Ver mis entradas
            </ScreenButton>
            <PaidPurchase publicId={publicId} isFree={isFree} />
            {after}
          </BoughtTickets>
        </Frame>
      )}
      {transfer.dialog}
    </>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="column pt-20 pb-16">{children}</div>
}

const CHANNELS = { whatsapp: 'WhatsApp', mail: 'mail' } as const

/** To who holds it, once more. */
function SendAgain({ ticket }: { ticket: Ticket }) {
  const channel = useWhatsapp() === false ? 'mail' : 'whatsapp'
  const resend = useAct(resendTicket, {
    input: { body: { ticketId: ticket.id, channel } },
    done: (_, { channel: by, to }) => `La mandamos por ${CHANNELS[by]} a ${to}`,
    errorMessage: (error) => failureMessage(error, 'No pudimos mandarla'),
  })
  if (ticket.state !== 'valid') return null
  return (
    <Button
      tone="secondary"
      wide
      className="mt-3 print:hidden"
      busy={resend.isPending()}
      icon={<Mail size={18} />}
      onClick={() => void resend.run()}
    >
      Mandármela de nuevo
    </Button>
  )
}
