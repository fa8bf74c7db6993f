import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import type { EndpointSpec } from '#contract/endpoint.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { ChoiceField } from '#web/ui/fields/ChoiceField.tsx'
import { DateField } from '#web/ui/fields/DateField.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import type { ListQuery } from './define-list.ts'
import { FilterChips } from './FilterChips.tsx'
import type { FilterControl, FilterOption } from './filters.ts'
import { OrderField } from './OrderField.tsx'
import { SearchField } from './SearchField.tsx'
import type { UsedList } from './use-list.ts'

/** Beyond so many the rest waits behind a button until there is room for all. */
const FEW = 2

/** Rows of the choices that the screen gives, by the filter's name in the query. */
export type GivenChoices = Readonly<Record<string, readonly { readonly value: string; readonly label: string }[]>>

interface ListFiltersProps<Spec extends EndpointSpec> {
  list: UsedList<Spec>
  /** What is filtered: «solicitudes». */
  label: string
  choices?: GivenChoices | undefined
  isTable: boolean
}

interface Drawn {
  readonly key: string
  readonly text: string
  readonly control: FilterControl
  /** The query of another choice; of nothing, all. */
  readonly queryOf: (text: string | undefined) => object
}

/** The controls of a list's filters: chips first, then the search box and the others, and the order where no header tells it. */
export function ListFilters<Spec extends EndpointSpec>({ list, label, choices = {}, isTable }: ListFiltersProps<Spec>) {
  const [isMoreShown, setMoreShown] = useState(false)
  const id = useId()
  const drawn = list.list.filters.flatMap(([key, filter]): Drawn[] => {
    const { control } = filter
    const value = list.query[key]
    const text = value === undefined ? '' : filter.write(value as never) // the filter's own value
    const queryOf = (chosen: string | undefined) => ({ [key]: chosen ? filter.read(chosen) : undefined })
    return control ? [{ key: String(key), text, control, queryOf }] : []
  })
  const change = (filter: Drawn, text: string | undefined) => list.change(filter.queryOf(text) as ListQuery<Spec>) // of its own filter
  const chips = drawn.filter(({ control }) => control.is === 'chips')
  const fields = drawn.filter(({ control }) => control.is !== 'chips')
  const hidden = fields.length > FEW ? fields.slice(1) : []
  const chosen = hidden.filter(({ text }) => text !== '').length
  const orders = list.list.sort?.choices ?? []
  return (
    <>
      {chips.map((filter) => (
        <FilterChips
          key={filter.key}
          label={filter.control.label}
          choices={optionsOf(filter, choices).map((option) => ({
            label: option.label,
            to: list.href(filter.queryOf(option.text) as ListQuery<Spec>), // of its own filter
            isChosen: option.text === filter.text,
          }))}
        />
      ))}
      {(fields.length > 0 || orders.length > 0) && (
        <form
          id={id}
          aria-label={label}
          className="grid grid-cols-2 gap-4 md:flex md:flex-wrap lg:flex-nowrap"
          onSubmit={(submission) => submission.preventDefault()}
        >
          {fields.map((filter) => (
            <FilterField
              key={filter.key}
              filter={filter}
              options={optionsOf(filter, choices)}
              className={classes(
                filter.control.is === 'search'
                  ? 'order-first max-md:col-span-2 md:min-w-64 md:flex-2'
                  : 'md:min-w-40 md:flex-1 lg:max-w-60',
                hidden.includes(filter) && !isMoreShown && 'max-lg:hidden',
              )}
              onChange={(text) => change(filter, text)}
            />
          ))}
          {orders.length > 0 && list.order && (
            <OrderField
              className={classes(isTable && 'md:hidden', hidden.length > 0 && !isMoreShown && 'max-lg:hidden')}
              orders={orders}
              chosen={list.order}
              onChange={({ sort, order }) => list.change({ sort, order } as unknown as ListQuery<Spec>)} // of its own orders
            />
          )}
          {hidden.length > 0 && (
            <Button
              tone="secondary"
              className="-order-1 max-md:col-span-2 md:self-end lg:hidden"
              icon={<SlidersHorizontal aria-hidden="true" size={18} />}
              aria-expanded={isMoreShown}
              aria-controls={id}
              onClick={() => setMoreShown(!isMoreShown)}
            >
              {isMoreShown ? 'Menos filtros' : chosen > 0 ? `Más filtros (${chosen})` : 'Más filtros'}
            </Button>
          )}
        </form>
      )}
    </>
  )
}

function optionsOf({ key, control }: Drawn, choices: GivenChoices): readonly FilterOption[] {
  if (control.is === 'given') return (choices[key] ?? []).map(({ value, label }) => ({ text: value, label }))
  if (control.is === 'select') return control.options
  return control.is === 'chips' ? [{ text: '', label: control.all }, ...control.options] : []
}

interface FilterFieldProps {
  filter: Drawn
  options: readonly FilterOption[]
  className: string
  onChange: (text: string | undefined) => void
}

function FilterField({ filter: { text, control }, options, className, onChange }: FilterFieldProps) {
  switch (control.is) {
    case 'search':
      return (
        <SearchField
          label={control.label}
          placeholder={control.placeholder}
          className={className}
          value={text}
          onChange={onChange}
        />
      )
    case 'day':
      return (
        <DateField
          label={control.label}
          className={className}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'given':
      return (
        <ChoiceField
          label={control.label}
          className={className}
          placeholder={control.all}
          options={options.map((option) => ({ value: option.text, label: option.label }))}
          value={text}
          onChange={onChange}
        />
      )
    case 'chips':
    case 'select':
      return (
        <SelectField
          label={control.label}
          className={className}
          placeholder={control.all}
          options={options.map((option) => ({ value: option.text, label: option.label }))}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )
  }
}
