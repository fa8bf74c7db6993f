/** A pause in a long piece of work: what the browser has to do meanwhile, it does. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
