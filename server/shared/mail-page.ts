/** What every mail has in common: the name above, the words on a dark card, who is behind it below. Pure. */
import { mediaPath } from '#contract/api/files.ts'
import type { PublicImage } from '#contract/events/event-schemas.ts'
import { brand } from '#contract/platform/brand.ts'
import { html, renderMarkup, type Markup, type MarkupValue } from './html.ts'

/** The palette of the screens; mail programs know no variables. */
export const mailColors = {
  noche: '#0b0c12',
  tinta: '#12141d',
  linea: '#2c3146',
  papel: '#f6f4ee',
  humo: '#a9aec2',
  humoPapel: '#5c6172',
  celeste: '#74c7ff',
  onCeleste: '#06121c',
  sol: '#ffc233',
} as const

/** The last line of a mail's plain text. */
export const MAIL_FOOT = `${brand.name} · ${brand.supportMail}`

const FONT = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif"

/** The whole page. Tables, because some mail programs lay out nothing else. */
export function mailPage(title: string, body: MarkupValue): Markup {
  const { noche, tinta, linea, papel, humo } = mailColors
  return html`<!doctype html>
    <html lang="es-AR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="dark light" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
      </head>
      <body style="margin:0;background:${noche};color:${papel};font:16px/1.5 ${FONT}">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${noche}">
          <tr>
            <td align="center" style="padding:28px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;text-align:left;color:${papel};font:16px/1.5 ${FONT}"
              >
                <tr>
                  <td style="padding:0 0 18px;font-size:18px;font-weight:800;color:${papel}">${brand.name}</td>
                </tr>
                <tr>
                  <td style="background:${tinta};border:1px solid ${linea};border-radius:14px;padding:24px 20px">
                    ${body}
                  </td>
                </tr>
                <tr>
                  <td style="padding:18px 4px;font-size:12px;line-height:1.5;color:${humo}">
                    ¿Necesitás ayuda? Escribinos a ${brand.supportMail}.<br />${brand.name} · ${brand.subtitle}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`
}

/** The event that a mail is about. */
export interface MailEvent {
  readonly eventName: string
  readonly flyer: PublicImage | null
}

/** In pixels: the card's width, and a height that leaves the first line on a phone's first screen. */
const FLYER = { width: 518, height: 300 } as const

/** The event's flyer, whole; a JPEG, because some mail programs show nothing newer. The words below stand without it. */
export function mailFlyer(publicUrl: string, { eventName, flyer }: MailEvent): Markup | null {
  if (!flyer) return null
  const { id, width, height } = flyer
  const shown = Math.round(Math.min(width, FLYER.width, (FLYER.height * width) / height))
  return html`<img
    src="${publicUrl + mediaPath(id, shown > 320 ? 960 : 640, 'jpg')}"
    alt="Flyer de ${eventName}"
    width="${shown}"
    style="display:block;width:100%;max-width:${shown}px;height:auto;margin:0 auto 20px;border:0;border-radius:10px;font-size:13px;color:${mailColors.humo}"
  />`
}

/** What the mail is about. */
export function mailTitle(text: string): Markup {
  return html`<h1 style="margin:0 0 14px;font-size:28px;line-height:1.15;font-weight:800;color:${mailColors.papel}">
    ${text}
  </h1>`
}

/** The one thing to do. */
export function mailButton(label: string, href: string): Markup {
  return html`<p style="margin:24px 0">
    <a
      href="${href}"
      style="display:inline-block;padding:14px 24px;background:${mailColors.celeste};color:${mailColors.onCeleste};font-weight:700;text-decoration:none;border-radius:999px"
      >${label}</a
    >
  </p>`
}

/** What is said in a lower voice. */
export function mailAside(text: MarkupValue): Markup {
  return html`<p style="margin:16px 0 0;font-size:14px;color:${mailColors.humo}">${text}</p>`
}

/** Mail programs turn a word with one of these into a link. */
const ADDRESS_SIGNS = /[./:@\\\uFF0E\u3002]/

/** A person's first name in a salutation. Of an address only the first word: strangers may type one as a name. */
export function firstName(name: string): string {
  const [word = name] = name.trim().split(/\s+/)
  return word.split(ADDRESS_SIGNS).find(Boolean) ?? word
}

/** The words of a mail. Links are paths of ours. */
export interface Letter {
  readonly subject: string
  readonly lines: readonly string[]
  /** Whose flyer is above. */
  readonly event?: MailEvent
  /** To be read at a glance. */
  readonly code?: string
  readonly action?: { readonly label: string; readonly path: string }
  /** Of several things one to choose. */
  readonly links?: readonly { readonly text: string; readonly label: string; readonly path: string }[]
  readonly after?: string
}

/** Returns a mail of a few plain lines to one person, `name` whole or null of a stranger, as HTML and as text. */
export function writeLetter(
  to: string,
  about: { readonly name: string | null; readonly publicUrl: string; readonly idempotencyKey: string },
  { subject, lines, event, code, action, links = [], after }: Letter,
) {
  const { name, publicUrl, idempotencyKey } = about
  const hello = name === null ? 'Hola.' : `Hola, ${firstName(name)}.`
  const page = mailPage(
    subject,
    html`${event && mailFlyer(publicUrl, event)} ${mailTitle(code ? 'Tu código' : subject)}
      <p style="margin:0 0 12px">${hello}</p>
      ${lines.map((line) => html`<p style="margin:0 0 12px">${line}</p>`)}
      ${code && html`<p style="margin:20px 0;font-size:34px;font-weight:800;letter-spacing:0.12em">${code}</p>`}
      ${links.map(
        ({ text, label, path }) =>
          html`<p style="margin:0 0 16px">
            ${text}<br /><a href="${publicUrl + path}" style="color:${mailColors.celeste};font-weight:700">${label}</a>
          </p>`,
      )}
      ${action && mailButton(action.label, publicUrl + action.path)} ${after && mailAside(after)}`,
  )
  const listed = links.map(({ text, label, path }) => `${text}\n${label}: ${publicUrl}${path}`)
  const text = [
    hello,
    ...lines,
    code,
    ...listed,
    action && `${action.label}: ${publicUrl}${action.path}`,
    after,
    MAIL_FOOT,
  ].filter(Boolean)
  return { to, subject, html: renderMarkup(page), text: `${text.join('\n\n')}\n`, idempotencyKey }
}
