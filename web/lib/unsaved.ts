const watches = new Set<() => boolean>()

/** Asked, besides forms that ask by themselves, whether something would be lost with the page. */
export function watchUnsaved(isUnsaved: () => boolean): void {
  watches.add(isUnsaved)
}

/** Whether something is typed or chosen that a reload would lose: a form would ask on `beforeunload`, or a draft holds a file in memory. */
export function isSomethingUnsaved(): boolean {
  const question = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(question)
  return question.defaultPrevented || [...watches].some((isUnsaved) => isUnsaved())
}
