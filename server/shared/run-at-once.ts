/** Runs `work` for every item, up to `most` at a time, in their order. The first throw rejects; items under way go on. */
export async function runAtOnce<Item>(
  items: Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const next = Iterator.from(items)
  const worker = async () => {
    for (const item of next) await work(item)
  }
  await Promise.all(Array.from({ length: most }, worker))
}
