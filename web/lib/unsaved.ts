const watches = new Set<() => boolean>()

/** Asked, besides forms that ask by themselves, whether something would be lost with the page. */
export function watchUnsaved(isUnsaved: () => boolean): void {
  watches.add(isUnsaved)
}

/** Whether a form on screen would ask before it is left (on `beforeunload`). */
export function isFormUnsaved(): boolean {
  const question = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(question)
  return question.defaultPrevented
}

/** Whether something is typed or chosen that a reload would lose: on screen, or a draft's file in memory. */
export function isSomethingUnsaved(): boolean {
  return isFormUnsaved() || [...watches].some((isUnsaved) => isUnsaved())
}
