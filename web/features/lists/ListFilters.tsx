import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { today } from '#web/lib/clock.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { ChoiceField } from '#web/ui/fields/ChoiceField.tsx'
import type { Choice } from '#web/ui/fields/Combobox.tsx'
import { DayField } from '#web/ui/fields/DayField.tsx'
import { DateRangeField } from '#web/ui/fields/DateRangeField.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import type { ListControl } from './define-list.ts'
import { FilterChips } from './FilterChips.tsx'
import type { FilterOption } from './filters.ts'
import { monthOf } from './months.ts'
import { OrderField } from './OrderField.tsx'
import { SearchedChoiceField } from './SearchedChoiceField.tsx'
import { SearchField } from './SearchField.tsx'
import type { UsedList } from './use-list.ts'

/** With more fields than this, all but the first are behind a button on narrow screens. */
const MAX_OPEN_FIELDS = 2

/** Rows of the choices that the screen gives, by the filter's name in the query. */
export type GivenChoices = Readonly<Record<string, readonly Choice[]>>

interface ListFiltersProps<Spec extends EndpointSpec, Row> {
  list: UsedList<Spec, Row>
  /** What is filtered: «solicitudes». */
  label: string
  choices?: GivenChoices | undefined
  isTable: boolean
}

/**
 * The controls of a list's filters: chips first, then the search box and the others, and the order where no header shows it.
 * In a list with a period every field waits behind a button at its months.
 */
export function ListFilters<Spec extends EndpointSpec, Row>(props: ListFiltersProps<Spec, Row>) {
  const { list, label, choices = {}, isTable } = props
  const { controls, orders } = list.list
  const id = useId()
  const chips = controls.filter(({ control }) => control.kind === 'chips')
  const period = controls.find(({ control }) => control.kind === 'period')
  const fields = controls.filter(({ control }) => control.kind !== 'chips')
  const textOf = (key: ListControl<Spec>) => key.text(list.query)
  const isOther =
    period !== undefined &&
    (isOtherPeriod(list, period) || fields.some((field) => field !== period && textOf(field) !== ''))
  const [isMoreShown, setMoreShown] = useState(isOther)
  const hidden = period ? fields : fields.length > MAX_OPEN_FIELDS ? fields.slice(1) : []
  const chosen = hidden.filter((field) => textOf(field) !== '').length
  const halves = fields.filter(({ control }) => control.kind !== 'search').length
  const hides = period ? 'hidden' : 'max-lg:hidden'
  const more = (
    <Button
      tone={period ? 'quiet' : 'secondary'}
      size={period ? 's' : 'm'}
      className={classes(!period && '-order-1 max-md:col-span-2 md:self-end lg:hidden')}
      icon={<SlidersHorizontal size={period ? 16 : 18} />}
      aria-expanded={isMoreShown}
      aria-controls={id}
      onClick={() => setMoreShown(!isMoreShown)}
    >
      {period?.control.kind === 'period'
        ? period.control.more
        : isMoreShown
          ? 'Menos filtros'
          : chosen > 0
            ? `Más filtros (${chosen})`
            : 'Más filtros'}
    </Button>
  )
  return (
    <>
      {chips.map((filter) => (
        <FilterChips
          key={filter.key}
          label={filter.control.label}
          choices={optionsOf(filter, choices).map(({ text, label: name }) => ({
            label: name,
            to: list.href(filter.part(text)),
            isChosen: text === textOf(filter),
          }))}
        />
      ))}
      {period && (
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          <FilterChips label="Período" choices={periodChoices(list, period)} />
          {more}
        </div>
      )}
      {(fields.length > 0 || orders.length > 0) && (
        <form
          id={id}
          aria-label={label}
          hidden={period && !isMoreShown}
          className={classes(
            'grid grid-cols-2 gap-4',
            period ? 'pb-2 lg:grid-cols-[2fr_1fr] lg:items-end [&[hidden]]:hidden' : 'md:flex md:flex-wrap',
          )}
          onSubmit={(submission) => submission.preventDefault()}
        >
          {fields.map((filter) => (
            <FilterField
              key={filter.key}
              list={list}
              filter={filter}
              options={optionsOf(filter, choices)}
              className={classes(
                period
                  ? 'max-lg:col-span-2'
                  : filter.control.kind === 'search'
                    ? 'order-first max-md:col-span-2 md:min-w-64 md:flex-2'
                    : 'md:min-w-40 md:flex-1 lg:max-w-60',
                hidden.includes(filter) && !isMoreShown && hides,
              )}
            />
          ))}
          {orders.length > 0 && list.order && (
            <OrderField
              className={classes(
                isTable && 'md:hidden',
                // Alone in its row on a phone: half of it cuts what it says.
                (period || halves % 2 === 0) && 'max-md:col-span-2',
                hidden.length > 0 && !isMoreShown && 'max-lg:hidden',
              )}
              orders={orders}
              chosen={list.order}
              onChange={({ sort, order }) => list.change(list.list.part({ sort, order }))}
            />
          )}
          {!period && hidden.length > 0 && more}
        </form>
      )}
    </>
  )
}

