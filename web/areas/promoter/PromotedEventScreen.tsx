import { MessageCircle, Ticket } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatDay, toLocalTime } from '#contract/values/dates.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { getReferralMetrics } from '#contract/promoters/promoter-desk.ts'
import { formatMoney } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { stateBadge } from '#web/features/events/event-state.ts'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { QrCode } from '#web/features/tickets/QrCode.tsx'
import {
  boundWords,
  commissionWords,
  limitWords,
  promoStateOf,
  promoStates,
} from '#web/features/promoters/promo-words.ts'
import { cashStat } from '#web/features/promoters/settlement-words.ts'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { CopyButton } from '#web/ui/data/CopyButton.tsx'
import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { IssueButtons } from './tickets/IssueButtons.tsx'

type Referral = Answer<typeof getReferralMetrics>

/** `/rrpp/eventos/:id`: a promoter's money, code, link and what they brought to one event. */
function PromotedEventScreen() {
  const { id = '' } = useParams()
  const read = useQuery(endpointQuery(getReferralMetrics, { params: { id }, query: {} }, { fresh: true }))
  usePageTitle(read.data?.event.name ?? 'Tu evento')
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <BackLink to={paths.promoterEvents()}>Tus eventos</BackLink>
      <Loaded
        read={read}
        label="Cargando el evento"
        skeleton="h-96"
        missing={
          <EmptyState
            title="No vendés este evento"
            action={<ScreenButton to={paths.promoterEvents()}>Ver tus eventos</ScreenButton>}
          >
            Puede que ya no seas RRPP de este evento, o que el enlace esté mal.
          </EmptyState>
        }
      >
        {(referral) => (
          <>
            <Head event={referral.event} />
            {isApiFailure(read.error, 'event_not_found', 'forbidden') && (
              <Notice tone="danger">
                Ya no sos RRPP de este evento. Tu sesión sigue, y lo que se te debe también.
              </Notice>
            )}
            <Money referral={referral} />
            <Link referral={referral} />
            <Brought referral={referral} />
            <Grant referral={referral} />
            <ScreenButton tone="secondary" to={paths.promoterTickets(id)}>
              <Ticket size={20} /> Ver lo que diste y vendiste
            </ScreenButton>
            <IssueButtons eventId={id} promo={referral.promo} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Head({ event }: Pick<Referral, 'event'>) {
  const { tone, one } = stateBadge(event)
  return (
    <header className="flex items-center gap-4">
      <div className="aspect-4/5 w-20 shrink-0 overflow-hidden rounded-card">
        <Flyer image={event.flyer} alt="" sizes="80px" />
      </div>
      <div className="min-w-0">
        <h1 className="display text-28 wrap-anywhere">{event.name}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sol">
          {event.startDate ? `${formatDay(event.startDate)}, ${toLocalTime(event.startDate)}` : 'Sin fecha'}
          {event.state !== 'active' && <Badge tone={tone}>{one}</Badge>}
        </p>
      </div>
    </header>
  )
}

function Money({ referral: { metrics, promo } }: { referral: Referral }) {
  const { earnedCents, cashCents } = metrics
  const hasCash = promo.canSellInPerson || cashCents !== 0
  if (promo.commission === null && earnedCents === 0 && !hasCash) return null
  return (
    <Stats label="Tu dinero" narrow>
      <Stat
        label="Ganaste"
        definition="Tu comisión, menos la de lo que se devolvió. Se confirma 48 horas después del evento."
        value={formatMoney(earnedCents)}
        note={[promo.commission && commissionWords(promo.commission, 'promoter'), ...paymentWords(metrics)]
          .filter(Boolean)
          .join(' · ')}
      />
      {hasCash && (
        <Stat
          {...cashStat(cashCents)}
          note={promo.debtLimitCents === null ? 'sin tope' : `de ${formatMoney(promo.debtLimitCents)} de tope`}
        />
      )}
    </Stats>
  )
}

/** What of a commission was paid, is owed or waits to be confirmed. */
function paymentWords({ earnedCents, confirmedCents, owedCents, paidCents, confirmsAt }: Referral['metrics']) {
  return [
    paidCents !== 0 && `ya cobraste ${formatMoney(paidCents)}`,
    owedCents > 0 && `te deben ${formatMoney(owedCents)}`,
    owedCents < 0 && `te pagaron ${formatMoney(-owedCents)} de más`,
    confirmedCents !== earnedCents && confirmsAt !== null && `se confirma el ${formatDay(confirmsAt)}`,
  ]
}

/** What is sent by WhatsApp with the link. */
function invitation({ event, referralUrl }: Pick<Referral, 'event' | 'referralUrl'>): string {
  const when = event.startDate ? `, ${formatDay(event.startDate)} ${toLocalTime(event.startDate)}` : ''
  return `${event.name}${when}. Sacá tu entrada acá: ${referralUrl}`
}

function Link({ referral }: { referral: Referral }) {
  const { referralCode, referralUrl, event, promo } = referral
  // Who gives and sells by hand has that as the act of the screen.
  const canIssue = promo.maxUses > 0 || promo.canSellInPerson
  return (
    <Section card title="Tu código" look="eyebrow">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-1 basis-36">
          <p className="display text-22 whitespace-nowrap text-celeste sm:text-34">{referralCode}</p>
          <p className="mt-2 text-14 wrap-anywhere text-humo">{referralUrl}</p>
        </div>
        <QrCode
          text={referralUrl}
          label={`QR de tu enlace de ${event.name}`}
          className="aspect-square w-28 shrink-0 rounded-card"
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <LinkButton
          tone={canIssue ? 'secondary' : 'primary'}
          href={`https://wa.me/?text=${encodeURIComponent(invitation(referral))}`}
          target="_blank"
          rel="noreferrer"
        >
          <MessageCircle size={20} /> Compartir
        </LinkButton>
        <CopyButton
          text={referralUrl}
          label="Copiar enlace"
          copied="Copiamos el enlace"
          denied="No pudimos copiarlo: copialo a mano"
        />
      </div>
      <p className="text-14 text-humo">
        Quien entra por tu enlace y compra en los siete días siguientes cuenta para vos.
      </p>
    </Section>
  )
}

function Brought({ referral: { metrics } }: { referral: Referral }) {
  const { visits, orders, bought, courtesies, inPerson, arrived, noShows, tickets } = metrics
  const steps = [
    { label: 'Abrieron tu enlace', value: visits, tone: 'humo' },
    { label: 'Compras', value: orders, tone: 'celeste' },
    { label: 'Entradas compradas', value: bought, tone: 'celeste' },
    { label: 'Vendidas en persona', value: inPerson, tone: 'sol' },
    { label: 'Cortesías', value: courtesies, tone: 'humo' },
    { label: 'Ya entraron', value: arrived, tone: 'yerba' },
  ] as const
  const max = Math.max(1, ...steps.map(({ value }) => value))
  return (
    <Section card title="Lo que trajiste" look="eyebrow">
      <ul className="flex flex-col gap-3">
        {steps.map(({ label, value, tone }) => (
          <li key={label} className="grid grid-cols-[9.5rem_minmax(0,1fr)_auto] items-center gap-3 text-14">
            <span className="text-humo">{label}</span>
            <ProgressBar label={label} value={value} max={max} tone={tone} />
            <span className="min-w-10 text-right font-bold">{grouped(value)}</span>
          </li>
        ))}
      </ul>
      {noShows !== null && tickets > 0 && (
        <p className="text-14 text-humo">{counted(noShows, 'persona no vino', 'personas no vinieron')}.</p>
      )}
      {metrics.refundedCents > 0 && (
        <p className="text-14 text-humo">
          De {formatMoney(metrics.grossCents)} que se pagaron por lo que vendiste, se devolvieron{' '}
          {formatMoney(metrics.refundedCents)}.
        </p>
      )}
    </Section>
  )
}

function Grant({ referral: { promo, courtesyAvailability } }: { referral: Referral }) {
  const { remainingUses, maxUses } = promo
  const state = promoStateOf(promo)
  if (state === 'none') {
    return (
      <Section
        card
        title="Por ahora tenés solo tu enlace"
        hint="Quien organiza puede darte cortesías, o dejarte vender en persona."
      />
    )
  }
  const isUsedUp = maxUses > 0 && remainingUses === 0
  const bound = state === 'open' && remainingUses > 0 && boundWords(courtesyAvailability)
  const remain = remainingUses === 1 ? 'queda' : 'quedan'
  if (bound && courtesyAvailability.actualAvailableCourtesies === 0) {
    return (
      <Section card title={bound.replace(/\.$/, '')} hint={limitWords(promo)}>
        <p className="text-14 text-humo">
          De las tuyas te {remain} {grouped(remainingUses)}, que por ahora no podés dar.
        </p>
      </Section>
    )
  }
  return (
    <Section
      card
      title={
        maxUses === 0
          ? 'Podés vender en persona'
          : isUsedUp
            ? 'No te quedan cortesías'
            : `Te ${remain} ${counted(remainingUses, 'cortesía', 'cortesías')}`
      }
      hint={limitWords(promo)}
      action={(state !== 'open' || !isUsedUp) && <Badge tone={promoStates[state].tone}>{promoStates[state].one}</Badge>}
    >
      {bound && <p className="text-14 text-sol">{bound}</p>}
    </Section>
  )
}

export { PromotedEventScreen as Component }
