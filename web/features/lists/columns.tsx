/** The kinds of columns that lists have, typed by the list that they are a column of. Each is keyed by its header. */
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatMoment } from '#contract/values/dates.ts'
import type { FigureWords } from '#contract/values/figures.ts'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { formatExactMoney, formatMoney } from '#contract/values/money.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { grouped } from '#contract/values/numbers.ts'
import type { StoredImage } from '#web/lib/media.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { classes } from '#web/ui/base/classes.ts'
import type { MenuItem } from '#web/ui/base/Menu.tsx'
import { RowMenu } from '#web/ui/data/RowMenu.tsx'
import type { Column, PhonePlace } from '#web/ui/data/Table.tsx'
import {
  Details,
  PersonCell,
  PictureCell,
  TwoLineCell,
  Words,
  type Detail,
  type PersonProps,
  type TwoLines,
} from './cells.tsx'
import type { List, SortKey } from './define-list.ts'
import { RowHandle, RowSwitch, type RowOrder } from './row-controls.tsx'
import type { StateLabels } from './states.ts'

export type ListColumn<Spec extends EndpointSpec, Row> = Column<Row, SortKey<Spec>>
/** The columns of a list: `Columns<typeof discountCodes>`. */
export type Columns<Of> = Of extends List<infer Spec, infer Row> ? readonly ListColumn<Spec, Row>[] : never

/** A column's header; a figure of the glossary brings its definition. */
type Header = string | FigureWords

interface Options<Sort extends string> {
  /** The header sorts by this. */
  readonly sort?: Sort
  /** Where it stands in a row of two lines on a phone (`Table`). */
  readonly phone?: PhonePlace
  /** Beneath all rows. */
  readonly total?: ReactNode
}

/** Anything else. */
export function cell<Row, Sort extends string>(
  header: Header,
  of: (row: Row) => ReactNode,
  options: Options<Sort> & Partial<Pick<Column<Row, Sort>, 'align' | 'isTitle'>> = {},
): Column<Row, Sort> {
  if (typeof header === 'string') return { key: header, header, cell: of, ...options }
  const { label, definition } = header
  return { key: label, header: label, definition, cell: of, ...options }
}

/** A word or a sentence; a dash where there is none. */
export function text<Row, Sort extends string>(
  header: string,
  of: (row: Row) => string | null | { readonly text: string; readonly detail: Detail },
  options?: Options<Sort>,
): Column<Row, Sort> {
  return cell(header, (row) => valueWithDetail(of(row)), options)
}

function valueWithDetail(value: string | null | { readonly text: string; readonly detail: Detail }): ReactNode {
  if (value === null || typeof value === 'string') return <Words>{value}</Words>
  return (
    <span className="block">
      <Words>{value.text}</Words>
      <Details of={value.detail} />
    </span>
  )
}

/** A person, with picture. */
export function person<Row, Sort extends string>(
  header: string,
  of: (row: Row) => { readonly person: PersonProps; readonly details?: Detail },
  options?: Options<Sort>,
): Column<Row, Sort> {
  return cell(header, (row) => <PersonCell {...of(row)} />, { isTitle: true, ...options })
}

/** An item's name with a line that identifies it: the title of a row. */
export function twoLines<Row, Sort extends string>(
  header: string,
  of: (row: Row) => TwoLines,
  options?: Options<Sort>,
): Column<Row, Sort> {
  return cell(header, (row) => <TwoLineCell {...of(row)} />, { isTitle: true, ...options })
}

/** The same with a picture. */
export function picture<Row, Sort extends string>(
  header: string,
  of: (row: Row) => TwoLines & { readonly image: StoredImage | null },
  options?: Options<Sort>,
): Column<Row, Sort> {
  return cell(header, (row) => <PictureCell {...of(row)} />, { isTitle: true, ...options })
}

/** The badge of a state, with more words beneath; `label` replaces its own for a moment. */
export function state<Row, Sort extends string, State extends string>(
  header: string,
  labels: StateLabels<State>,
  of: (row: Row) => State | { readonly state: State; readonly label?: string | false; readonly detail?: Detail },
  options?: Options<Sort>,
): Column<Row, Sort> {
  return cell(
    header,
    (row) => {
      const value = of(row)
      const shown: { state: State; label?: string | false; detail?: Detail } =
        typeof value === 'string' ? { state: value } : value
      const { one, tone } = labels[shown.state]
      return (
        <span className="flex flex-col items-start gap-1 max-md:items-end max-md:text-right">
          <Badge tone={tone}>{shown.label || one}</Badge>
          <Details of={shown.detail} />
        </span>
      )
    },
    options,
  )
}

type Instant = string | null | { readonly at: string | null; readonly late?: string | false; readonly detail?: Detail }

function instant(format: (at: string) => string) {
  return <Row, Sort extends string>(header: string, of: (row: Row) => Instant, options?: Options<Sort>) =>
    cell<Row, Sort>(
      header,
      (row) => {
        const value = of(row)
        const { at, late, detail }: Exclude<Instant, string | null> =
          typeof value === 'object' && value !== null ? value : { at: value }
        if (at === null) return '—'
        return (
          <span className={late ? 'font-bold text-rojo' : 'block'}>
            {format(at)}
            {late && ` · ${late}`}
            <Details of={detail} />
          </span>
        )
      },
      options,
    )
}

