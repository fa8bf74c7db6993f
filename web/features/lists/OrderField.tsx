import { SelectField } from '#web/ui/fields/SelectField.tsx'

interface Ordered<Key> {
  readonly sort: Key
  readonly order: 'asc' | 'desc'
}

interface OrderFieldProps<Key extends string> {
  orders: readonly (Ordered<Key> & { readonly label: string })[]
  chosen: Ordered<Key>
  onChange: (order: Ordered<Key>) => void
  className?: string
}

/** The order of a list whose rows are cards: it has no headers to press. */
export function OrderField<Key extends string>({ orders, chosen, onChange, className }: OrderFieldProps<Key>) {
  const nameOf = ({ sort, order }: Ordered<Key>) => `${sort} ${order}`
  return (
    <SelectField
      label="Orden"
      className={className ?? ''}
      value={nameOf(chosen)}
      options={orders.map((each) => ({ value: nameOf(each), label: each.label }))}
      onChange={({ target }) => {
        const found = orders.find((each) => nameOf(each) === target.value)
        if (found) onChange({ sort: found.sort, order: found.order })
      }}
    />
  )
}
