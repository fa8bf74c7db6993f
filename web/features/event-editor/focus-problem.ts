import { bringIntoSight } from '#web/lib/fields/into-sight.ts'

/** Brings the first wrong field into sight, opening what hides it, and puts the focus there. */
export function focusFirstProblem(form: HTMLElement): void {
  bringIntoSight(form.querySelector<HTMLElement>('[aria-invalid="true"]'))
}

/** The same for the field of a name, or its substitute (`data-field`). */
export function focusField(form: HTMLElement, name: string): void {
  bringIntoSight(form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"], [data-field="${CSS.escape(name)}"]`))
}

export interface FieldProblem {
  /** As the form registers it: `ticketTypes.0.price`. */
  readonly name: string
  readonly message: string
}

/** What a form's errors say of its fields, in their order. */
export function fieldProblems(errors: object, prefix = ''): FieldProblem[] {
  if ('message' in errors && typeof errors.message === 'string' && 'type' in errors)
    return [{ name: prefix.replace(/\.root$/, ''), message: errors.message }]
  return Object.entries(errors).flatMap(([name, value]: [string, unknown]) =>
    name === 'ref' || typeof value !== 'object' || value === null
      ? []
      : fieldProblems(value, prefix === '' ? name : `${prefix}.${name}`),
  )
}