/** A day and a time; `late` says that it is past what was promised. */
export const moment = instant(formatMoment)
export const day = instant(formatDay)

/** Centavos, shown in whole pesos, or `exact` where they were refunded outside. `strong` is the main figure, `quiet` a secondary one. */
export function money<Row, Sort extends string>(
  header: Header,
  of: (row: Row) => number | { readonly cents: number; readonly detail: Detail },
  {
    look,
    totalCents,
    exact = false,
    ...options
  }: Options<Sort> & { look?: 'quiet' | 'strong'; totalCents?: number | undefined; exact?: boolean } = {},
): Column<Row, Sort> {
  const Amount = look === 'strong' ? 'b' : 'span'
  const write = exact ? formatExactMoney : formatMoney
  return cell(
    header,
    (row) => {
      const value = of(row)
      const { cents, detail } = typeof value === 'number' ? { cents: value, detail: null } : value
      return (
        <span className="block">
          <Amount className={classes('whitespace-nowrap', look === 'quiet' && 'text-humo')}>{write(cents)}</Amount>
          <Details of={detail} />
        </span>
      )
    },
    { align: 'right', ...options, ...(totalCents !== undefined && { total: write(totalCents) }) },
  )
}

/** A count. */
export function figure<Row, Sort extends string>(
  header: Header,
  of: (row: Row) => number,
  { totalCount, ...options }: Options<Sort> & { totalCount?: number | undefined } = {},
): Column<Row, Sort> {
  const total = totalCount === undefined ? {} : { total: grouped(totalCount) }
  return cell(header, (row) => grouped(of(row)), { align: 'right', ...options, ...total })
}

/** A switch that shows at once what was asked for, and goes back if it is refused. */
export function toggle<Row>(
  header: string,
  of: (row: Row) => { readonly isOn: boolean; readonly name: string },
  { onToggle, disabled = false }: { onToggle: (row: Row, isOn: boolean) => Promise<unknown>; disabled?: boolean },
): Column<Row> {
  return cell(header, (row) => {
    const { isOn, name } = of(row)
    return <RowSwitch label={name} isOn={isOn} disabled={disabled} onToggle={(next) => onToggle(row, next)} />
  })
}

/** The handle that moves a row, by dragging or with the arrow keys (`useRowOrder`). */
export function order<Row>(rows: RowOrder<Row>, nameOf: (row: Row) => string): Column<Row> {
  return cell('Orden', (row) => <RowHandle order={rows} row={row} name={nameOf(row)} />)
}

export interface RowAction {
  readonly label: string
  /** What follows the label, for those who do not see the row: «Devolver» of «N.º 120». A control is called by what it shows. */
  readonly of: string
  readonly to?: string
  readonly onSelect?: () => void
}

interface RowActions {
  /** As buttons; a text says why there is none. */
  readonly buttons?: readonly RowAction[] | string | null | false
  /** Behind the three dots: «Más de Fiesta Lunar». */
  readonly menu?: { readonly label: string; readonly items: readonly MenuItem[] }
}

/** What may be done with a row. It stays in sight while the rest of the table scrolls. */
export function actions<Row>(of: (row: Row) => RowActions, header = 'Acciones'): Column<Row> {
  return {
    key: 'actions',
    header,
    align: 'right',
    sticky: true,
    cell(row) {
      const { buttons, menu } = of(row)
      return (
        <span className="flex flex-wrap items-center justify-end gap-x-2 lg:flex-nowrap">
          {typeof buttons === 'string' ? (
            <span className="text-12 text-humo">{buttons}</span>
          ) : (
            buttons && buttons.map((action) => <ActionButton key={action.label} action={action} />)
          )}
          {menu && <RowMenu {...menu} />}
        </span>
      )
    },
  }
}

/** Shows the whole of a row, by a button or, on a phone, by the row itself. */
export function opens<Row>(of: (row: Row) => RowAction): Column<Row> {
  return { ...actions(() => ({})), phone: 'end', cell: (row) => <ActionButton action={of(row)} isRow /> }
}

/** Over the whole row on a phone, where an arrow stands for its words. */
const ROW = 'max-md:static max-md:min-w-11 max-md:px-1 max-md:before:absolute max-md:before:inset-0'

function ActionButton({ action: { label, of, to, onSelect }, isRow = false }: { action: RowAction; isRow?: boolean }) {
  const button = {
    tone: 'quiet',
    size: 's',
    className: classes('whitespace-nowrap', isRow && ROW),
    'aria-label': `${label} ${of}`,
    'data-opens': isRow || undefined,
    children: isRow ? (
      <>
        <span className="max-md:hidden">{label}</span>
        <ChevronRight className="size-4 text-humo md:hidden" />
      </>
    ) : (
      label
    ),
  } as const
  return to === undefined ? <Button {...button} onClick={onSelect} /> : <ScreenButton {...button} to={to} />
}
