/** The page where a seller lets the application act for him. */
import { html } from '#server/shared/html.ts'
import type { AuthorizationRequest } from './oauth.ts'
import { page } from './page-frame.ts'
import type { Simulator } from './simulator.ts'

export function authorizationPage(simulator: Simulator, request: AuthorizationRequest): string {
  const sellers = Object.values(simulator.state.sellers)
  const repeated = {
    client_id: request.clientId,
    response_type: 'code',
    redirect_uri: request.redirectUri,
    state: request.state,
    ...(request.codeChallenge === null ? {} : { code_challenge: request.codeChallenge, code_challenge_method: 'S256' }),
  }
  return page(
    { title: 'Conectar cuenta' },
    html` <div>
        <p class="suave">${new URL(request.redirectUri).host} te pide permiso para</p>
        <h1>Cobrar y devolver en nombre de tu cuenta</h1>
      </div>
      <form class="tarjeta" method="post" action="${simulator.basePath}/authorization">
        ${Object.entries(repeated).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <fieldset>
          <legend>¿Con qué cuenta?</legend>
          ${sellers.map(
            (seller, index) =>
              html` <label class="opcion">
                <input type="radio" name="user_id" value="${seller.userId}" ${index === 0 && html`checked`} />
                <span><span>${seller.nickname}</span><span class="suave">Cuenta ${seller.userId}</span></span>
              </label>`,
          )}
          <label class="opcion">
            <input type="radio" name="user_id" value="new" ${sellers.length === 0 && html`checked`} />
            <span>Una cuenta nueva</span>
          </label>
          <label class="campo"
            >Nombre de la cuenta nueva
            <input type="text" name="nickname" maxlength="40" autocomplete="off" />
          </label>
        </fieldset>
        <button class="principal" name="answer" value="approve">Autorizar</button>
        <div class="fila">
          <p class="suave">Podés quitar el permiso cuando quieras.</p>
          <button name="answer" value="deny">No autorizar</button>
        </div>
      </form>`,
  )
}
