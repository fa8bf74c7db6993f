/** What every page of the simulator shares. It looks like none of the product's own: the buyer must see that he left it. */
import { html, renderMarkup, trustedMarkup, type Markup } from '#server/shared/html.ts'

const style = trustedMarkup(`
:root { --fondo: #eef2f7; --tarjeta: #fff; --texto: #16202e; --suave: #50607a; --linea: #d5dde8; --azul: #0a58c2; --sol: #ffe08a; --rojo: #a3261d }
* { box-sizing: border-box }
body { margin: 0; background: var(--fondo); color: var(--texto); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
.aviso { background: var(--sol); padding: 10px 16px; text-align: center; font-size: 14px }
.aviso strong { display: block; font-size: 16px }
main { max-width: 560px; margin: 0 auto; padding: 20px 16px 48px; display: grid; gap: 16px }
main.ancho { max-width: 960px }
h1 { font-size: 22px; line-height: 1.25; margin: 4px 0 0 }
h2 { font-size: 16px; margin: 0 0 12px }
p { margin: 0 }
.suave { color: var(--suave); font-size: 14px }
.tarjeta { background: var(--tarjeta); border: 1px solid var(--linea); border-radius: 12px; padding: 16px; min-width: 0 }
.lista { list-style: none; margin: 0; padding: 0 }
.lista li { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0; border-bottom: 1px solid var(--linea) }
.monto, td { font-variant-numeric: tabular-nums }
.monto { white-space: nowrap }
.total { display: flex; justify-content: space-between; align-items: baseline; padding-top: 12px; font-weight: 700; font-size: 18px }
.total .monto { font-size: 26px }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 8px }
legend { font-weight: 700; padding: 0; margin-bottom: 12px }
.opcion { display: flex; align-items: center; gap: 12px; min-height: 52px; padding: 8px 12px; border: 1px solid #7d8ba1; border-radius: 10px; cursor: pointer }
.opcion:has(:checked) { border-color: var(--azul); box-shadow: inset 0 0 0 1px var(--azul); background: #f1f7ff }
.opcion input[type=radio] { width: 20px; height: 20px; accent-color: var(--azul); flex: none; margin: 0 }
.opcion span { display: block }
button, .boton { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 48px; padding: 8px 16px; border-radius: 10px; border: 1px solid var(--azul); background: #fff; color: var(--azul); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
button.principal { background: var(--azul); color: #fff; font-size: 18px; min-height: 54px; margin-top: 16px }
button.peligro { border-color: var(--rojo); color: var(--rojo) }
button.chico { width: auto; min-height: 44px; font-size: 14px }
button:hover, .boton:hover { filter: brightness(.96) }
:focus-visible { outline: 3px solid var(--azul); outline-offset: 2px }
.fila { display: grid; grid-template-columns: 1fr auto; gap: 8px; align-items: end; margin-top: 16px }
.fila button { width: auto }
label.campo { display: grid; gap: 4px; font-size: 14px; min-width: 0 }
select, input[type=number], input[type=text] { width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid #7d8ba1; border-radius: 10px; background: #fff; color: inherit; font: inherit }
details { margin-top: 8px }
summary { min-height: 44px; display: flex; align-items: center; justify-content: space-between; font-weight: 700; cursor: pointer }
summary::after { content: ''; width: 9px; height: 9px; margin-right: 6px; border: solid var(--azul); border-width: 0 2px 2px 0; transform: translateY(-3px) rotate(45deg) }
details[open] summary::after { transform: translateY(3px) rotate(225deg) }
details .fila:first-of-type { margin-top: 4px }
a { color: var(--azul) }
table { border-collapse: collapse; width: 100%; font-size: 14px }
th, td { text-align: left; padding: 8px; border-bottom: 1px solid var(--linea); vertical-align: middle }
.acciones { display: flex; gap: 8px }
@media (max-width: 680px) {
  table, tbody, tr, td { display: block }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  tr { padding: 8px 0; border-bottom: 1px solid var(--linea) }
  tr:last-child { border: 0 }
  td { display: flex; justify-content: space-between; gap: 16px; padding: 4px 0; border: 0; text-align: right }
  td::before { content: attr(data-label); color: var(--suave); text-align: left }
  td:empty { display: none }
}
@media (max-width: 420px) { .fila { grid-template-columns: 1fr } .fila button { width: 100% } }
`)

/** A whole page. */
export function page({ title, isWide = false }: { title: string; isWide?: boolean }, content: Markup): string {
  const markup = html`<!doctype html>
    <html lang="es-AR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Simulador de Mercado Pago</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <header class="aviso">
          <strong>Simulador de Mercado Pago</strong> Es una prueba: acá no se mueve plata de nadie.
        </header>
        <main class="${isWide ? 'ancho' : ''}">${content}</main>
      </body>
    </html>`
  return renderMarkup(markup)
}
