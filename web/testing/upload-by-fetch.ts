/** Uploads use `XMLHttpRequest` for progress; this one calls the fake server: `vi.stubGlobal('XMLHttpRequest', UploadByFetch)`. */
export class UploadByFetch extends EventTarget {
  upload = new EventTarget()
  status = 0
  response = new Blob([])
  readonly #headers = new Headers()
  #request = { method: '', url: '' }
  open(method: string, url: string) {
    this.#request = { method, url }
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  getResponseHeader() {
    return null
  }
  async send(body: FormData) {
    const { method, url } = this.#request
    const answer = await fetch(url, { method, body, headers: this.#headers })
    this.status = answer.status
    this.response = await answer.blob()
    this.dispatchEvent(new Event('load'))
  }
}
