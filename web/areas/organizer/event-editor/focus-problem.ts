/** Brings the first wrong field into sight, opening what hides it, and puts the focus there. */
export function focusFirstProblem(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (!field) return
  const hiding = field.closest('details')
  if (hiding) hiding.open = true
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}

/** How many fields of a form's errors say something. */
export function countProblems(errors: object): number {
  if ('message' in errors && typeof errors.message === 'string' && 'type' in errors) return 1
  return Object.entries(errors).reduce((sum, [name, value]: [string, unknown]) => {
    return name === 'ref' || typeof value !== 'object' || value === null ? sum : sum + countProblems(value)
  }, 0)
}
