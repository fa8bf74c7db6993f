/** A list that is read whole, for a file: some rows at a time, in the order that it has when the file begins. */

/**
 * Progress of one reading. The ids of all rows are read once, in their order, and each part by its ids: the rows are
 * neither counted nor skipped by an offset, and changes meanwhile move none of them to another part.
 */
export interface WholeList {
  /** Rows that are read at most. */
  readonly most: number
  /** Ids that are left; undefined before the first part. */
  left: string[] | undefined
  /** Whether the list has more rows than are read. */
  isCut: boolean
}

export interface WholeListPart {
  readonly page: 1
  readonly limit: number
  readonly whole: WholeList
}

const ROWS_AT_ONCE = 1000

/** Reads all parts, the first also when it is empty; returns whether the list has more than `most` rows. */
export async function* readWholeList<Part>(
  { most, atOnce = ROWS_AT_ONCE }: { readonly most: number; readonly atOnce?: number },
  read: (part: WholeListPart) => Promise<Part>,
): AsyncGenerator<Part, boolean> {
  const whole: WholeList = { most, left: undefined, isCut: false }
  do {
    yield await read({ page: 1, limit: atOnce, whole })
    if (!whole.left) throw new Error('A list with a file is read by its ids')
  } while (whole.left.length > 0)
  return whole.isCut
}

/** Returns the ids of the next part; `readIds` gives the first ids of the list, in its order. */
export async function nextIds(
  { whole, limit }: { readonly whole: WholeList; readonly limit: number },
  readIds: (limit: number) => Promise<readonly { readonly id: string }[]>,
): Promise<string[]> {
  if (!whole.left) {
    const ids = (await readIds(whole.most + 1)).map(({ id }) => id)
    whole.isCut = ids.length > whole.most
    whole.left = ids.slice(0, whole.most)
  }
  return whole.left.splice(0, limit)
}
