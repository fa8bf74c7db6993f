/** The account chooser. It looks like none of the product's own pages: a person must see that they left it. */
import { html, renderMarkup, trustedMarkup } from '#server/shared/html.ts'
import type { SimulatedAccount } from './accounts.ts'

const style = trustedMarkup(`
* { box-sizing: border-box }
body { margin: 0; background: #f0f4f9; color: #1f1f1f; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
.aviso { background: #ffe08a; padding: 10px 16px; text-align: center; font-size: 14px }
.aviso strong { display: block; font-size: 16px }
main { max-width: 480px; margin: 0 auto; padding: 24px 16px 48px; display: grid; gap: 20px }
h1 { font-size: 24px; line-height: 1.25; margin: 0 }
h2 { font-size: 16px; margin: 0 }
p { margin: 0 }
ul { list-style: none; margin: 0; padding: 0; background: #fff; border: 1px solid #c4cad4; border-radius: 16px; overflow: hidden }
li + li { border-top: 1px solid #dde2ea }
button { font: inherit; color: inherit; cursor: pointer }
li button { display: grid; width: 100%; min-height: 64px; padding: 12px 16px; background: none; border: 0; text-align: left }
li button:hover { background: #f4f7fc }
.suave { color: #4a5361; font-size: 14px }
form.otra { display: grid; gap: 12px; background: #fff; border: 1px solid #c4cad4; border-radius: 16px; padding: 16px }
label { display: grid; gap: 4px; font-size: 14px }
input { min-height: 48px; padding: 8px 12px; border: 1px solid #6f7b8c; border-radius: 8px; font: inherit }
.boton { min-height: 48px; padding: 8px 16px; border-radius: 24px; border: 1px solid #0b57d0; background: #fff; color: #0b57d0; font-weight: 600 }
.boton.lleno { background: #0b57d0; color: #fff }
:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px }
`)

/** `isFresh` is a sign-in that asks for the credentials again. */
export function chooserPage(accounts: readonly SimulatedAccount[], isFresh: boolean): string {
  return renderMarkup(
    html`<!doctype html>
      <html lang="es-AR">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>Elegí una cuenta · Simulador de Google</title>
          <style>
            ${style}
          </style>
        </head>
        <body>
          <header class="aviso">
            <strong>Simulador de Google</strong> Es una prueba: estas cuentas no existen y no piden contraseña.
          </header>
          <main>
            <h1>${isFresh ? 'Confirmá que sos vos' : 'Elegí una cuenta'}</h1>
            <p class="suave">para seguir a Previa</p>
            <form method="post">
              <ul>
                ${accounts.map(
                  ({ subject, name, mail, about }) =>
                    html`<li>
                      <button name="account" value="${subject}">
                        <strong>${name}</strong>
                        <span>${mail}</span>
                        <span class="suave">${about}</span>
                      </button>
                    </li>`,
                )}
              </ul>
            </form>
            <form method="post" class="otra">
              <h2>Usar otra cuenta</h2>
              <label>Nombre <input name="name" required minlength="2" maxlength="60" autocomplete="off" /></label>
              <label>Email <input name="mail" type="email" required maxlength="200" autocomplete="off" /></label>
              <button class="boton lleno">Siguiente</button>
            </form>
            <form method="post">
              <button class="boton" name="cancel" value="1">Cancelar</button>
            </form>
          </main>
        </body>
      </html>`,
  )
}
