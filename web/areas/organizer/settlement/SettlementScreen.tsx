import { ChevronDown, Landmark, ReceiptText, SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#contract/dates.ts'
import type { Answer } from '#contract/endpoint.ts'
import { formatExactCents } from '#contract/exact-money.ts'
import { paths } from '#contract/paths.ts'
import {
  exportSettlement,
  exportSettlementSheet,
  type getSettlement,
  type SettlementControl,
  type SettlementFigures,
  type SettlementRow,
} from '#contract/settlement.ts'
import { currentSession, useSession } from '#web/api/session.ts'
import { ExportButton } from '#web/features/lists/ExportButton.tsx'
import { FilterChips } from '#web/features/lists/FilterChips.tsx'
import { ListView, type ListColumn } from '#web/features/lists/ListView.tsx'
import { useList, type UsedList } from '#web/features/lists/use-list.ts'
import { today } from '#web/lib/clock.ts'
import { counted, grouped } from '#web/lib/numbers.ts'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { ChoiceField } from '#web/ui/fields/ChoiceField.tsx'
import { DateRangeField } from '#web/ui/fields/DateRangeField.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Fall } from '#web/ui/data/Fall.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { settlement } from './settlement-list.ts'
import {
  controlWords,
  elsewhereWords,
  fallSteps,
  figureWords,
  keptOfHundred,
  monthOf,
  periodWords,
  releasedWords,
  toReleaseWords,
} from './settlement-words.ts'
import { useEventChoices } from '../events/use-event-choices.ts'
import { usePerson } from '#web/shell/session/use-person.ts'

type Settlement = Answer<typeof getSettlement>

export const loader: typeof settlement.loader = (navigation) =>
  currentSession()?.user.companyId ? settlement.loader(navigation) : null

/** `/organizador/liquidaciones`: what was sold, what is kept of it, when it is paid, and why it is that much. */
function SettlementScreen() {
  const session = useSession()
  const companyId = usePerson()?.companyId
  if (companyId) return <OfCompany isSignedIn={session !== null} />
  return (
    <>
      <PageHeader eyebrow="Organizador" title="Liquidaciones" />
      <EmptyState icon={<Landmark aria-hidden="true" className="size-10" />} title="Todavía no tenés una organización">
        Acá vas a ver lo que vendió tu organización y lo que le queda.
      </EmptyState>
    </>
  )
}

function OfCompany({ isSignedIn }: { isSignedIn: boolean }) {
  const list = useList(settlement, { enabled: isSignedIn })
  const { answer, query, isFiltered } = list
  const hasMoved = answer !== undefined && answer.pagination.total > 0
  return (
    <>
      <PageHeader
        eyebrow="Liquidaciones"
        title={titleOf(query, answer)}
        action={
          hasMoved && (
            <div className="flex flex-wrap gap-2">
              <ExportButton
                file={{ endpoint: exportSettlementSheet, name: 'liquidacion', format: 'xlsx' }}
                input={list.input}
              />
              <ExportButton file={{ endpoint: exportSettlement, name: 'liquidacion' }} input={list.input} />
            </div>
          )
        }
      />
      {(hasMoved || isFiltered) && <Narrow list={list} />}
      {(hasMoved || (!answer && !list.failure)) && <Figures answer={answer} isOld={list.isOld} />}
      <ListView
        list={list}
        filters={null}
        rows={({ events }) => events}
        rowKey={({ id }) => id}
        noun={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
        failure="No pudimos leer tu liquidación"
        empty={
          isFiltered
            ? {
                icon: <ReceiptText aria-hidden="true" className="size-10" />,
                title: 'No se movió plata en estas fechas',
                children: 'Ni ventas ni devoluciones. Probá con otro período o con otro evento.',
                action: <Button onClick={list.clear}>Ver todo</Button>,
              }
            : {
                icon: <ReceiptText aria-hidden="true" className="size-10" />,
                title: 'Todavía no vendiste entradas pagas',
                children: 'Con la primera venta vas a ver acá cuánto pagó la gente, qué se descontó y cuánto te queda.',
                action: (
                  <LinkButton asChild>
                    <Link to={paths.organizerEvents()}>Ir a tus eventos</Link>
                  </LinkButton>
                ),
              }
        }
        caption="Por evento"
        dense
        columns={columns(answer?.totals)}
      />
    </>
  )
}

/** Of one event its name, and of which days if not of all. */
function titleOf(query: UsedList<typeof getSettlement>['query'], answer: Settlement | undefined): string {
  const only = query.eventId === undefined ? undefined : answer?.events[0]
  if (!only) return periodWords(query)
  return query.from === undefined && query.until === undefined ? only.name : `${only.name}: ${periodWords(query)}`
}

/** Months in one line; other days, or one event, behind a button. */
function Narrow({ list }: { list: UsedList<typeof getSettlement> }) {
  const { query, href, change } = list
  const [thisMonth, lastMonth] = [monthOf(today()), monthOf(today(), 1)]
  const isPeriod = ({ from, until }: { from?: string; until?: string }) => query.from === from && query.until === until
  const isCustom = !isPeriod({}) && !isPeriod(thisMonth) && !isPeriod(lastMonth)
  const [isOpen, setOpen] = useState(isCustom || query.eventId !== undefined)
  const id = useId()
  const chip = (label: string, { from, until }: { from?: string; until?: string }) => ({
    label,
    to: href({ from, until }),
    isChosen: isPeriod({ ...(from && { from }), ...(until && { until }) }),
  })
  return (
    <div role="search" aria-label="Elegir período y evento" className="mb-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <FilterChips
          label="Período"
          choices={[chip('Todo', {}), chip(thisMonth.name, thisMonth), chip(lastMonth.name, lastMonth)]}
        />
        <Button
          tone="quiet"
          size="s"
          icon={<SlidersHorizontal aria-hidden="true" size={16} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Otras fechas o un evento
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="pb-2">
        <OtherPeriod query={query} onChange={change} />
      </div>
    </div>
  )
}

function OtherPeriod({
  query,
  onChange,
}: {
  query: UsedList<typeof getSettlement>['query']
  onChange: UsedList<typeof getSettlement>['change']
}) {
  const events = useEventChoices()
  return (
    <div className="grid gap-4 lg:grid-cols-[2fr_1fr] lg:items-end">
      <DateRangeField
        label="Días"
        value={{ from: query.from ?? '', to: query.until ?? '' }}
        onChange={({ from, to }) => onChange({ from: from || undefined, until: to || undefined })}
      />
      <ChoiceField
        label="Evento"
        placeholder="Todos los eventos"
        options={events}
        value={query.eventId ?? ''}
        onChange={(eventId) => onChange({ eventId: eventId || undefined })}
      />
    </div>
  )
}

function Figures({ answer, isOld }: { answer: Settlement | undefined; isOld: boolean }) {
  return (
    <div aria-busy={isOld} className={isOld ? 'mb-4 opacity-60 transition-opacity' : 'mb-4 transition-opacity'}>
      <Card asChild className="p-5 md:p-6">
        <section aria-label="De lo que pagó la gente a lo que te queda">
          <div className="mb-6">
            <h2 className="text-16 font-bold">De lo que pagó la gente a lo que te queda</h2>
            {answer && <Sum totals={answer.totals} />}
          </div>
          {answer ? (
            <Fall label="De lo pagado a lo que te queda" steps={fallSteps(answer.totals)} write={formatExactCents} />
          ) : (
            <div role="status" aria-label="Cargando tu liquidación">
              <Skeleton className="h-64" />
            </div>
          )}
          <details className="group mt-6 border-t border-linea pt-2">
            <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 text-14 font-semibold">
              De dónde sale cada número
              <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
            </summary>
            <dl className="mt-1 grid gap-3 text-14 md:grid-cols-2 md:gap-x-8">
              {figureWords.map(([name, words]) => (
                <div key={name}>
                  <dt className="font-semibold">{name}</dt>
                  <dd className="text-humo">{words}</dd>
                </div>
              ))}
            </dl>
          </details>
        </section>
      </Card>
      <div className="mt-3.5">
        <Stats label="Cuándo la tenés">
          {answer ? (
            <>
              <Stat {...releasedWords(answer.release)} />
              <Stat {...toReleaseWords(answer.release)} />
              <Control control={answer.control} />
            </>
          ) : (
            ['Ya en tu Mercado Pago', 'Por liberarse', 'Control con Mercado Pago'].map((label) => (
              <Stat key={label} label={label} value={undefined} />
            ))
          )}
        </Stats>
        {answer && <Elsewhere words={elsewhereWords(answer.release)} />}
      </div>
    </div>
  )
}

/** `1.208 compras. Te quedan $83,64 de cada $100 pagados.` */
function Sum({ totals }: { totals: SettlementFigures }) {
  const { sales } = totals
  if (sales === 0) return null
  const kept = keptOfHundred(totals)
  return (
    <p className="mt-1 text-14 text-humo">
      {counted(sales, 'compra', 'compras')}
      {kept && `. ${kept}`}.
    </p>
  )
}

function Elsewhere({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <div className="mt-3.5 flex flex-col gap-2">
      {words.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
    </div>
  )
}

const tones = { yerba: 'text-yerba', sol: 'text-sol' }

function Control({ control }: { control: SettlementControl }) {
  const { value, ...words } = controlWords(control)
  return <Stat {...words} value={<span className={words.tone && tones[words.tone]}>{value}</span>} />
}

/** What was charged stands together; which was whose is above and in the files. Costs that nobody has are no column. */
function columns(totals: SettlementFigures | undefined): ListColumn<typeof getSettlement, SettlementRow>[] {
  type Money = Exclude<keyof SettlementFigures, 'sales' | 'tickets'>
  const chargesOf = ({ platformCents, providerCents }: SettlementFigures) =>
    formatExactCents(platformCents + providerCents)
  const money = (key: Money, header: string, more: Partial<ListColumn<typeof getSettlement, SettlementRow>> = {}) => ({
    key,
    header,
    align: 'right' as const,
    cell: (row: SettlementRow) => (
      <span className={key === 'paidCents' ? undefined : 'text-humo'}>{formatExactCents(row[key])}</span>
    ),
    total: totals && formatExactCents(totals[key]),
    ...more,
  })
  const some = (key: Money, header: string) => (totals && totals[key] !== 0 ? [money(key, header)] : [])
  return [
    {
      key: 'event',
      header: 'Evento',
      sort: 'name',
      isTitle: true,
      cell: ({ id, name, startDate }) => (
        <span className="flex flex-col">
          <Link
            to={paths.eventSummary(id)}
            className="relative block wrap-anywhere text-papel no-underline before:absolute before:-inset-y-3 before:right-0 before:left-0 hover:text-celeste hover:underline"
          >
            <Breakable>{name}</Breakable>
          </Link>
          {startDate && <span className="text-14 font-normal text-humo">{formatDay(startDate)}</span>}
        </span>
      ),
      total: 'Total',
    },
    {
      key: 'tickets',
      header: 'Entradas',
      align: 'right',
      cell: ({ tickets }) => grouped(tickets),
      total: totals && grouped(totals.tickets),
    },
    money('paidCents', 'Pagado', { sort: 'paid' }),
    money('refundedCents', 'Devuelto'),
    {
      key: 'charges',
      header: 'Cargos',
      align: 'right',
      cell: (row) => <span className="text-humo">{chargesOf(row)}</span>,
      total: totals && chargesOf(totals),
    },
    money('commissionCents', 'RRPP'),
    ...some('costCents', 'Costos'),
    {
      ...money('keptCents', 'Te queda', { sort: 'kept' }),
      cell: ({ keptCents }) => <b>{formatExactCents(keptCents)}</b>,
    },
  ]
}

export { SettlementScreen as Component }
