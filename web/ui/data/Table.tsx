import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { classes } from '../base/classes.ts'
import { Definitions } from './Definitions.tsx'
import { useOverflow } from './use-overflow.ts'
import { toggled } from '#web/lib/toggled.ts'

export interface Column<Row, SortKey extends string = never> {
  key: string
  header: string
  /** What its figures count; beneath the table, for all columns that have one. */
  definition?: string
  cell: (row: Row) => ReactNode
  align?: 'left' | 'right'
  /** The header sorts by this. */
  sort?: SortKey
  /** Heads the card that the row becomes; the first column if none says so. */
  isTitle?: boolean
  /** Beneath all rows. */
  total?: ReactNode
  /** Stays in sight at the table's end while the rest scrolls: what may be done with a row. */
  sticky?: true
  /**
   * Its place where a row of a phone has two lines: the first or second line next to the title, the end, or none. One column with a
   * place makes the rows so: for rows that open, where everything is seen.
   */
  phone?: PhonePlace
}

export type PhonePlace = 'first' | 'second' | 'end'

export interface Sort<SortKey extends string> {
  sort: SortKey
  order: 'asc' | 'desc'
}

export interface Selection<Row> {
  /** What ticking the row is called: «Elegir Noche de prueba». */
  label: (row: Row) => string
  /** Rows that cannot be ticked have no box. */
  canSelect?: ((row: Row) => boolean) | undefined
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
}

export interface TableProps<Row, SortKey extends string = never> {
  /** What the rows are, for those who do not see them. */
  caption: string
  columns: readonly Column<Row, SortKey>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort<SortKey> | undefined
  /** Asks for another order; the rows stay as the caller gives them. */
  onSort?: ((sort: Sort<SortKey>) => void) | undefined
  selection?: Selection<Row> | undefined
  /** Many figures: on a phone two stand side by side, each beneath its label, so that a row is no long list. */
  dense?: boolean | undefined
}

/** At widths where a table may have no room. */
const STICKY = 'md:max-xl:sticky md:max-xl:right-0 md:max-xl:border-l md:max-xl:border-linea'

/** A row on a phone. */
const CARD = {
  long: {
    row: 'max-md:flex max-md:flex-col max-md:gap-1',
    title: 'max-md:py-1',
    cell: 'max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 max-md:py-1',
  },
  dense: {
    row: 'max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-2',
    title: 'max-md:col-span-2',
    cell: 'min-w-0 max-md:flex max-md:flex-col',
  },
}
/** Two lines. What opens the row covers it: its title's link, or what says so by `data-opens`; what else can be pressed is above. */
const COMPACT = {
  row: 'max-md:relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_fit-content(45%)_auto] max-md:items-center max-md:gap-x-2 max-md:p-2',
  title:
    'max-md:row-span-2 max-md:text-16 max-md:[&_a]:static max-md:[&_a]:flex max-md:[&_a]:min-h-11 max-md:[&_a]:items-center max-md:[&_a]:before:inset-0',
  // What stands beneath a value is for where it opens.
  first: 'max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end max-md:[&_[data-detail]]:hidden',
  second:
    'max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end max-md:text-right max-md:[&_[data-detail]]:hidden',
  end: 'max-md:col-start-3 max-md:row-span-2 max-md:row-start-1 max-md:not-has-[[data-opens]]:relative max-md:not-has-[[data-opens]]:z-10',
}
const LABEL = 'max-md:before:font-normal max-md:before:text-humo max-md:before:content-[attr(data-label)]'

/**
 * Rows and columns from 768 px on, where what has no room scrolls inside the table; on a phone each row is a card with its
 * labels, and its headers are gone: no invisible button may take the focus. The roles are written out because
 * browsers forget that a table is one once its display changes.
 */
