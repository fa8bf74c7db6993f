/** What every mail has in common: the name above, the words on a dark card, who is behind it below. Pure. */
import { brand } from '#contract/brand.ts'
import { html, type Markup, type MarkupValue } from './html.ts'

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
                    ¿Necesitás ayuda? Escribinos a ${brand.supportMail}.<br />${brand.company.legalName}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`
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
