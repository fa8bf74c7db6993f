import { ReceiptText } from 'lucide-react'
import type { Answer } from '#contract/api/endpoint.ts'
import { paths } from '#contract/api/paths.ts'
import { exportSettlement, exportSettlementSheet, type getSettlement } from '#contract/companies/settlement.ts'
import { useSession } from '#web/api/session.ts'
import { ExportButton } from '#web/features/lists/ExportButton.tsx'
import { ListFilters } from '#web/features/lists/ListFilters.tsx'
import { ListView } from '#web/features/lists/ListView.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { useList, type UsedList } from '#web/features/lists/use-list.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { settlementColumns } from './settlement-columns.tsx'
import { settlement } from './settlement-list.ts'
import { SettlementFigures } from './SettlementFigures.tsx'
import { periodWords } from './settlement-words.ts'
import { useEventChoices } from '#web/features/events/event-choices.ts'

export const { loader } = settlement

/** `/organizador/liquidaciones`: what was sold, what is kept of it, when it is paid, and why it is that much. */
function SettlementScreen() {
  const list = useList(settlement, { enabled: useSession() !== null })
  const events = useEventChoices()
  const { answer, query, input, isFiltered } = list
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
                input={input}
              />
              <ExportButton file={{ endpoint: exportSettlement, name: 'liquidacion' }} input={input} />
            </div>
          )
        }
      />
      {(hasMoved || isFiltered) && (
        <div role="search" aria-label="Elegir período y evento" className="mb-4">
          <ListFilters list={list} label="Otras fechas o un evento" choices={{ eventId: events }} isTable />
        </div>
      )}
      {(hasMoved || (!answer && !list.failure)) && <SettlementFigures answer={answer} isStale={list.isStale} />}
      <ListView
        list={list}
        filters={null}
        noun={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
        failure="No pudimos leer tu liquidación"
        empty={
          isFiltered
            ? {
                icon: ReceiptText,
                title: 'No se movió plata en estas fechas',
                children: 'Ni ventas ni devoluciones. Probá con otro período o con otro evento.',
                action: <Button onClick={list.clear}>Ver todo</Button>,
              }
            : {
                icon: ReceiptText,
                title: 'Todavía no vendiste entradas pagas',
                children: 'Con la primera venta vas a ver acá cuánto pagó la gente, qué se descontó y cuánto te queda.',
                action: <ScreenButton to={paths.organizerEvents()}>Ir a tus eventos</ScreenButton>,
              }
        }
        caption="Por evento"
        dense
        columns={settlementColumns(answer?.totals)}
      />
    </>
  )
}

/** Of one event its name, and of which days if not of all. */
function titleOf(
  query: UsedList<typeof getSettlement, unknown>['query'],
  answer: Answer<typeof getSettlement> | undefined,
): string {
  const only = query.eventId === undefined ? undefined : answer?.events[0]
  if (!only) return periodWords(query)
  return query.from === undefined && query.until === undefined ? only.name : `${only.name}: ${periodWords(query)}`
}

export { SettlementScreen as Component }
