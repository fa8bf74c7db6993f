import type { LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { BottomBar } from '#web/ui/overlays/BottomBar.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { PageHeader, type PageHeaderProps } from '#web/ui/base/PageHeader.tsx'
import { Pagination } from '#web/ui/data/Pagination.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { SkeletonRows } from '#web/ui/data/SkeletonRows.tsx'
import { Table } from '#web/ui/data/Table.tsx'
import type { ListColumn } from './columns.tsx'
import { CreateButton, type CreateAct } from './CreateButton.tsx'
import { Dimmed } from './Dimmed.tsx'
import { FileButtons } from './ExportButton.tsx'
import { FilterSummary } from './FilterSummary.tsx'
import { ListFilters, type GivenChoices } from './ListFilters.tsx'
import type { UsedList } from './use-list.ts'

interface ListViewProps<Spec extends EndpointSpec, Row> {
  list: UsedList<Spec, Row>
  /** The title of the screen, if the list is all that it has. */
  header?: PageHeaderProps
  /** Creates a row: in the header, at a phone's thumb, and in the empty face. */
  create?: CreateAct | false | null | undefined
  /** Changes the rows before they are shown: what was sent and is not read again yet. */
  shown?: (rows: readonly Row[]) => readonly Row[]
  /** How its rows are counted: «Ninguna solicitud», «1 solicitud», «2 solicitudes». */
  noun: { readonly none: string; readonly one: string; readonly many: string }
  /** Shown when the unfiltered list is empty. */
  empty: {
    readonly icon?: LucideIcon
    readonly title: string
    readonly children?: ReactNode
    readonly action?: ReactNode
  }
  /** Where to look when nothing passes the filters. */
  noMatchHint?: string
  /** The error if the server does not give one. */
  failure?: string
  /** Rows of the choices that the screen gives, by the filter's name in the query. */
  choices?: GivenChoices
  /** The title and columns of a table; without them `children` draws the rows. */
  caption?: string
  columns?: readonly ListColumn<Spec, Row>[]
  /** Its rows are many figures (`Table`). */
  dense?: boolean
  children?: (rows: readonly Row[]) => ReactNode
  /** In place of the defined controls; null draws none, nor their count. */
  filters?: ReactNode
  /** Above the filters, while there are rows or none pass the filters. */
  summary?: ReactNode
  /** Shaped like the rows, while they are on their way. */
  skeleton?: ReactNode
  /** Rows can be ticked; what may then be done with all of them. */
  selection?: {
    readonly label: (row: Row) => string
    /** All rows without it. */
    readonly canSelect?: (row: Row) => boolean
    readonly acts: (selected: readonly Row[], clear: () => void) => ReactNode
  }
}

/**
 * A whole list: its title and create button, its filters and their count, the four faces, the rows (dimmed until newer ones
 * come), an error above what was read before, and the pages.
 */
export function ListView<Spec extends EndpointSpec, Row>(props: ListViewProps<Spec, Row>) {
  const { list, header, create, noun, empty, noMatchHint, failure, choices, filters, summary, skeleton } = props
  const { answer, isFiltered, pages } = list
  const rows = list.rows && (props.shown?.(list.rows) ?? list.rows)
  const total = pages?.total
  // Without drawn filters there is none to remove.
  const isNarrowed = isFiltered && filters !== null
  const hasNothing = total === 0 && !isNarrowed && !list.isStale
  // The address may hold a filter that no control accepts: its own message says why.
  const [problem] = isApiFailure(list.failure, 'invalid_input') ? list.failure.fieldProblems : []
  const message = list.failure && (problem?.message ?? failureMessage(list.failure, failure))
  const createButton = create && (
    <div className="max-md:hidden">
      <CreateButton act={create} />
    </div>
  )
  const { icon: EmptyIcon } = empty
  return (
    <>
      {header && <PageHeader action={createButton} {...header} />}
      {!header && createButton && !hasNothing && (
        <div className="mb-5 flex justify-end max-md:hidden">{createButton}</div>
      )}
      {!hasNothing && summary}
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
            isCapped={pages?.isTotalCapped}
            words={noun}
            isFiltered={isNarrowed}
            onClear={list.clear}
          >
            {list.list.file && total !== undefined && total > 0 && (
              <FileButtons file={list.list.file} input={list.input} />
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
          <Problem message={`${message} Estos datos pueden estar desactualizados.`} />
          <Button tone="secondary" size="s" busy={list.isFetching} onClick={list.retry}>
            Reintentar
          </Button>
        </div>
      )}
      {hasNothing && (
        <EmptyState action={createButton} {...empty} icon={EmptyIcon && <EmptyIcon className="size-10" />} />
      )}
      {total === 0 && !hasNothing && (
        <EmptyState
          title={`No hay ${noun.many} con esos filtros`}
          action={<Button onClick={list.clear}>Sacar filtros</Button>}
        >
          {noMatchHint ?? 'Probá con otros filtros.'}
        </EmptyState>
      )}
      {rows?.length === 0 && total !== undefined && total > 0 && !list.isStale && (
        <EmptyState
          title="La lista cambió mientras la mirabas"
          action={
            <Button busy={list.isFetching} onClick={list.retry}>
              Actualizar
            </Button>
          }
        />
      )}
      {rows && rows.length > 0 && <Rows {...props} rows={rows} />}
      {create && (
        <BottomBar className="md:hidden">
          <CreateButton act={create} wide />
        </BottomBar>
      )}
    </>
  )
}

function Rows<Spec extends EndpointSpec, Row>(props: ListViewProps<Spec, Row> & { rows: readonly Row[] }) {
  const { list, rows, noun, caption = '', columns, dense, children, selection } = props
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const { pages, order } = list
  const { sizes, rowKey, part } = list.list
  // Only rows in sight are chosen: nothing happens to rows of another page.
  const chosen = rows.filter((row) => ticked.has(rowKey(row)))
  return (
    <Dimmed isStale={list.isStale}>
      {selection && chosen.length > 0 && (
        <div
          role="group"
          aria-label="Acciones para la selección"
          className="sticky top-2 z-20 mb-3 flex flex-wrap items-center gap-3 rounded-card border border-celeste bg-tinta px-4 py-2"
        >
          <p className="mr-auto text-14" role="status">
            Elegiste {chosen.length}
          </p>
          {selection.acts(chosen, () => setTicked(new Set()))}
          <Button tone="quiet" size="s" onClick={() => setTicked(new Set())}>
            Quitar selección
          </Button>
        </div>
      )}
      {columns ? (
        <Card className="max-md:border-0 max-md:bg-transparent">
          <Table
            caption={caption}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            sort={order}
            onSort={({ sort, order: next }) => list.change(part({ sort, order: next }))}
            dense={dense}
            selection={
              selection && {
                label: selection.label,
                canSelect: selection.canSelect,
                selected: ticked,
                onChange: setTicked,
              }
            }
          />
        </Card>
      ) : (
        children?.(rows)
      )}
      {pages && (
        <Pagination
          page={pages.page}
          totalPages={pages.totalPages}
          label={noun.many}
          onPage={list.goToPage}
          size={
            sizes.length > 0
              ? { of: sizes, now: pages.limit, onChange: (limit) => list.change(part({ limit })) }
              : undefined
          }
        />
      )}
    </Dimmed>
  )
}
