/** Pages that a payment link shows when it cannot send the buyer on. Plain markup in the product's colours, no script. */
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { html, renderMarkup, trustedMarkup, type Markup } from '#server/shared/html.ts'

const STYLE = trustedMarkup(`<style>
:root { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: #0b0c12; color: #f6f4ee;
  font: 400 18px/1.5 Archivo, 'Helvetica Neue', Helvetica, Arial, sans-serif }
main { width: 100%; max-width: 480px; padding: 32px 24px; background: #12141d; border: 1px solid #2c3146; border-radius: 14px }
h1 { margin: 0 0 16px; font-size: 28px; line-height: 1.15; font-weight: 800; font-stretch: 125%; letter-spacing: -0.02em }
p { margin: 0 0 16px; color: #a9aec2 }
strong { color: #ffc233; font-weight: 600 }
a { display: block; margin-top: 24px; padding: 14px 24px; min-height: 44px; border-radius: 999px; background: #74c7ff; color: #06121c;
  font-weight: 600; text-align: center; text-decoration: none }
a:focus-visible { outline: 2px solid #74c7ff; outline-offset: 2px }
</style>`)

function page(title: string, head: Markup | null, body: Markup): string {
  return `<!doctype html>${renderMarkup(
    html`<html lang="es-AR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${brand.name}</title>
        ${head}${STYLE}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`,
  )}`
}

/**
 * For a provider that does not answer: the hold stays and the page retries by itself. `payUntil` is the local time of day
 * until which it can be paid, `again` the address of the link.
 */
export function providerDownPage({
  payUntil,
  again,
  seconds,
}: {
  payUntil: string
  again: string
  seconds: number
}): string {
  return page(
    'Mercado Pago no responde',
    html`<meta http-equiv="refresh" content="${seconds}" />`,
    html`<p role="status">
        Tu reserva sigue en pie hasta las <strong>${payUntil}</strong>. Esta página vuelve a probar sola en ${seconds}
        segundos.
      </p>
      <a href="${again}">Probar ahora</a>`,
  )
}

/** For a link with a wrong signature: we never gave it to anybody. */
export function linkInvalidPage(): string {
  return page(
    'Este enlace de pago no es válido',
    null,
    html`<p>Entrá a tus compras para pagar una reserva, o elegí tus entradas de nuevo.</p>
      <a href="${paths.events()}">Ver eventos</a>`,
  )
}
