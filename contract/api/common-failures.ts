/**
 * Failures of any call, and the web's texts where no answer of ours arrived. Separate from the others: the first page that a
 * person opens loads only these texts.
 */
export const commonFailures = {
  invalid_input: [400, 'Revisá los datos: hay campos con errores'],
  missing_token: [401, 'No hay token de autenticación'],
  session_expired: [401, 'Tu sesión expiró, vuelve a iniciar'],
  forbidden: [403, 'No tenés permiso para esta acción. Volvé a iniciar sesión.'],
  step_up_required: [403, 'Por seguridad, confirmá tu contraseña para seguir'],
  impersonation_blocked: [422, 'Esta acción no se puede hacer en una sesión de soporte'],
  not_found: [404, 'No encontramos lo que buscás'],
  method_not_allowed: [405, 'Ese método no existe en esta dirección'],
  too_large: [413, 'El contenido enviado es demasiado grande'],
  unsupported_media_type: [415, 'El formato del contenido no es válido'],
  too_many_requests: [429, 'Hiciste demasiados intentos. Esperá un momento y volvé a probar'],
  busy: [503, 'Hay mucha gente comprando en este momento. Probá de nuevo en unos segundos'],
  timeout: [503, 'La operación tardó demasiado. Probá de nuevo'],
  internal: [500, 'Error del servidor, intenta más tarde'],
  unverified_webhook: [422, 'La notificación no está firmada por quien dice enviarla'],
  idempotency_mismatch: [422, 'Esa clave de operación ya se usó con otros datos'],
  operation_running: [409, 'Esa operación todavía se está procesando'],
  unknown_error: [500, 'Error desconocido'],
} as const satisfies Record<string, readonly [status: number, message: string]>
