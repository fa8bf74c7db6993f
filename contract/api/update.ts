/**
 * Bodies of PUT and PATCH (rule R3.5): what is left out keeps its value, null clears what may be empty, and nothing
 * has a default, which belongs to creation alone. Both bodies of a thing are made from one list of fields, the creation's.
 */
import * as z from 'zod/mini'
import type { $ZodShape, $ZodType } from 'zod/v4/core'

type Bare<Schema> =
  Schema extends z.ZodMiniDefault<infer Inner>
    ? Bare<Inner>
    : Schema extends z.ZodMiniOptional<infer Inner>
      ? Bare<Inner>
      : Schema extends $ZodType
        ? Schema
        : never
type UpdateShape<Shape extends $ZodShape> = { [Name in keyof Shape]: z.ZodMiniOptional<Bare<Shape[Name]>> }

/** The body that changes what `fields` made: every field may be left out, and none is filled in. */
export function updateOf<Shape extends $ZodShape>(
  fields: z.ZodMiniObject<Shape>,
): z.ZodMiniObject<UpdateShape<Shape>, z.core.$strip> {
  const shape = Object.entries<$ZodType>(fields.shape).map(([name, field]) => [name, z.optional(bare(field))] as const)
  return z.object(Object.fromEntries(shape)) as never // each field as its type says
}

function bare(field: $ZodType): $ZodType {
  const { def } = (field as z.core.$ZodTypes)._zod // the union of the library's own kinds
  return def.type === 'default' || def.type === 'optional' ? bare(def.innerType) : field
}

/** A text that is empty when it is cleared: `null` reads as ''. */
export function clearable(text: z.ZodMiniString<string>) {
  return z.pipe(
    z.nullable(text),
    z.transform((typed: string | null) => typed ?? ''),
  )
}
