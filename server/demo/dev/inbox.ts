/** `/dev/inbox`: the mails and WhatsApp messages that a demo keeps instead of sending. Plain pages without script. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { formatMoment } from '#contract/values/dates.ts'
import { failures } from '#contract/api/failures.ts'
import type { App } from '#server/context.ts'
import { containing } from '#server/db/search.ts'
import { html, renderMarkup, type Markup } from '#server/shared/html.ts'
import type { InboxAttachment } from '#server/shared/inbox.ts'
import { devPage } from './page.ts'

const PAGE_SIZE = 25
const CHANNELS = { mail: 'Correo', whatsapp: 'WhatsApp' } as const
const OWN_PAGE =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
/** A mail is untrusted HTML: no script, no form, pictures of its own attachments only. */
const MAIL_PAGE =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'"

interface Message {
  readonly id: number
  readonly channel: keyof typeof CHANNELS
  readonly recipient: string
  readonly subject: string
  readonly html: string | null
  readonly body: string
  readonly attachments: readonly InboxAttachment[]
  readonly at: string
}

/** List, message, the message's HTML as it was written, and its attachments. */
export function inboxRoutes(fastify: FastifyInstance, app: App): void {
  fastify.get<{ Querystring: { to?: string; page?: string } }>('/dev/inbox', async (request, reply) => {
    const to = typeof request.query.to === 'string' ? request.query.to.trim() : ''
    const page = Math.max(1, Math.trunc(Number(request.query.page)) || 1)
    return sendPage(reply, await listPage(app, to, page))
  })
  fastify.get<{ Params: { id: string } }>('/dev/inbox/:id', async (request, reply) => {
    const message = await findMessage(app, request.params.id)
    return message ? sendPage(reply, messagePage(message)) : notFound(reply)
  })
  fastify.get<{ Params: { id: string } }>('/dev/inbox/:id/html', async (request, reply) => {
    const message = await findMessage(app, request.params.id)
    if (!message?.html) return notFound(reply)
    return reply
      .header('content-security-policy', MAIL_PAGE)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(withPictures(message, message.html))
  })
  fastify.get<{ Params: { id: string; index: string } }>('/dev/inbox/:id/files/:index', async (request, reply) => {
    const message = await findMessage(app, request.params.id)
    const file = message?.attachments[Number(request.params.index)]
    if (!file) return notFound(reply)
    const disposition = file.contentId === undefined ? 'attachment' : 'inline'
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(file.filename)}`)
      .header('cache-control', 'no-store')
      .type(file.contentType)
      .send(Buffer.from(file.base64, 'base64'))
  })
}

async function findMessage(app: App, id: string): Promise<Message | null> {
  if (!/^\d{1,15}$/.test(id)) return null
  const row = await app.db.selectFrom('dev_inbox').selectAll().where('id', '=', Number(id)).executeTakeFirst()
  return row ? (row as unknown as Message) : null // written from InboxMessage alone
}

async function listPage(app: App, to: string, page: number): Promise<Markup> {
  const matching = app.db
    .selectFrom('dev_inbox')
    .$if(to !== '', (query) => query.where(sql<boolean>`plain_text(recipient) like ${containing(to)}`))
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matching
    .select(['id', 'channel', 'recipient', 'subject', 'at'])
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute()
  const address = (toPage: number) => `/dev/inbox?${new URLSearchParams({ ...(to && { to }), page: String(toPage) })}`
  return devPage(
    'Bandeja de la demostración',
    html`<p class="quiet">Lo que saldría por correo o WhatsApp queda acá. En producción esta página no existe.</p>
      <form method="get" action="/dev/inbox" role="search">
        <label for="to">Destinatario</label>
        <div class="row">
          <input id="to" name="to" type="search" value="${to}" placeholder="mail o teléfono" /><button>Filtrar</button>
        </div>
      </form>
      ${rows.length === 0 && html`<p class="empty">${to ? 'Nada para ese destinatario.' : 'Todavía no salió ningún mensaje. Comprá una entrada y volvé.'}</p>`}
      <ul class="list">
        ${rows.map(
          (row) =>
            html`<li>
              <a href="/dev/inbox/${row.id}">
                <span class="chip ${row.channel}">${CHANNELS[row.channel as keyof typeof CHANNELS]}</span>
                <strong>${row.subject}</strong><span class="quiet">${row.recipient}</span>
                <time class="date" datetime="${row.at}">${formatMoment(row.at)}</time></a
              >
            </li>`,
        )}
      </ul>
      <nav class="row" aria-label="Páginas">
        ${page > 1 && html`<a class="button" rel="prev" href="${address(page - 1)}">Más nuevos</a>`}
        <span class="quiet">${total === 1 ? '1 mensaje' : `${total} mensajes`}</span>
        ${page * PAGE_SIZE < total && html`<a class="button" rel="next" href="${address(page + 1)}">Más viejos</a>`}
      </nav>`,
  )
}

function messagePage(message: Message): Markup {
  const files = message.attachments.map((file, index) => ({
    ...file,
    address: `/dev/inbox/${message.id}/files/${index}`,
  }))
  const links = [...new Set(message.body.match(/https?:\/\/[^\s<>"]+/g) ?? [])]
  return devPage(
    message.subject,
    html`<p><a href="/dev/inbox">← Bandeja</a></p>
      <dl>
        <dt>Canal</dt>
        <dd>${CHANNELS[message.channel]}</dd>
        <dt>Para</dt>
        <dd><a href="/dev/inbox?to=${encodeURIComponent(message.recipient)}">${message.recipient}</a></dd>
        <dt>Fecha</dt>
        <dd><time class="date" datetime="${message.at}">${formatMoment(message.at)}</time></dd>
      </dl>
      ${
        links.length > 0 &&
        html`<h2>Enlaces</h2>
          <ul>
            ${links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}
          </ul>`
      }
      ${
        files.length > 0 &&
        html`<h2>Adjuntos</h2>
          <ul>
            ${files.map((file) => html`<li><a href="${file.address}" download="${file.filename}">${file.filename}</a> <span class="quiet">${file.contentType}</span></li>`)}
          </ul>`
      }
      ${
        message.html !== null &&
        html`<h2>Como se ve</h2>
          <iframe
            title="El correo"
            src="/dev/inbox/${message.id}/html"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>`
      }
      <h2>Texto</h2>
      <pre>${message.body}</pre>`,
  )
}

/** Pictures that the mail carries, as addresses; its links open in a new tab. */
function withPictures(message: Message, source: string): string {
  const pictured = message.attachments.reduce(
    (text, file, index) =>
      file.contentId === undefined
        ? text
        : text.replaceAll(`cid:${file.contentId}`, `/dev/inbox/${message.id}/files/${index}`),
    source,
  )
  const base = '<base target="_blank">'
  return /<head[\s>]/i.test(pictured) ? pictured.replace(/<head[^>]*>/i, `$&${base}`) : base + pictured
}

function sendPage(reply: FastifyReply, page: Markup): FastifyReply {
  return reply
    .header('content-security-policy', OWN_PAGE)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(renderMarkup(page))
}

function notFound(reply: FastifyReply): FastifyReply {
  const [status, message] = failures.not_found
  return reply.code(status).send({ code: 'not_found', message })
}
