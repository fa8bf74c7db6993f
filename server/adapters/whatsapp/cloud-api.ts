import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { asLine, shorten } from '#contract/values/text.ts'
import { fromEpochMs } from '#server/shared/clock.ts'
import { count } from '#server/shared/counts.ts'
import { constantTimeEqual } from '#server/shared/crypto.ts'
import {
  WhatsappUnavailable,
  type Whatsapp,
  type WhatsappDocument,
  type WhatsappMessage,
  type WhatsappStatus,
} from './port.ts'

export interface CloudApiOptions {
  readonly token: string
  readonly phoneNumberId: string
  readonly appSecret: string
  readonly verifyToken: string
  /** `https://graph.facebook.com`, or a simulator's. */
  readonly baseUrl: string
  /** `v23.0`. */
  readonly version: string
  /** For each call; 15 s when absent. */
  readonly timeoutMs?: number
}

const LANGUAGE = 'es_AR'
/** The vendor's limit for one value of a template's body. */
const MAX_PARAM = 1024

const accepted = z.object({ messages: z.tuple([z.object({ id: z.string().check(z.minLength(1)) })], z.unknown()) })
const uploaded = z.object({ id: z.string().check(z.minLength(1)) })
/** The vendor's pages write codes as numbers and as texts. */
const code = z.union([z.int(), z.string().check(z.regex(/^\d{1,9}$/))])
const refusedAnswer = z.object({ error: z.object({ code }) })
/** What names a message and its outcome is strict; the rest, of another shape than expected, reads as «not said». */
const status = z.object({
  id: z.string().check(z.regex(/^[\x21-\x7e]{1,256}$/)),
  status: z.string(),
  // It only sorts; `advanceDelivery` goes by what the statuses are.
  timestamp: z.catch(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(999_999_999_999)), 0),
  biz_opaque_callback_data: z.catch(z.nullish(z.string()), null),
  errors: z.catch(z.nullish(z.array(z.unknown())), null),
})
const oneError = z.object({ code })
const entry = z.object({ changes: z.array(z.unknown()) })
const change = z.object({ value: z.object({ statuses: z.array(z.unknown()) }) })
const notification = z.object({ entry: z.array(z.unknown()) })

const STATUSES: ReadonlySet<string> = new Set<WhatsappStatus['status']>(['sent', 'delivered', 'read', 'failed'])

// The vendor asks to judge by code, not by HTTP status or text (README.md links its list). Codes of neither set concern
// this message alone.
const OVERLOADED = new Set([4, 80007, 130429, 131048, 131056, 133016])
const BROKEN = new Set([1, 2, 131000, 131016, 133004, 135000])
const LOCKED_OUT = new Set([0, 3, 10, 33, 190, 368, 131005, 131031, 131042, 131045])

