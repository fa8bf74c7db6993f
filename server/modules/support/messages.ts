/** What the support reads. Pure. */
import { brand } from '#contract/platform/brand.ts'
import { formatMoment } from '#contract/values/dates.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import { html, renderMarkup } from '#server/shared/html.ts'

export interface Contact {
  readonly id: string
  readonly name: string
  readonly mail: string
  readonly topic: string
  readonly message: string
  readonly userId: string | null
  readonly createdAt: string
}

const TOPICS: Readonly<Record<string, string>> = {
  tickets: 'Entradas',
  refunds: 'Devoluciones',
  account: 'Cuenta',
  organizers: 'Organizadores',
}

/** The sender's words and address stand in the body alone: headers carry nothing that a stranger wrote. */
export function contactMail(to: string, contact: Contact): EmailMessage {
  const { id, name, mail, message, userId, createdAt } = contact
  const topic = TOPICS[contact.topic] ?? 'Otras consultas'
  const facts = [
    ['Nombre', name],
    ['Responder a', mail],
    ['Tema', topic],
    ['Cuenta', userId ?? 'Sin sesión'],
    ['Recibida', formatMoment(createdAt)],
  ] as const
  return {
    to,
    subject: `${brand.name} · Consulta por la web · ${topic} · ${id.slice(-6)}`,
    html: renderMarkup(
      html`<!doctype html>
        <html lang="es-AR">
          <body style="font:16px/1.5 Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif">
            ${facts.map(([label, value]) => html`<p style="margin:0"><strong>${label}:</strong> ${value}</p>`)}
            <p style="white-space:pre-wrap">${message}</p>
          </body>
        </html>`,
    ),
    text: `${facts.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n${message}\n`,
    idempotencyKey: `contact-${id}`,
  }
}
