import { brand } from '#contract/platform/brand.ts'
import { html, trustedMarkup, type Markup } from '#server/shared/html.ts'

/** The tokens of the web's own style sheet; a page without script or files of its own repeats the few that it needs. */
const style = trustedMarkup(`<style>
  :root { color-scheme: dark; --noche: #0b0c12; --tinta: #12141d; --mesa: #191c28; --linea: #2c3146; --papel: #f6f4ee;
    --humo: #a9aec2; --celeste: #74c7ff; --sol: #ffc233; --yerba: #46d98a; --borde-campo: #6a7190; }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--noche); color: var(--papel); font: 16px/1.5 Archivo, system-ui, sans-serif; }
  main { max-width: 880px; margin: 0 auto; padding: 28px 16px 72px; }
  h1 { font-size: 28px; font-weight: 900; letter-spacing: -.02em; line-height: 1.15; overflow-wrap: anywhere; }
  h2 { font-size: 18px; margin-top: 28px; }
  a { color: var(--celeste); overflow-wrap: anywhere; }
  :focus-visible { outline: 2px solid var(--celeste); outline-offset: 2px; }
  label { display: block; font-size: 14px; font-weight: 600; margin-bottom: 4px; }
  input { flex: 1 1 200px; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit; background: var(--mesa);
    border: 1px solid var(--borde-campo); border-radius: 14px; }
  button, .button { display: inline-flex; align-items: center; min-height: 44px; padding: 8px 20px; font: inherit; font-weight: 600;
    color: var(--noche); background: var(--celeste); border: 0; border-radius: 999px; text-decoration: none; cursor: pointer; }
  .row { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; margin: 8px 0 20px; }
  .quiet, dt { color: var(--humo); }
  .date { color: var(--sol); font-variant-numeric: tabular-nums; }
  .empty { padding: 28px; text-align: center; background: var(--tinta); border: 1px dashed var(--linea); border-radius: 14px; }
  .list { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
  .list a { display: grid; grid-template-columns: 88px 1fr; gap: 2px 12px; padding: 14px 16px; color: inherit; text-decoration: none;
    background: var(--tinta); border: 1px solid var(--linea); border-radius: 14px; }
  .list a:hover { background: var(--mesa); }
  .list a > * { grid-column: 2; overflow-wrap: anywhere; }
  .list a > .chip { grid-column: 1; grid-row: 1; }
  .chip { align-self: start; font-size: 12px; font-weight: 600; padding: 3px 10px; text-align: center; color: var(--noche);
    background: var(--celeste); border-radius: 999px; }
  @media (max-width: 520px) {
    .list a { grid-template-columns: 1fr; }
    .list a > *, .list a > .chip { grid-column: 1; grid-row: auto; }
    .list a > .chip { justify-self: start; }
  }
  .chip.whatsapp { background: var(--yerba); }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; }
  dd { margin: 0; overflow-wrap: anywhere; }
  iframe { width: 100%; height: 640px; background: #fff; border: 1px solid var(--linea); border-radius: 14px; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px; background: var(--tinta); border: 1px solid var(--linea); border-radius: 14px; }
</style>`)

/** A whole page of the demo's own tools. */
export function devPage(title: string, content: Markup): Markup {
  return html`${trustedMarkup('<!doctype html>')}
    <html lang="es-AR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${brand.name}</title>
        ${style}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}
