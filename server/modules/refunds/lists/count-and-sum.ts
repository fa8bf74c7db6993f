/** Several counts with their sums by one statement, typed: a name that is not selected does not compile. */
import { sql, type RawBuilder } from 'kysely'
import { toPesos } from '#contract/values/money.ts'

/** The columns of these names: `soldCount`, `soldCents`. */
export type Sums<Name extends string> = Readonly<Record<`${Name}Count` | `${Name}Cents`, number>>
/** As the contract's `refundTotal`. */
type Totals<Name extends string> = Record<Name, { readonly count: number; readonly amount: number }>

export interface CountAndSum<Name extends string> {
  /** To be selected. */
  readonly columns: RawBuilder<unknown>
  /** Count and sum of a row, in pesos. */
  readonly totals: (row: Sums<Name>) => Totals<Name>
}

/** The names of a `CountAndSum`. */
export type NamesOf<Given> = Given extends CountAndSum<infer Name> ? Name : never

/** By name: the rows that count, by a condition, with the sum of `cents` over them, or of an expression of their own. */
export function countAndSum<Name extends string>(
  cents: RawBuilder<unknown>,
  conditions: Readonly<
    Record<Name, RawBuilder<unknown> | readonly [condition: RawBuilder<unknown>, cents: RawBuilder<unknown>]>
  >,
): CountAndSum<Name> {
  const names = Object.keys(conditions) as Name[] // its keys
  const columns = names.map((name) => {
    const given = conditions[name]
    const [condition, summed] = Array.isArray(given) ? given : [given, cents]
    return sql`
      count(*) filter (where ${condition})::int as ${sql.ref(`${name}Count`)},
      coalesce(sum(${summed}) filter (where ${condition}), 0)::bigint as ${sql.ref(`${name}Cents`)}`
  })
  return {
    columns: sql.join(columns),
    totals: (row) =>
      Object.fromEntries(
        names.map((name) => [name, { count: row[`${name}Count`], amount: toPesos(row[`${name}Cents`]) }]),
      ) as Totals<Name>, // every name
  }
}
