/**
 * A body that travels with files, as the named text fields of a form: texts as they are, figures and yes or no as words, lists and
 * objects as JSON. What no text can say, a null, is left for the form's `data` part.
 */
export function formFields(body: unknown): readonly (readonly [name: string, text: string])[] {
  const fields = Object.entries(body ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const nulls = Object.entries(body ?? {}).filter(([, value]) => value === null)
  return [
    ...fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const),
    ...(nulls.length > 0 ? [['data', JSON.stringify(Object.fromEntries(nulls))] as const] : []),
  ]
}
