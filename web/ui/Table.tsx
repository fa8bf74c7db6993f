import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'left' | 'right'
  sortable?: boolean
  /** Heads the card that the row becomes; the first column if none says so. */
  isTitle?: boolean
}

export interface Sort {
  key: string
  order: 'asc' | 'desc'
}

export interface TableProps<Row> {
  /** What the rows are, for those who do not see them. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort
  /** Asks for another order; the rows stay as the caller gives them. */
  onSort?: (sort: Sort) => void
}

/**
 * Rows and columns from 1280 px on; below, where their columns have no room, each row is a card with its labels, two side
 * by side on a tablet, and its headers are gone: no button may take the keyboard where nobody sees it. The roles are
 * written out because browsers forget that a table is one once its display changes.
 */
export function Table<Row>({ caption, columns, rows, rowKey, sort, onSort }: TableProps<Row>) {
  const titleKey = (columns.find((column) => column.isTitle) ?? columns[0])?.key
  return (
    <div className="xl:overflow-x-auto">
      <table role="table" className="w-full border-collapse text-left text-14 max-xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-xl:hidden">
          <tr role="row">
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-xl:grid max-xl:gap-3 md:max-xl:grid-cols-2">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="border-t border-linea max-xl:flex max-xl:flex-col max-xl:gap-1 max-xl:rounded-card max-xl:border max-xl:bg-tinta max-xl:p-4 xl:hover:bg-mesa"
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  data-label={column.header}
                  className={classes(
                    'align-middle max-xl:py-1 xl:px-3 xl:py-3 xl:first:pl-4 xl:last:pr-4',
                    column.align === 'right' && 'xl:text-right',
                    column.key === titleKey
                      ? 'font-bold wrap-anywhere max-xl:order-first max-xl:text-18 xl:min-w-52'
                      : 'max-xl:flex max-xl:items-center max-xl:justify-between max-xl:gap-4 max-xl:before:text-humo max-xl:before:content-[attr(data-label)]',
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}) {
  const order = sort?.key === column.key ? sort.order : undefined
  const Arrow = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ArrowUpDown
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined}
      className={classes(
        'px-3 py-2 font-normal text-humo first:pl-4 last:pr-4',
        column.align === 'right' && 'text-right',
      )}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort({ key: column.key, order: order === 'asc' ? 'desc' : 'asc' })}
          className={classes(
            'inline-flex min-h-11 items-center gap-1 hover:text-papel',
            order && 'font-semibold text-papel',
          )}
        >
          {column.header}
          <Arrow aria-hidden="true" className="size-3.5" />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}