/** WhatsApp through Meta's Cloud API, by plain HTTP. Redirects are not followed. */
export function createWhatsappCloudApi(options: CloudApiOptions): Whatsapp {
  const { token, phoneNumberId, appSecret, verifyToken, baseUrl, version, timeoutMs = 15_000 } = options
  const root = `${baseUrl.replace(/\/+$/, '')}/${version}/${phoneNumberId}`

  /** The answer's body, or the code of a refusal that concerns this message alone. */
  async function post(
    path: 'messages' | 'media',
    body: string | FormData,
  ): Promise<{ answer: unknown } | { refused: string }> {
    let response: Response
    let answer: unknown
    try {
      response = await fetch(`${root}/${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      answer = await response.json().catch(() => null)
    } catch (cause) {
      throw new WhatsappUnavailable('unreachable', path, cause)
    }
    if (response.ok) return { answer }
    const error = refusedAnswer.safeParse(answer)
    if (!error.success) throw new WhatsappUnavailable('provider_error', `${path} ${response.status}`)
    const code = Number(error.data.error.code)
    const detail = `${path} ${response.status} ${code}`
    if (OVERLOADED.has(code) || response.status === 429) throw new WhatsappUnavailable('rate_limited', detail)
    if (LOCKED_OUT.has(code) || (code >= 200 && code < 300) || response.status === 401) {
      throw new WhatsappUnavailable('unauthorized', detail)
    }
    if (BROKEN.has(code) || response.status >= 500) throw new WhatsappUnavailable('provider_error', detail)
    return { refused: `whatsapp_${code}` }
  }

  async function upload({
    content,
    contentType,
    filename,
  }: WhatsappDocument): Promise<{ id: string } | { refused: string }> {
    const form = new FormData()
    form.set('messaging_product', 'whatsapp')
    form.set('type', contentType)
    form.set('file', new Blob([Buffer.from(content)], { type: contentType }), filename)
    const outcome = await post('media', form)
    if ('refused' in outcome) return outcome
    const media = uploaded.safeParse(outcome.answer)
    if (!media.success) throw new WhatsappUnavailable('bad_answer', 'media')
    return media.data
  }

  return {
    isOn: true,
    async sendTemplate(message) {
      if (!/^\+[1-9]\d{6,14}$/.test(message.to)) return { refused: 'invalid_phone' }
      const media = message.document && (await upload(message.document))
      if (media && 'refused' in media) return media
      const outcome = await post('messages', JSON.stringify(templateBody(message, media?.id)))
      if ('refused' in outcome) return outcome
      const sent = accepted.safeParse(outcome.answer)
      if (!sent.success) throw new WhatsappUnavailable('bad_answer', 'messages')
      return { messageId: sent.data.messages[0].id }
    },
    answerSubscription(query) {
      const isOurs =
        query['hub.mode'] === 'subscribe' && constantTimeEqual(query['hub.verify_token'] ?? '', verifyToken)
      return isOurs ? (query['hub.challenge'] ?? null) : null
    },
    readStatuses(rawBody, signature = '') {
      const expected = `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`
      return constantTimeEqual(signature, expected) ? statusesOf(rawBody) : null
    },
  }
}

function templateBody(message: WhatsappMessage, mediaId: string | undefined): object {
  const { to, template, params, document, buttonSuffix, idempotencyKey } = message
  return {
    messaging_product: 'whatsapp',
    to: to.slice(1),
    type: 'template',
    biz_opaque_callback_data: idempotencyKey,
    template: {
      name: template,
      language: { code: LANGUAGE },
      components: [
        ...(document && mediaId
          ? [
              {
                type: 'header',
                parameters: [{ type: 'document', document: { id: mediaId, filename: document.filename } }],
              },
            ]
          : []),
        ...(params.length > 0
          ? [{ type: 'body', parameters: params.map((value) => ({ type: 'text', text: paramText(value) })) }]
          : []),
        ...(buttonSuffix === undefined
          ? []
          : [{ type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: buttonSuffix }] }]),
      ],
    },
  }
}

/** The vendor refuses values that are empty, hold line breaks or tabs, or more than four spaces in a row. */
function paramText(value: string): string {
  return shorten(asLine(value), MAX_PARAM) || '–'
}

/** Each level by itself: what is of another kind, or cannot be read, takes none of its neighbours with it. */
function statusesOf(rawBody: Uint8Array): WhatsappStatus[] {
  const body = notification.safeParse(parseJson(rawBody))
  const rows = readable(entry, body.data?.entry ?? [])
    .flatMap(({ changes }) => readable(change, changes))
    .flatMap(({ value }) => value.statuses)
  const statuses = readable(status, rows)
  if (statuses.length < rows.length)
    count('unreadable_records', { of: 'whatsapp_status' }, rows.length - statuses.length)
  return statuses
    .filter((report) => STATUSES.has(report.status))
    .map((report) => ({
      messageId: report.id,
      status: report.status as WhatsappStatus['status'], // in STATUSES
      at: fromEpochMs(report.timestamp * 1000),
      idempotencyKey: report.biz_opaque_callback_data ?? null,
      failure: report.status === 'failed' ? `whatsapp_${failureCode(report.errors)}` : null,
    }))
    .toSorted((a, b) => a.at.localeCompare(b.at))
}

function readable<Shape extends z.ZodMiniType>(shape: Shape, rows: readonly unknown[]): z.output<Shape>[] {
  return rows.flatMap((row) => {
    const read = shape.safeParse(row)
    return read.success ? [read.data] : []
  })
}

function failureCode(errors: readonly unknown[] | null | undefined): number | string {
  return readable(oneError, errors ?? [])[0]?.code ?? 'unknown'
}

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString())
  } catch {
    return null
  }
}
