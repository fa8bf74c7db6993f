import { Ticket } from 'lucide-react'
import { useParams } from 'react-router'
import { cancelIssuedTicket } from '#contract/sales/box-office-promoters.ts'
import type { PromoterSummary, PromoterTicket } from '#contract/sales/ticket-desk-promoters.ts'
import { resendTicket } from '#contract/sales/tickets.ts'
import { paths } from '#contract/api/paths.ts'
import { figures } from '#contract/values/figures.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { useWhatsapp } from '#web/features/delivery-channels/delivery-channels.ts'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { actions, moment, state, text, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { ticketStates } from '#web/features/refunds/refund-words.ts'
import { deliveryWords, ticketKinds } from '#web/features/tickets/issued-words.ts'
import { grouped } from '#contract/values/numbers.ts'
import { showPhone } from '#web/lib/phone.ts'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { IssueButtons } from './IssueButtons.tsx'
import { promoterTickets } from './ticket-list.ts'

const TITLE = 'Lo que diste y vendiste'

export const { loader } = promoterTickets

/** `/rrpp/eventos/:id/entradas`: what a promoter gave, sold and brought to one event, and what may be done with it. */
function PromoterTicketsScreen() {
  const list = useList(promoterTickets)
  const { id = '' } = useParams()
  const { answer } = list
  const event = answer?.tickets[0]?.event
  const channel: 'whatsapp' | 'mail' = useWhatsapp() ? 'whatsapp' : 'mail'
  const resending = useAct(resendTicket, {
    input: (ticket: PromoterTicket) => ({ body: { ticketId: ticket.id, channel } }),
    done: (_, { channel, to }) => `La reenviamos por ${channel === 'mail' ? 'mail' : 'WhatsApp'} a ${to}`,
  })
  const cancelling = useAct(cancelIssuedTicket, {
    input: (ticket: PromoterTicket) => ({ params: { ticketId: ticket.id }, body: {} }),
    title: ({ person }) => `¿Anular la cortesía de ${person.name}?`,
    description: 'No va a poder entrar y le avisamos. Recuperás la cortesía.',
    confirm: 'Anular',
    tone: 'danger',
    done: 'La anulaste',
  })
  const columns: Columns<typeof promoterTickets> = [
    twoLines(
      'Para quién',
      ({ person: { name, phone, mail } }) => ({ title: name, detail: [phone && showPhone(phone), mail] }),
      { sort: 'name' },
    ),
    state('Estado', ticketStates, ({ state, delivery }) => ({
      state,
      detail: state === 'valid' && delivery && deliveryWords(delivery),
    })),
    text('Entrada', ({ kind, how, type, price }) => ({
      text: type.name,
      detail: [how === 'referred' ? 'Por tu enlace' : ticketKinds[kind], price > 0 && formatMoney(toCents(price))],
    })),
    moment('Emitida', ({ createdAt }) => createdAt, { sort: 'createdAt' }),
    actions((row) => {
      const isOpen = row.how === 'issued' && row.state === 'valid'
      const of = `la entrada de ${row.person.name}`
      return {
        // What was handed on is its new holder's; a sale is cancelled by the organizer alone.
        buttons: isOpen &&
          row.isWithFirst && [
            { label: 'Reenviar', of, onSelect: () => void resending.run(row) },
            ...(row.kind === 'courtesy' ? [{ label: 'Anular', of, onSelect: () => cancelling.ask(row) }] : []),
          ],
      }
    }),
  ]
  return (
    <>
      <BackLink to={paths.promoterEvent(id)}>Tu evento</BackLink>
      <ListView
        list={list}
        header={{ eyebrow: event && <span className="wrap-anywhere">{event.name}</span>, title: TITLE }}
        noun={{ none: 'Ninguna entrada', one: 'entrada', many: 'entradas' }}
        empty={{
          icon: Ticket,
          title: 'Todavía no hay entradas tuyas',
          children: 'Acá ves las que das, las que vendés y las que se compran por tu enlace.',
        }}
        noMatchHint="Probá con otro estado u otro nombre."
        choices={{ type: (answer?.ticketTypes ?? []).map((type) => ({ value: type.id, label: type.name })) }}
        caption={TITLE}
        columns={columns}
        summary={<Counters summary={answer?.summary[0]} />}
      />
      {answer?.promo && <IssueButtons eventId={id} promo={answer.promo} />}
      {cancelling.dialog}
    </>
  )
}

function Counters({ summary }: { summary: PromoterSummary | undefined }) {
  if (!summary) return null
  return (
    <div className="mb-5">
      <Stats label={`${TITLE}, en números`} narrow>
        <Stat {...figures.courtesies} value={grouped(summary.courtesies)} />
        <Stat label="Vendidas en persona" value={grouped(summary.sold)} />
        <Stat label="Por tu enlace" value={grouped(summary.referred)} />
        <Stat {...figures.admitted} value={grouped(summary.admitted)} />
      </Stats>
    </div>
  )
}

export { PromoterTicketsScreen as Component }