function optionsOf<Spec extends EndpointSpec>(
  { key, control }: ListControl<Spec>,
  choices: GivenChoices,
): readonly FilterOption[] {
  if (control.kind === 'given') return (choices[key] ?? []).map(({ value, label }) => ({ text: value, label }))
  if (control.kind === 'select') return control.options
  return control.kind === 'chips' ? [{ text: '', label: control.all }, ...control.options] : []
}

interface Days {
  readonly from: string
  readonly until: string
}

/** The period of a list: its days, empty where it is open, and the query of other days. */
function periodOf<Spec extends EndpointSpec, Row>(list: UsedList<Spec, Row>, filter: ListControl<Spec>) {
  const { control } = filter
  const last = control.kind === 'period' ? list.list.controlOf(control.until) : undefined
  return {
    days: { from: filter.text(list.query), until: last?.text(list.query) ?? '' },
    part: ({ from, until }: Days) => ({ ...filter.part(from), ...last?.part(until) }),
  }
}

const everything = { name: 'Todo', from: '', until: '' }
const usualPeriods = () => [everything, monthOf(today()), monthOf(today(), 1)]

function periodChoices<Spec extends EndpointSpec, Row>(list: UsedList<Spec, Row>, filter: ListControl<Spec>) {
  const { days, part } = periodOf(list, filter)
  return usualPeriods().map((known) => ({
    label: known.name,
    to: list.href(part(known)),
    isChosen: known.from === days.from && known.until === days.until,
  }))
}

function isOtherPeriod<Spec extends EndpointSpec, Row>(list: UsedList<Spec, Row>, filter: ListControl<Spec>): boolean {
  return periodChoices(list, filter).every(({ isChosen }) => !isChosen)
}

interface FilterFieldProps<Spec extends EndpointSpec, Row> {
  list: UsedList<Spec, Row>
  filter: ListControl<Spec>
  options: readonly FilterOption[]
  className: string
}

function FilterField<Spec extends EndpointSpec, Row>(props: FilterFieldProps<Spec, Row>) {
  const { list, filter, options, className } = props
  const { control } = filter
  const value = filter.text(list.query)
  const onChange = (text: string | undefined) => list.change(filter.part(text))
  const field = { label: control.label, className, value }
  switch (control.kind) {
    case 'search':
      return <SearchField {...field} placeholder={control.placeholder} onChange={onChange} />
    case 'day':
      return <DayField {...field} onDay={onChange} />
    case 'period': {
      const { days, part } = periodOf(list, filter)
      return (
        <DateRangeField
          label={control.label}
          className={className}
          value={{ from: days.from, to: days.until }}
          onChange={({ from, to }) => list.change(part({ from, until: to }))}
        />
      )
    }
    case 'searched':
      return <SearchedChoiceField {...field} placeholder={control.all} source={control.source} onChange={onChange} />
    case 'given':
      return (
        <ChoiceField
          {...field}
          placeholder={control.all}
          options={options.map(({ text, label }) => ({ value: text, label }))}
          onChange={onChange}
        />
      )
    case 'chips':
    case 'select':
      return (
        <SelectField
          {...field}
          placeholder={control.all}
          options={options.map(({ text, label }) => ({ value: text, label }))}
          onChange={({ target }) => onChange(target.value)}
        />
      )
  }
}
