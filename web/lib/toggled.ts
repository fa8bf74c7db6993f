/** Returns the set without `item` if it has it, else with it. */
export function toggled<Item>(set: ReadonlySet<Item>, item: Item): Set<Item> {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}
