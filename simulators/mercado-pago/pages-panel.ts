/** The list of payments, with what a bank or a seller might do to each, and the page for what cannot be done. */
import { formatMoment } from '#contract/values/dates.ts'
import { formatMoney } from '#contract/values/money.ts'
import { html, type Markup } from '#server/shared/html.ts'
import { page } from './page-frame.ts'
import type { Simulator } from './simulator.ts'
import { lookUp, type StoredPayment } from './state.ts'

const SHOWN = 50

const STATUS_LABELS: Record<StoredPayment['status'], string> = {
  pending: 'Pendiente',
  in_process: 'En revisión',
  approved: 'Aprobado',
  rejected: 'Rechazado',
  cancelled: 'Cancelado',
  refunded: 'Devuelto',
  charged_back: 'Contracargo',
  in_mediation: 'En reclamo',
}

export function panelPage(simulator: Simulator): string {
  const payments = Object.values(simulator.state.payments).slice(-SHOWN).toReversed()
  return page(
    { title: 'Pagos', isWide: true },
    html` <h1>Pagos recibidos</h1>
      ${
        payments.length === 0
          ? html`<section class="tarjeta"><p>Todavía no hay pagos. Comprá una entrada y vas a verlos acá.</p></section>`
          : html` <section class="tarjeta">
              <table>
                <thead>
                  <tr>
                    <th>Pago</th>
                    <th>Cuándo</th>
                    <th>Vendedor</th>
                    <th>Monto</th>
                    <th>Estado</th>
                    <th>Hacer</th>
                  </tr>
                </thead>
                <tbody>
                  ${payments.map((payment) => row(simulator, payment))}
                </tbody>
              </table>
            </section>`
      }`,
  )
}

export function refusedPage(simulator: Simulator, reason: string): string {
  return page(
    { title: 'No se puede' },
    html` <h1>No se puede</h1>
      <section class="tarjeta"><p>El simulador respondió: «${reason}».</p></section>
      <a class="boton" href="${simulator.basePath}/">Ver los pagos</a>`,
  )
}

function row(simulator: Simulator, payment: StoredPayment): Markup {
  const seller = lookUp(simulator.state.sellers, payment.ownerId)?.nickname ?? payment.ownerId
  const leftCents = payment.amountCents - payment.refundedCents
  return html` <tr>
    <td data-label="Pago">${payment.id}</td>
    <td data-label="Cuándo">${formatMoment(payment.createdAt)}</td>
    <td data-label="Vendedor">${seller}</td>
    <td data-label="Monto">
      <span
        >${formatMoney(payment.amountCents)}${payment.refundedCents > 0 && html`<br /><span class="suave">quedan ${formatMoney(leftCents)}</span>`}</span
      >
    </td>
    <td data-label="Estado">
      <span>${STATUS_LABELS[payment.status]}<br /><span class="suave">${payment.statusDetail}</span></span>
    </td>
    <td>${actions(simulator, payment)}</td>
  </tr>`
}

function actions(simulator: Simulator, payment: StoredPayment): Markup | false {
  const isOpen = payment.status === 'pending' || payment.status === 'in_process'
  if (isOpen) return html`<div class="acciones">${action(simulator, payment, 'approve', 'Acreditar')}</div>`
  if (payment.status === 'charged_back' && payment.statusDetail === 'in_process')
    return html`<div class="acciones">
      ${action(simulator, payment, 'chargeback-won', 'A favor del vendedor')}${action(simulator, payment, 'chargeback-lost', 'En contra')}
    </div>`
  if (payment.status !== 'approved') return false
  return html`<div class="acciones">
    ${action(simulator, payment, 'refund', 'Devolver')}${action(simulator, payment, 'chargeback', 'Contracargo')}
  </div>`
}

function action(simulator: Simulator, payment: StoredPayment, name: string, label: string): Markup {
  return html` <form method="post" action="${simulator.basePath}/panel">
    <input type="hidden" name="payment" value="${payment.id}" />
    <button class="chico" name="action" value="${name}" aria-label="${label} el pago ${payment.id}">${label}</button>
  </form>`
}