export function Table<Row, SortKey extends string = never>(props: TableProps<Row, SortKey>) {
  const { caption, columns, rows, rowKey, sort, onSort, selection, dense = false } = props
  const box = useRef<HTMLDivElement>(null)
  const isOverflowing = useOverflow(box)
  const compact = columns.some(({ phone }) => phone !== undefined)
  const card = dense ? CARD.dense : CARD.long
  const titleKey = (columns.find((column) => column.isTitle) ?? columns[0])?.key
  const hasTotals = columns.some(({ total }) => total !== undefined)
  const defined = columns.flatMap(({ header, definition }) => (definition ? [{ label: header, definition }] : []))
  return (
    <>
      <div
        ref={box}
        role="region"
        aria-label={caption}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll what has no room
        tabIndex={isOverflowing ? 0 : undefined}
        className="rounded-card focus-visible:outline-offset-2 md:max-xl:overflow-x-auto"
      >
        <table role="table" className="w-full border-collapse text-left text-14 max-md:block">
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="max-md:hidden xl:sticky xl:top-0 xl:z-10">
            <tr role="row">
              {selection && <SelectAll rows={rows} rowKey={rowKey} selection={selection} />}
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-md:grid max-md:gap-3">
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                role="row"
                className={classes(
                  'border-t border-linea max-md:rounded-card max-md:border max-md:bg-tinta md:hover:bg-mesa',
                  compact ? COMPACT.row : classes('max-md:p-4', card.row),
                )}
              >
                {selection && <SelectRow row={row} id={rowKey(row)} selection={selection} />}
                {columns.map((column) => (
                  <td
                    key={column.key}
                    role="cell"
                    data-label={column.header}
                    className={classes(
                      'align-middle md:px-3 md:py-3 md:first:pl-4 md:last:pr-4',
                      column.align === 'right' && 'md:text-right',
                      column.sticky && `${STICKY} md:max-xl:bg-tinta`,
                      column.key === titleKey
                        ? classes(
                            'font-bold wrap-anywhere md:min-w-52',
                            compact ? COMPACT.title : classes('max-md:order-first max-md:text-18', card.title),
                          )
                        : compact
                          ? column.phone
                            ? COMPACT[column.phone]
                            : 'max-md:hidden'
                          : classes(card.cell, LABEL),
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {hasTotals && (
            <tfoot role="rowgroup" className="max-md:mt-3 max-md:block">
              <tr role="row" className={classes('border-t-2 border-linea font-bold max-md:p-4', card.row)}>
                {selection && <td role="cell" aria-label="Totales" className="max-md:hidden" />}
                {columns.map(({ key, header, align, total }) => (
                  <td
                    key={key}
                    role="cell"
                    data-label={header}
                    className={classes(
                      'md:px-3 md:py-3 md:first:pl-4 md:last:pr-4',
                      align === 'right' && 'md:text-right',
                      total === undefined
                        ? 'max-md:hidden'
                        : dense && key === titleKey
                          ? card.title
                          : classes(card.cell, LABEL),
                    )}
                  >
                    {total}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {defined.length > 0 && <Definitions of={defined} className="pb-2 max-md:mt-3 md:px-4" />}
    </>
  )
}

interface SelectionPart<Row> {
  selection: Selection<Row>
}

function SelectAll<Row>({ rows, rowKey, selection }: SelectionPart<Row> & Pick<TableProps<Row>, 'rows' | 'rowKey'>) {
  const { selected, onChange } = selection
  const keys = rows.filter((row) => selection.canSelect?.(row) ?? true).map(rowKey)
  const isAll = keys.length > 0 && keys.every((key) => selected.has(key))
  return (
    <th role="columnheader" scope="col" className="w-11 rounded-tl-card bg-tinta py-2 pl-4">
      <Tick
        label="Elegir todas las filas de esta página"
        checked={isAll}
        onChange={() => onChange(new Set(isAll ? [] : keys))}
      />
    </th>
  )
}

function SelectRow<Row>({ row, id, selection }: SelectionPart<Row> & { row: Row; id: string }) {
  const { label, canSelect, selected, onChange } = selection
  return (
    <td role="cell" className="md:w-11 md:py-3 md:pl-4">
      {(canSelect?.(row) ?? true) && (
        <Tick label={label(row)} checked={selected.has(id)} onChange={() => onChange(toggled(selected, id))} />
      )}
    </td>
  )
}

function Tick({ label, checked, onChange }: { label: string; checked: boolean; onChange: () => void }) {
  return (
    <label className="grid size-11 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onChange}
        className="size-5 accent-celeste"
      />
    </label>
  )
}

interface HeaderCellProps<Row, SortKey extends string> {
  column: Column<Row, SortKey>
  sort: Sort<SortKey> | undefined
  onSort: ((sort: Sort<SortKey>) => void) | undefined
}

function HeaderCell<Row, SortKey extends string>({ column, sort, onSort }: HeaderCellProps<Row, SortKey>) {
  const { sort: by } = column
  const order = by !== undefined && sort?.sort === by ? sort.order : undefined
  const Arrow = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ArrowUpDown
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined}
      className={classes(
        'bg-tinta px-3 py-2 font-normal text-humo first:rounded-tl-card first:pl-4 last:rounded-tr-card last:pr-4',
        column.align === 'right' && 'text-right',
        column.sticky && STICKY,
      )}
    >
      {by !== undefined && onSort ? (
        <button
          type="button"
          onClick={() => onSort({ sort: by, order: order === 'asc' ? 'desc' : 'asc' })}
          className={classes(
            'inline-flex min-h-11 items-center gap-1 hover:text-papel',
            order && 'font-semibold text-papel',
          )}
        >
          {column.header}
          <Arrow className="size-3.5" />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}
