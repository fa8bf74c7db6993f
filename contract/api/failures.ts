import { commonFailures } from './common-failures.ts'

/**
 * Every expected failure: its code, HTTP status and Spanish text. Texts that existing clients know stay letter for letter (rule R3.1).
 * On the wire: `{ code, message, details? }`.
 */
export const failures = {
  ...commonFailures,

  // Accounts
  wrong_credentials: [401, 'Credenciales incorrectas'],
  phone_taken: [409, 'Ya existe una cuenta con ese teléfono'],
  mail_taken: [409, 'Ya existe una cuenta con ese email'],
  phone_code_needed: [409, 'Confirmá que el teléfono es tuyo con el código que te mandamos'],
  account_blocked: [403, 'Tu cuenta está bloqueada. Escribinos para resolverlo'],
  common_password: [422, 'Esa contraseña es demasiado común. Elegí otra'],
  invalid_phone: [400, 'El teléfono no es válido'],
  wrong_password: [401, 'Contraseña actual incorrecta'],
  reset_link_invalid: [400, 'Token inválido o expirado. Solicita un nuevo enlace de restablecimiento'],
  reset_link_unknown: [404, 'Token no encontrado. Solicita un nuevo enlace de restablecimiento'],
  activation_link_invalid: [400, 'Token inválido o expirado. Solicita un nuevo enlace de activación'],
  activation_link_unknown: [404, 'Token no encontrado. Verifica el enlace de activación'],
  activation_sent: [409, 'Ya hay una cuenta con esos datos, sin activar. Te enviamos el enlace para activarla'],
  contact_missing: [422, 'Tu cuenta todavía no tiene ese dato: cargalo en tu perfil'],
  whatsapp_off: [503, 'En este momento no podemos mandar códigos por WhatsApp. Probá más tarde'],
  mail_proof_needed: [422, 'Para cambiar el teléfono, verificá primero tu email'],
  wrong_code: [422, 'El código no es correcto'],
  code_expired: [422, 'El código venció o ya no sirve. Pedí uno nuevo'],

  // Profile
  invalid_profile: [400, 'Datos de perfil inválidos'],
  profile_unauthorized: [401, 'No tienes autorización para realizar esta acción'],
  profile_forbidden: [403, 'Acceso prohibido - verifica tu token de autenticación'],
  invalid_profile_image: [400, 'Imagen de perfil inválida'],
  user_id_missing: [404, 'No se encontró el ID del usuario'],
  invalid_password_data: [400, 'Datos de contraseña inválidos'],

  // Sign-in with Google
  google_token_invalid: [401, 'Token de Google inválido'],
  google_email_unverified: [403, 'El email de Google no está verificado'],
  google_failed: [502, 'Error al autenticar con Google'],
  google_off: [404, 'El ingreso con Google no está habilitado'],
  google_link_needed: [409, 'Ya hay una cuenta con ese email. Confirmá que es tuya para ingresar con Google'],
  phone_already_given: [409, 'Tu cuenta ya tiene un teléfono. Cambialo desde Editar Perfil'],

  // People of an organizer
  contact_proof_needed: [422, 'Para buscar por teléfono, verificá antes tu teléfono o tu email'],
  person_not_found: [404, 'No encontramos a esa persona'],
  role_not_assignable: [422, 'Ese rol no se puede asignar desde acá'],
  person_unproved: [422, 'Esa persona tiene que verificar antes su teléfono o su email'],
  own_role: [422, 'No podés cambiar tu propio rol'],
  commission_above_price: [422, 'La comisión fija no puede superar el precio de una entrada'],
  own_promoter: [422, 'Lo que das, vendés y ganás lo decide otra persona de la organización'],
  issued_to_self: [422, 'No podés darte cortesías a vos: pedíselas al organizador'],
  event_required: [422, 'Elegí para qué evento es el rol'],
  missing_person: [422, 'Faltan datos del usuario'],
  already_active: [409, 'Esa persona ya activó su cuenta'],
  not_commercial: [422, 'Esa persona no tiene el rol de comercial'],
  event_has_commercial: [409, 'Ese evento ya tiene comercial'],
  // Images
  invalid_image: [400, 'La imagen no se puede leer o está dañada'],
  image_type: [
    400,
    'Solo se permiten archivos JPG, JPEG o PNG. Por favor, selecciona un archivo con uno de estos formatos.',
  ],
  image_too_large: [413, 'La imagen es demasiado grande. Elegí una más liviana o comprimila'],

  // Events
  event_not_found: [404, 'No encontramos ese evento'],
  company_not_found: [404, 'No encontramos esa organización'],
  company_role_not_allowed: [403, 'Tu rol en la organización no permite esta acción'],
  slug_taken: [409, 'Esa dirección ya es de otra organización'],
  last_owner: [409, 'La organización se queda sin titular: primero sumá a otra persona como titular'],
  company_not_approved: [422, 'Tu organización todavía no está aprobada'],
  invalid_onboarding: [400, 'Datos de formulario inválidos. Verifica la información ingresada.'],
  onboarding_unauthorized: [401, 'No tienes autorización para realizar esta acción'],
  onboarding_photos_too_large: [413, 'Las imágenes son demasiado grandes. Intenta con imágenes más pequeñas.'],
  organizer_request_not_found: [404, 'No encontramos ese pedido'],
  organizer_request_pending: [409, 'Ya mandaste tu pedido y lo estamos revisando'],
  organizer_request_decided: [409, 'Otra persona ya decidió este pedido'],
  organizer_photo_erased: [404, 'Las fotos de este pedido ya se borraron'],
  already_organizer: [409, 'Esta cuenta ya es parte de una organización'],
  team_does_not_organize: [422, 'Las cuentas del equipo no organizan eventos. Usá otra cuenta'],
  mp_not_authorized: [401, 'No tienes autorización para realizar esta acción'],
  mp_connection_not_found: [404, 'No se encontró la conexión de MercadoPago'],
  orders_await_payment: [
    409,
    'Hay compras esperando su pago. Pausá tus eventos y volvé a intentar cuando se paguen o venzan',
  ],
  payments_off: [422, 'En esta instalación los pagos no están habilitados'],
  event_changed: [409, 'Otra persona guardó cambios en este evento mientras lo editabas'],
  event_incomplete: [422, 'Al evento le faltan datos para publicarse'],
  event_without_date: [422, 'Poné primero la fecha del evento: de ella depende hasta qué hora valen sus listas'],
  event_state: [409, 'El evento no admite ese cambio en su estado actual'],
  paid_sales_closed: [422, 'Por ahora no se venden entradas pagas de este evento. Probá más tarde'],
  payment_account_missing: [422, 'Conectá tu cuenta de Mercado Pago para vender entradas pagas'],
  paid_sales_stopped: [
    422,
    'La venta paga está cerrada: hay reembolsos sin saldo en Mercado Pago. Mirá Reembolsos: cuando salgan, vuelve a abrirse sola',
  ],
  capacity_below_sold: [409, 'La capacidad no puede ser menor que lo ya vendido o reservado'],
  ticket_type_in_use: [409, 'Ese tipo de entrada ya tiene ventas: podés ocultarlo, no borrarlo'],
  ticket_type_not_found: [404, 'No encontramos ese tipo de entrada'],

  // Checkout
  sold_out: [409, 'No quedan entradas suficientes de ese tipo'],
  not_on_sale: [422, 'Esas entradas no están a la venta en este momento'],
  event_not_on_sale: [422, 'Este evento no está vendiendo entradas'],
  order_limit: [422, 'Superás el máximo de entradas por compra'],
  person_limit: [422, 'Superás el máximo de entradas por persona para este evento'],
  hold_wait: [409, 'Reservaste varias veces sin pagar. Esperá media hora para volver a reservar'],
  device_limit: [409, 'Este dispositivo ya tiene varias reservas sin pagar. Pagá una o esperá a que venzan'],
  contact_limit: [
    429,
    'Con ese teléfono o email ya hubo cinco compras sin pagar hoy. Confirmá con un código que es tuyo, o probá mañana',
  ],
  contact_not_yours: [409, 'Esa compra se hizo con otro teléfono y otro email. Verificá en tu cuenta el que usaste'],
  signed_in_already: [409, 'Ya ingresaste: comprá con tu cuenta'],
  contact_unproved: [422, 'Para reservar estas entradas, verificá antes tu teléfono o tu email'],
  under_age: [422, 'Este evento es para mayores y tu fecha de nacimiento no lo permite'],
  order_not_found: [404, 'No encontramos esa compra'],
  order_not_payable: [409, 'Esta compra ya no se puede pagar'],
  order_not_paid: [409, 'Esta compra todavía no tiene comprobante: no está pagada'],
  order_expired: [409, 'La reserva venció. Volvé a elegir tus entradas'],
  payment_link_invalid: [404, 'El enlace de pago no es válido'],
  payment_provider_down: [503, 'Mercado Pago no responde. Tu reserva sigue en pie: probá en unos segundos'],
  profile_incomplete: [422, 'Completá tu teléfono para poder comprar'],

  // Discount codes
  discount_not_found: [422, 'Ese código de descuento no existe o ya no sirve para este evento'],
  discount_not_open: [422, 'Ese código de descuento no está vigente en este momento'],
  discount_used_up: [409, 'Ese código de descuento ya se usó todas las veces que se podía'],
  discount_person_limit: [422, 'Ya usaste ese código de descuento todas las veces que se puede'],
  discount_other_types: [422, 'Ese código de descuento no es para las entradas que elegiste'],
  discount_code_taken: [409, 'Este evento ya tiene un código con ese nombre. Detenelo para volver a usarlo'],
  discount_code_not_found: [404, 'No encontramos ese código de descuento'],

  // Drinks
  drink_not_found: [404, 'No encontramos esa bebida'],
  drinks_not_refundable: [409, 'No queda nada para devolver de esas bebidas'],
  drinks_closed: [422, 'Este evento ya no vende bebidas'],
  drink_not_available: [422, 'Esa bebida no está a la venta en este momento'],
  drink_voucher_not_found: [404, 'No encontramos esa bebida'],
  drink_voucher_redeemed: [409, 'Esa bebida ya se entregó'],
  redemption_final: [409, 'Ya pasó el minuto para deshacerlo'],
  redemption_refunded: [409, 'La entrada se está devolviendo o ya no vale: esta bebida queda como entregada'],
  too_many_drinks: [409, 'La carta ya tiene 200 bebidas: borrá alguna antes de agregar otra'],

  // Costs of an event
  cost_not_found: [404, 'No encontramos ese costo'],
  cost_changed: [409, 'Otra persona cambió este costo mientras lo editabas'],
  too_many_costs: [409, 'El evento ya tiene 500 costos: borrá o juntá alguno antes de agregar otro'],

  // Raffles
  raffle_not_found: [404, 'No encontramos ese sorteo'],
  raffle_state: [409, 'El sorteo ya no está en ese estado: actualizá la página'],
  raffle_without_rules: [422, 'Escribí las bases antes de abrir el sorteo'],
  raffle_without_entries: [422, 'No participa nadie, así que no hay a quién sortear. Podés cancelarlo y abrir otro'],
  raffle_of_own_event: [422, 'Quienes organizan el evento o trabajan en él no participan de sus sorteos'],
  too_many_raffles: [409, 'El evento ya tiene 50 sorteos'],

  // Waiting list
  waiting_list_closed: [422, 'La lista de espera de esta entrada está cerrada'],
  not_sold_out: [409, 'Todavía quedan entradas de ese tipo: podés comprarlas ahora'],
  already_waiting: [409, 'Ya estás en la lista de espera de esta entrada'],
  not_waiting: [404, 'No estás en la lista de espera de esta entrada'],

  // Tickets
  ticket_link_invalid: [404, 'Este enlace ya no abre ninguna entrada'],
  ticket_not_valid: [409, 'Esta entrada ya no está vigente'],
  ticket_handed_on: [409, 'Ya se la pasó a otra persona: solo el organizador puede anularla'],
  resend_no_contact: [
    409,
    'No hay un email ni un teléfono confirmado a donde mandarla. La entrada está en Mis entradas de su titular',
  ],
  resend_limit: [429, 'Ya reenviamos esta entrada varias veces. Esperá un rato'],
  courtesy_limit: [409, 'No quedan tantas cortesías para este evento'],
  no_free_type: [422, 'Este evento no tiene entradas para dar'],
  courtesy_taken: [409, 'Ya existe una entrada de ese tipo para este número de WhatsApp'],
  promo_inactive: [422, 'El organizador pausó tu lista en este evento'],
  list_closed: [422, 'Tu lista de este evento ya cerró'],
  type_not_granted: [422, 'Ese tipo de entrada no está entre los que podés dar o vender'],
  sale_not_granted: [422, 'En este evento no tenés habilitado vender en persona'],
  debt_limit: [409, 'Con esta venta tendrías más efectivo del que podés tener sin rendir'],
  sale_needs_organizer: [422, 'Lo que vendiste lo anula el organizador: pedíselo'],
  ticket_not_cancellable: [422, 'Esta entrada se compró por internet: no se anula, se devuelve desde Reembolsos'],
  missing_user_data: [400, 'Faltan datos del usuario'],
  recipient_not_found: [404, 'No encontramos a esa persona'],
  transfer_to_self: [422, 'Esa entrada ya es tuya: elegí a otra persona'],
  transfer_closed: [422, 'Este evento ya no permite transferir entradas'],
  transfer_limit: [422, 'Esta entrada ya se transfirió tres veces: no se puede transferir más'],
  transfer_day_limit: [429, 'Ya transferiste cinco entradas en un día. Probá de nuevo mañana'],
  ticket_refunding: [409, 'Esta entrada tiene una devolución en curso: no se puede transferir'],

  // Refunds
  refund_not_found: [404, 'No encontramos esa devolución'],
  ticket_not_refundable: [409, 'La plata de esta entrada no se puede devolver ahora'],
  refund_too_high: [422, 'Es más de lo que queda por devolver de esta entrada'],
  used_ticket_refund: [422, 'Esta entrada ya entró: la devuelve solo la administración, con un motivo'],
  confirmation_mismatch: [422, 'Escribí lo que te pedimos para confirmar'],
  mass_refund_running: [409, 'Ya hay una devolución de todo este evento en marcha'],
  mass_refund_not_found: [404, 'No encontramos esa devolución'],
  mass_refund_over: [409, 'Esta devolución ya terminó'],
  nothing_to_refund: [409, 'No queda plata por devolver en este evento'],
  // Promoters' settlements
  nothing_to_settle: [409, 'No hay nada para liquidar con este RRPP'],
  settlement_amount: [422, 'Ese importe es más de lo que hay para liquidar, o va para el otro lado'],
  settlement_not_found: [404, 'No encontramos esa liquidación'],
  settlement_not_open: [409, 'Esta liquidación ya no está pendiente'],
  settlement_changed: [
    409,
    'Las cuentas cambiaron desde que se armó esta liquidación. Pedile a la organización que arme otra',
  ],
  notice_sent: [409, 'Ya avisaste que se canceló: podés volver a intentar con quienes no lo recibieron'],
  reminders_sent_lately: [409, 'Ya mandaste recordatorios de este evento en las últimas 24 horas'],
  no_reminders: [422, 'Hoy no hay a quién mandarle un recordatorio'],
  move_not_found: [404, 'No encontramos ese cambio'],
  move_link_invalid: [
    404,
    'Este enlace no corresponde a una compra tuya. Abrí el del último aviso, o ingresá con tu cuenta',
  ],
  move_over: [409, 'Ya pasaron los 10 días para recuperar la plata por este cambio'],
  notice_not_found: [404, 'No encontramos ese aviso'],
  regret_not_found: [404, 'No encontramos un arrepentimiento con ese código'],
  regret_link_invalid: [
    404,
    'Este enlace no corresponde a este arrepentimiento. Abrí el último que te mandamos por mail',
  ],
  regret_done: [409, 'Este arrepentimiento ya está resuelto'],
  regret_unproved: [
    422,
    'Quien compró no abrió el enlace. Para devolver esta compra, confirmá que hablaste con esa persona',
  ],
  regret_other_buyer: [
    422,
    'Esa compra es de otra persona. Contestá este arrepentimiento, y que quien la hizo pida el suyo',
  ],
  regret_several_buyers: [422, 'Hay compras de varias personas: contestá cada una por separado'],
  owner_only: [403, 'Lo hace solo quien es titular de la organización'],

  // Account deletion and data downloads
  deletion_open: [409, 'Ya tenés una solicitud de eliminación en curso'],
  deletion_blocked: [409, 'Todavía no se puede eliminar esta cuenta: hay temas pendientes'],
  deletion_tickets_changed: [409, 'Tus entradas cambiaron. Revisá la lista y volvé a confirmar'],
  deletion_not_pending: [409, 'Esta solicitud ya no se puede cancelar'],
  deletion_resolved: [409, 'Esta solicitud ya está resuelta'],
  deletion_reason_required: [422, 'Escribí el motivo: se lo mandamos por mail a la persona'],
  own_deletion: [422, 'No podés resolver tu propia solicitud'],
  export_running: [409, 'Ya estamos preparando una descarga de tus datos'],
  export_limit: [429, 'Ya pediste tres descargas en un día. Probá de nuevo mañana'],
  export_link_invalid: [404, 'Este enlace de descarga venció. Pedí otro desde tu cuenta'],

  // Door, in the order of rule R13.1
  missing_required_fields: [400, 'Se requiere ticket ID y event ID'],
  unauthorized: [401, 'Sesión expirada. Por favor, inicia sesión nuevamente'],
  invalid_scanner: [403, 'Usuario escáner inválido'],
  insufficient_permissions: [403, 'El usuario no tiene permisos para escanear tickets'],
  scanner_not_assigned: [403, 'El escáner no está asignado a este evento'],
  invalid_qr_code: [400, 'Código QR inválido o ticket no válido'],
  ticket_not_found: [404, 'Ticket no encontrado'],
  wrong_event_qr: [400, 'Este QR pertenece a otro evento'],
  ticket_inactive: [400, 'El ticket no está activo'],
  ticket_already_used: [409, 'El ticket ya fue utilizado'],
  internal_server_error: [500, 'Error interno del servidor'],
  no_token: [401, 'No hay token de autenticación'],
} as const satisfies Record<string, readonly [status: number, message: string]>

/** Details of `invalid_input` for problems that no field's schema covers. */
export const inputProblems = {
  idempotencyKey: 'La clave no es válida',
  unasked: 'El campo no es válido',
  undeclared: 'Ese dato no existe en esta llamada',
  unstorable: 'El texto tiene caracteres que no se pueden guardar',
  tooDeep: 'Tiene demasiados niveles',
  doubled: 'Un campo está dos veces',
} as const

export type FailureCode = keyof typeof failures

/** The body of every failed call. */
export interface FailureBody {
  code: FailureCode
  message: string
  details?: unknown
}
