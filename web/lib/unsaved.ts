/** Whether something is typed that leaving would lose: the browser would ask, as forms do on `beforeunload`. */
export function isSomethingUnsaved(): boolean {
  const question = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(question)
  return question.defaultPrevented
}
