/** Texts of the API description other than the summaries of its endpoints. */
import { brand } from '#contract/platform/brand.ts'

export const apiWords = {
  title: `API de ${brand.name}`,
  about:
    'Los importes que se llaman `price`, `amount` o `fee` son pesos; los que terminan en `Cents`, centavos. ' +
    'Los instantes son ISO 8601 con zona. Todo error responde `{ code, message, details? }`.',
  session: 'El `token` que devuelve el ingreso; dura dos horas.',
  failureMessage: 'En castellano, apto para mostrar',
  failureDetails: 'Por ejemplo los campos con errores: [{ path, message }]',
  /** By the first part of an address below `/api/v1/`; others are called by that part itself. */
  sections: {
    login: 'Cuentas',
    logout: 'Cuentas',
    user: 'Cuentas',
    company: 'Organizaciones',
    event: 'Eventos',
    ticket: 'Entradas',
    orders: 'Compras',
    pagar: 'Compras',
    webhook: 'Pagos',
    stream: 'Avisos',
  } as Readonly<Record<string, string>>,
  anybody: 'cualquiera',
  signedIn: 'quien haya ingresado',
  callers: (who: string) => `**Puede llamarla:** ${who}.`,
  object: (rule: string) =>
    `**Sobre:** lo que admite la regla \`${rule}\`; lo ajeno responde igual que lo inexistente.`,
  stepUp: '**Pide** haber confirmado la contraseña en los últimos 15 minutos.',
  rate: (limit: number, seconds: number, per: 'device' | 'account' | 'target' | 'address') =>
    `**Límite:** ${limit} cada ${seconds} s por ${RATE_SUBJECTS[per]}.`,
  idempotent: '**Admite `Idempotency-Key`:** la misma clave con el mismo pedido da la misma respuesta.',
  age: (seconds: number) => `**Puede tener** hasta ${seconds} s de antigüedad.`,
  notInSupport: '**No se puede** en una sesión de soporte.',
  file: (types: readonly string[], megabytes: number) => `${types.join(', ')}; hasta ${megabytes} MB`,
  done: 'Hecho',
  redirect: 'Lleva a otra dirección (Location)',
  bytes: 'El archivo',
  stream: 'Los avisos (server-sent events), hasta que se corte',
  fine: 'Bien',
} as const

const RATE_SUBJECTS = { device: 'dispositivo', account: 'cuenta', target: 'destino', address: 'dirección' } as const
