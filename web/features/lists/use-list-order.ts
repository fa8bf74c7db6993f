import type { EndpointSpec } from '#contract/api/endpoint.ts'
import type { Column } from '#web/ui/data/Table.tsx'
import { order } from './columns.tsx'
import type { SortKey } from './define-list.ts'
import { useRowOrder } from './row-controls.tsx'
import type { UsedList } from './use-list.ts'

interface ListOrderOptions<Spec extends EndpointSpec, Row> {
  /** The order that people make; rows cannot be moved in another, nor between filtered ones. */
  readonly by: SortKey<Spec>
  readonly nameOf: (row: Row) => string
  /** Sends the new place of a row, counted from 1 over all pages. */
  readonly save: (row: Row, position: number) => Promise<unknown>
}

/** A list that people put in order: `shown` is for `ListView`, `columns` begins the columns of its table. */
export function useListOrder<Spec extends EndpointSpec, Row>(
  list: UsedList<Spec, Row>,
  { by, nameOf, save }: ListOrderOptions<Spec, Row>,
) {
  const before = list.pages ? (list.pages.page - 1) * list.pages.limit : 0
  const ordered = useRowOrder(list.rows ?? [], list.list.rowKey, {
    save: (row, to) => save(row, before + to + 1),
    disabled: list.isStale,
  })
  const isInOrder = list.order?.sort === by && list.order.order === 'asc' && !list.isFiltered
  const columns: readonly Column<Row>[] = isInOrder ? [order(ordered, nameOf)] : []
  return { columns, shown: isInOrder ? ordered.shown : (rows: readonly Row[]) => rows }
}
