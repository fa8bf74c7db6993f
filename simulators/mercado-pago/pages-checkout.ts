/** The checkout as a buyer sees it. */
import { formatMoment } from '#contract/values/dates.ts'
import { formatMoney } from '#contract/values/money.ts'
import { html, type Markup } from '#server/shared/html.ts'
import { page } from './page-frame.ts'
import { acceptsCash, itemsOf } from './preferences.ts'
import type { Simulator } from './simulator.ts'
import { lookUp, type StoredPreference } from './state.ts'

/** Why a card may be rejected, in the vendor's word and in ours. */
export const REJECTIONS = [
  ['cc_rejected_insufficient_amount', 'Fondos insuficientes'],
  ['cc_rejected_bad_filled_security_code', 'Código de seguridad incorrecto'],
  ['cc_rejected_bad_filled_date', 'Fecha de vencimiento incorrecta'],
  ['cc_rejected_bad_filled_other', 'Datos de la tarjeta incorrectos'],
  ['cc_rejected_call_for_authorize', 'El banco pide autorizar el pago'],
  ['cc_rejected_card_disabled', 'Tarjeta inhabilitada'],
  ['cc_rejected_duplicated_payment', 'Pago repetido'],
  ['cc_rejected_high_risk', 'Rechazado por riesgo'],
  ['cc_rejected_max_attempts', 'Demasiados intentos'],
  ['cc_rejected_other_reason', 'Otro motivo'],
] as const

const METHOD_LABELS = [
  ['visa', 'Tarjeta de crédito', 'Visa terminada en 4509'],
  ['debvisa', 'Tarjeta de débito', 'Visa Débito terminada en 2702'],
  ['account_money', 'Dinero en cuenta', 'Saldo de Mercado Pago'],
  ['rapipago', 'Efectivo', 'Rapipago: queda pendiente hasta que lo pagues'],
] as const

export function checkoutPage(simulator: Simulator, preference: StoredPreference): string {
  const total = formatMoney(preference.totalCents)
  const isBinary = preference.body['binary_mode'] === true
  const methods = METHOD_LABELS.filter(([id]) => id !== 'rapipago' || acceptsCash(preference))
  return page(
    { title: `Pagar ${total}` },
    html` ${summary(simulator, preference)}
      <form class="tarjeta" method="post" action="${simulator.basePath}/checkout/v1/pay">
        <input type="hidden" name="pref_id" value="${preference.id}" />
        <fieldset>
          <legend>¿Cómo querés pagar?</legend>
          ${methods.map(
            ([id, label, about], index) =>
              html` <label class="opcion">
                <input type="radio" name="method" value="${id}" ${index === 0 && html`checked`} />
                <span><span>${label}</span><span class="suave">${about}</span></span>
              </label>`,
          )}
        </fieldset>
        <button class="principal" name="ending" value="approve">Pagar ${total}</button>
        <details>
          <summary>Probar otro final</summary>
          <div class="fila">
            <label class="campo"
              >Motivo del rechazo
              <select name="reason">
                ${REJECTIONS.map(([code, label]) => html`<option value="${code}">${label}</option>`)}
              </select>
            </label>
            <button class="peligro" name="ending" value="reject">Rechazar el pago</button>
          </div>
          <div class="fila">
            <label class="campo"
              >Segundos hasta que se acredita
              <input type="number" name="seconds" value="30" min="0" max="3600" inputmode="numeric" />
            </label>
            <button name="ending" value="late">Pagar tarde</button>
          </div>
          <div class="fila">
            <p class="suave">
              ${
                isBinary
                  ? 'Este checkout se aprueba o se rechaza en el momento: no admite pagos pendientes.'
                  : html`Queda en revisión hasta que lo acredites en la
                      <a href="${simulator.basePath}/">lista de pagos</a>.`
              }
            </p>
            ${!isBinary && html`<button name="ending" value="pending">Dejar pendiente</button>`}
          </div>
        </details>
      </form>
      ${leave(simulator, preference)}`,
  )
}

/** The hold ended: nothing can be paid any more. */
export function expiredPage(simulator: Simulator, preference: StoredPreference, backUrl: string): string {
  return page(
    { title: 'Pago vencido' },
    html` ${summary(simulator, preference, 'Se podía pagar hasta el')}
      <section class="tarjeta">
        <h2>Este pago venció</h2>
        <p class="suave">Volvé al sitio del vendedor para empezar de nuevo.</p>
      </section>
      <a class="boton" href="${backUrl}">Volver al sitio</a>`,
  )
}

function summary(simulator: Simulator, preference: StoredPreference, untilLabel = 'Podés pagar hasta el'): Markup {
  const seller = lookUp(simulator.state.sellers, preference.ownerId)?.nickname ?? preference.ownerId
  const until = preference.body['expires'] === true ? preference.body['expiration_date_to'] : null
  const isPaid = Object.values(simulator.state.payments).some(
    (payment) => payment.preferenceId === preference.id && payment.status === 'approved',
  )
  return html` <div>
      <p class="suave">Le pagás a</p>
      <h1>${seller}</h1>
    </div>
    <section class="tarjeta" aria-label="Tu compra">
      <ul class="lista">
        ${itemsOf(preference).map(
          (item) =>
            html` <li>
              <span
                >${item.title}<br /><span class="suave"
                  >${item.quantity} × ${formatMoney(item.unitPriceCents)}</span
                ></span
              >
              <span class="monto">${formatMoney(item.quantity * item.unitPriceCents)}</span>
            </li>`,
        )}
      </ul>
      <p class="total"><span>Total</span> <span class="monto">${formatMoney(preference.totalCents)}</span></p>
      ${typeof until === 'string' && html`<p class="suave">${untilLabel} ${formatMoment(until)}.</p>`}
      ${isPaid && html`<p class="suave"><strong>Esta compra ya tiene un pago aprobado.</strong> Si pagás otra vez, el vendedor recibe dos pagos.</p>`}
    </section>`
}

function leave(simulator: Simulator, preference: StoredPreference): Markup {
  return html` <form method="post" action="${simulator.basePath}/checkout/v1/pay">
    <input type="hidden" name="pref_id" value="${preference.id}" />
    <button name="ending" value="leave">Volver sin pagar</button>
  </form>`
}
