import { ApiFailure } from './api-failure.ts'

export interface RawRequest {
  method: string
  url: string
  headers: Headers
  body: string | FormData | undefined
  timeoutMilliseconds: number
  signal: AbortSignal | undefined
  onUploadProgress: ((share: number) => void) | undefined
}

export interface RawAnswer {
  status: number
  header: (name: string) => string | null
  /** Undefined when the body is not JSON. */
  json: () => Promise<unknown>
  blob: () => Promise<Blob>
}

/** Sends by `fetch`. Throws `ApiFailure` with `network`, `client_timeout` or `cancelled` when nothing was answered. */
export async function sendByFetch(request: RawRequest): Promise<RawAnswer> {
  const stop = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop.abort()
  }, request.timeoutMilliseconds)
  const cancel = () => stop.abort()
  if (request.signal?.aborted) cancel()
  request.signal?.addEventListener('abort', cancel)
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      credentials: 'same-origin',
      signal: stop.signal,
    })
    // Read whole under the same time limit, so that no body can hang a screen.
    const bytes = await response.blob()
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      json: async () => parseJson(await bytes.text()),
      blob: async () => bytes,
    }
  } catch (error) {
    throw silence(isLate ? 'client_timeout' : stop.signal.aborted ? 'cancelled' : 'network', error)
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', cancel)
  }
}

/** Sends by `XMLHttpRequest`, the only API with upload progress. Throws as `sendByFetch`. */
export function sendByXhr(request: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(request.method, request.url)
    xhr.responseType = 'blob'
    xhr.timeout = request.timeoutMilliseconds
    for (const [name, value] of request.headers) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) request.onUploadProgress?.(event.loaded / event.total)
    })
    xhr.addEventListener('load', () => {
      const bytes: unknown = xhr.response
      const blob = bytes instanceof Blob ? bytes : new Blob([])
      resolve({
        status: xhr.status,
        header: (name) => xhr.getResponseHeader(name),
        json: async () => parseJson(await blob.text()),
        blob: async () => blob,
      })
    })
    xhr.addEventListener('error', () => reject(silence('network')))
    xhr.addEventListener('timeout', () => reject(silence('client_timeout')))
    xhr.addEventListener('abort', () => reject(silence('cancelled')))
    if (request.signal?.aborted) return reject(silence('cancelled'))
    request.signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(request.body ?? null)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not ours: a proxy's page, or nothing at all. The caller decides by the status.
    return undefined
  }
}

const texts = {
  network: 'No pudimos conectarnos. Revisá tu conexión a internet y volvé a probar.',
  client_timeout: 'La conexión está muy lenta y no llegó la respuesta. Volvé a probar.',
  cancelled: 'La operación se canceló.',
}

function silence(code: keyof typeof texts, cause?: unknown): ApiFailure {
  const failure = new ApiFailure({ status: 0, code, message: texts[code] })
  if (cause !== undefined) failure.cause = cause
  return failure
}
