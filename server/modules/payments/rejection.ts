/** Why a payment was refused, in words for the buyer. */
const REASONS: Readonly<Record<string, string>> = {
  cc_rejected_insufficient_amount: 'La tarjeta no tiene fondos suficientes',
  cc_rejected_bad_filled_card_number: 'El número de la tarjeta no es correcto',
  cc_rejected_bad_filled_date: 'El vencimiento de la tarjeta no es correcto',
  cc_rejected_bad_filled_security_code: 'El código de seguridad de la tarjeta no es correcto',
  cc_rejected_bad_filled_other: 'Hay un dato de la tarjeta que no es correcto',
  cc_rejected_call_for_authorize: 'Tu banco pide que autorices este pago: llamalo y volvé a intentar',
  cc_rejected_card_disabled: 'La tarjeta no está habilitada para compras: activala con tu banco',
  cc_rejected_card_error: 'La tarjeta no pudo procesar el pago',
  cc_rejected_duplicated_payment: 'Ya hiciste un pago igual hace un momento: usá otro medio de pago',
  cc_rejected_high_risk: 'Mercado Pago no aceptó este pago: probá con otro medio',
  cc_rejected_invalid_installments: 'La tarjeta no permite esa cantidad de cuotas',
  cc_rejected_max_attempts: 'Llegaste al límite de intentos con esa tarjeta: usá otra',
}

/** A sentence for the provider's `statusDetail`; a general one for what it does not explain. */
export function rejectionInWords(statusDetail: string | null): string {
  return REASONS[statusDetail ?? ''] ?? 'El pago no se pudo completar: probá con otro medio de pago'
}
