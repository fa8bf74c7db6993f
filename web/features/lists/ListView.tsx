import { useState, type ReactNode } from 'react'
import type { Answer, EndpointSpec } from '#contract/endpoint.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { EmptyState, type EmptyStateProps } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Pagination } from '#web/ui/data/Pagination.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { SkeletonRows } from '#web/ui/data/SkeletonRows.tsx'
import { Table, type Column } from '#web/ui/data/Table.tsx'
import type { ListQuery, SortKey } from './define-list.ts'
import { ExportButton } from './ExportButton.tsx'
import { FilterSummary } from './FilterSummary.tsx'
import { ListFilters, type GivenChoices } from './ListFilters.tsx'
import type { UsedList } from './use-list.ts'

export type ListColumn<Spec extends EndpointSpec, Row> = Column<Row, SortKey<Spec>>

interface ListViewProps<Spec extends EndpointSpec, Row> {
  list: UsedList<Spec>
  rows: (answer: Answer<Spec>) => readonly Row[]
  rowKey: (row: Row) => string
  /** How its rows are counted: «Ninguna solicitud», «1 solicitud», «2 solicitudes». */
  noun: { readonly none: string; readonly one: string; readonly many: string }
  /** What it is for, when there is nothing at all. */
  empty: EmptyStateProps
  /** Where to look when nothing passes the filters. */
  nothing?: string
  /** What is said when it could not be read and the server does not say why. */
  failure?: string
  /** Rows of the choices that the screen gives, by the filter's name in the query. */
  choices?: GivenChoices
  /** A table, whose title and columns these are; without them `children` draws the rows. */
  caption?: string
  columns?: readonly ListColumn<Spec, Row>[]
  /** Its rows are many figures (`Table`). */
  dense?: boolean
  children?: (rows: readonly Row[]) => ReactNode
  /** In place of the controls that the definition tells of; null draws none, nor their count. */
  filters?: ReactNode
  /** Shaped like the rows, while they come. */
  skeleton?: ReactNode
  /** Rows can be ticked; what may then be done with all of them. */
  selection?: {
    readonly label: (row: Row) => string
    readonly acts: (selected: readonly Row[], clear: () => void) => ReactNode
  }
}

/**
 * A list whole: its filters and what they leave, the four faces, the rows (older ones dimmed until the new ones come), what was
 * read before beside an error, and the pages.
 */
export function ListView<Spec extends EndpointSpec, Row>(props: ListViewProps<Spec, Row>) {
  const { list, noun, empty, nothing, failure, choices, filters, skeleton } = props
  const { answer, isFiltered } = list
  const rows = answer && props.rows(answer)
  const total = answer?.pagination.total
  // Where no filter is drawn there is none to take back.
  const isNarrowed = isFiltered && filters !== null
  const hasNothing = total === 0 && !isNarrowed && !list.isOld
  // What is wrong with a filter is told by the filter, which the address may hold without a screen having let it be typed.
  const [problem] = isApiFailure(list.failure, 'invalid_input') ? list.failure.fieldProblems : []
  const message = list.failure && (problem?.message ?? failureMessage(list.failure, failure))
  return (
    <>
      {!hasNothing && filters !== null && (
        <div {...(!filters && { role: 'search', 'aria-label': `Filtrar ${noun.many}` })} className="mb-4">
          {filters ?? (
            <ListFilters
              list={list}
              label={`Filtros de ${noun.many}`}
              choices={choices}
              isTable={Boolean(props.columns)}
            />
          )}
          <FilterSummary
            total={total}
            isCapped={answer?.pagination.isTotalCapped}
            words={noun}
            isFiltered={isNarrowed}
            onClear={list.clear}
          >
            {list.list.file && total !== undefined && total > 0 && (
              <ExportButton file={list.list.file} input={list.input} />
            )}
          </FilterSummary>
        </div>
      )}
      {!answer && !message && !skeleton && <SkeletonRows label={`Cargando ${noun.many}`} rows={6} picture="square" />}
      {!answer && !message && skeleton && (
        <div role="status" aria-label={`Cargando ${noun.many}`}>
          {skeleton}
        </div>
      )}
      {message && !answer && <ErrorState message={message} onRetry={list.retry} retrying={list.isFetching} />}
      {message && answer && (
        <div className="mb-4 flex flex-wrap items-center gap-4">
          <Problem message={`${message} Lo que ves es de antes.`} />
          <Button tone="secondary" size="s" busy={list.isFetching} onClick={list.retry}>
            Reintentar
          </Button>
        </div>
      )}
      {hasNothing && <EmptyState {...empty} />}
      {total === 0 && !hasNothing && (
        <EmptyState title={`${noun.none} así`} action={<Button onClick={list.clear}>Sacar filtros</Button>}>
          {nothing ?? 'Probá con otros filtros.'}
        </EmptyState>
      )}
      {rows?.length === 0 && total !== undefined && total > 0 && !list.isOld && (
        <EmptyState
          title="La lista cambió mientras la mirabas"
          action={
            <Button busy={list.isFetching} onClick={list.retry}>
              Actualizar
            </Button>
          }
        />
      )}
      {rows && rows.length > 0 && <Rows {...props} shown={rows} />}
    </>
  )
}

function Rows<Spec extends EndpointSpec, Row>(props: ListViewProps<Spec, Row> & { shown: readonly Row[] }) {
  const { list, shown, rowKey, noun, caption = '', columns, dense, children, selection } = props
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const { answer, order } = list
  const { sizes } = list.list
  // Only what is in sight is chosen: nothing is done to rows of a page that nobody sees any more.
  const chosen = shown.filter((row) => ticked.has(rowKey(row)))
  return (
    <div aria-busy={list.isOld} className={classes('transition-opacity', list.isOld && 'opacity-60')}>
      {selection && chosen.length > 0 && (
        <div
          role="group"
          aria-label="Con lo elegido"
          className="sticky top-2 z-20 mb-3 flex flex-wrap items-center gap-3 rounded-card border border-celeste bg-tinta px-4 py-2"
        >
          <p className="mr-auto text-14" role="status">
            Elegiste {chosen.length}
          </p>
          {selection.acts(chosen, () => setTicked(new Set()))}
          <Button tone="quiet" size="s" onClick={() => setTicked(new Set())}>
            Soltar
          </Button>
        </div>
      )}
      {columns ? (
        <Card className="max-md:border-0 max-md:bg-transparent">
          <Table
            caption={caption}
            columns={columns}
            rows={shown}
            rowKey={rowKey}
            sort={order}
            onSort={({ sort, order: next }) => list.change({ sort, order: next } as unknown as ListQuery<Spec>)} // its own sort keys
            dense={dense}
            selection={selection && { label: selection.label, selected: ticked, onChange: setTicked }}
          />
        </Card>
      ) : (
        children?.(shown)
      )}
      {answer && (
        <Pagination
          page={answer.pagination.page}
          totalPages={answer.pagination.totalPages}
          label={noun.many}
          onPage={list.turnTo}
          size={
            sizes && {
              of: sizes,
              now: answer.pagination.limit,
              onChange: (limit) => list.change({ limit } as unknown as ListQuery<Spec>), // every paged endpoint takes it
            }
          }
        />
      )}
    </div>
  )
}
