/** Fields that come in the query, in the body, or in both with the same values (rule R3.9). Pure. */
import { Failure } from './failure.ts'

type Given<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

/** Throws `invalid_input` naming the fields that query and body say differently. */
export function eitherInput<Query extends object, Body extends object>(
  query: Query,
  body: Body | undefined,
): Given<Query & Body> {
  const [inQuery, inBody] = [query, body ?? {}] as Record<string, unknown>[]
  const different = Object.keys(inQuery ?? {}).filter((field) => {
    const [asked, sent] = [inQuery?.[field], inBody?.[field]]
    return asked !== undefined && sent !== undefined && asked !== sent
  })
  if (different.length > 0) throw refusedFields(different, 'La dirección y el cuerpo dicen cosas distintas')
  return { ...inBody, ...said(inQuery ?? {}) } as Given<Query & Body>
}

/** What is refused of these fields. */
export function refusedFields(fields: readonly string[], message = 'Falta este dato'): Failure {
  return new Failure(
    'invalid_input',
    fields.map((field) => ({ path: [field], message })),
  )
}

function said(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
