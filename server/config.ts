/**
 * The only reader of the environment. The schema below also makes `.env.example`; a missing or wrong value stops the
 * start with the variable's name and what is expected.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { readTrustedProxies, type TrustedProxies } from '#server/shared/trusted-proxies.ts'

type Mode = 'production' | 'demo'

export interface Config {
  readonly mode: Mode
  readonly port: number
  readonly host: string
  /** Address people open, without a trailing slash; links in mails start with it. */
  readonly publicUrl: string
  /** State folder: embedded database, files, demo keys. */
  readonly home: string
  /** Null runs the embedded PostgreSQL. */
  readonly databaseUrl: string | null
  readonly masterKey: string
  /** Whose X-Forwarded-For is believed. */
  readonly trustedProxies: TrustedProxies
  /** Every page says that we will be back; the API, health checks, tickets and doors go on. */
  readonly isUnderMaintenance: boolean
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly webProcesses: number
  /** What a reader of `/metrics` shows; null closes it in production. */
  readonly metricsToken: string | null
  /** Demo only: where each simulated vendor's server listens; its pages are shown at `/simulador/<vendor>/`. */
  readonly simulators: Readonly<Record<string, string>>
  readonly pools: Readonly<Record<'web' | 'worker', number>> & {
    /** Of payments that become tickets; what else is reserved has one connection each. */
    readonly confirmations: Readonly<Record<'web' | 'worker', number>>
  }
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly mercadoPago: {
    readonly clientId: string
    readonly clientSecret: string
    readonly webhookSecret: string
    readonly baseUrl: string
    readonly authUrl: string
  } | null
  readonly whatsapp: {
    readonly token: string
    readonly phoneNumberId: string
    readonly appSecret: string
    readonly verifyToken: string
    readonly baseUrl: string
    readonly version: string
  } | null
  /** Codes that prove a contact, of strangers, in a day: by WhatsApp, to one country abroad, by mail. */
  readonly codesPerDay: { readonly whatsapp: number; readonly abroad: number; readonly mail: number }
  readonly google: { readonly clientId: string; readonly clientSecret: string; readonly issuer: string } | null
}

interface Variable {
  readonly name: string
  readonly about: string
  readonly example?: string
  /** What a value must look like, in words, and the test of it. */
  readonly expected?: string
  readonly test?: (value: string) => boolean
}

const isPort = (value: string) => /^\d+$/.test(value) && Number(value) <= 65_535
const isCount = (value: string) => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 64
const isBudget = (value: string) => /^\d+$/.test(value) && Number(value) <= 1_000_000
const isUrl = (value: string) => URL.canParse(value)

/** Every variable, in the order of `.env.example`. */
export const variables = [
  { name: 'NODE_ENV', about: 'production switches every simulator off', example: 'production' },
  { name: 'PORT', about: 'Port of the web server', example: '3000', expected: 'a port number', test: isPort },
  { name: 'HOST', about: 'Address to listen on; demo listens on loopback unless --lan', example: '0.0.0.0' },
  {
    name: 'PUBLIC_URL',
    about: 'Address people open; links in mails start with it',
    example: 'https://previa.example',
    expected: 'an absolute URL',
    test: isUrl,
  },
  {
    name: 'PREVIA_HOME',
    about: 'State folder (embedded database, uploaded files, demo keys)',
    example: '~/.local/state/previa',
  },
  {
    name: 'DATABASE_URL',
    about: 'PostgreSQL 18 or newer; without it an embedded one runs',
    example: 'postgres://previa@127.0.0.1:5432/previa',
    expected: 'a postgres:// URL',
    test: (value) => /^postgres(ql)?:\/\//.test(value),
  },
  {
    name: 'PREVIA_MASTER_KEY',
    about: 'Secret that every other key derives from: 32 bytes in base64. Production does not start without it',
    expected: '32 bytes in base64',
    test: (value) => Buffer.from(value, 'base64').length === 32,
  },
  {
    name: 'TRUST_PROXY',
    about:
      'Whose X-Forwarded-For is believed: how many proxies of yours stand in a row before it, or their networks (10.0.0.0/8,loopback); without it nobody’s',
    example: '1',
    expected:
      'cuántos proxies propios hay delante, por ejemplo 1, o sus redes, por ejemplo 10.0.0.0/8 o loopback. Creerle a cualquiera (true) dejaría que cada uno elija su dirección',
    test: (value) => readTrustedProxies(value) !== undefined,
  },
  {
    name: 'MAINTENANCE',
    about: 'true shows the maintenance screen to everybody but admins; the API, tickets and doors go on',
    example: 'false',
    expected: 'true or false',
    test: (value) => ['true', 'false'].includes(value),
  },
  {
    name: 'LOG_LEVEL',
    about: 'debug, info, warn, error or silent',
    example: 'info',
    expected: 'debug, info, warn, error or silent',
    test: (value) => ['debug', 'info', 'warn', 'error', 'silent'].includes(value),
  },
  {
    name: 'WEB_PROCESSES',
    about: 'How many web processes `all` starts',
    example: '1',
    expected: 'a number from 1 to 64',
    test: isCount,
  },
  {
    name: 'METRICS_TOKEN',
    about: 'Bearer token of whoever reads /metrics; production answers 404 there without it',
    expected: 'at least 16 characters',
    test: (value) => value.length >= 16,
  },
  {
    name: 'SMTP_URL',
    about: 'Mail server; without it mail is off (demo keeps it in /dev/inbox)',
    example: 'smtps://user:password@smtp.example:465',
    expected: 'an smtp:// or smtps:// URL',
    test: (value) => /^smtps?:\/\//.test(value),
  },
  { name: 'MAIL_FROM', about: 'Sender of every mail', example: 'Previa <entradas@previa.example>' },
  { name: 'MP_CLIENT_ID', about: 'Mercado Pago application; without it paid sales are off' },
  { name: 'MP_CLIENT_SECRET', about: 'Its secret' },
  { name: 'MP_WEBHOOK_SECRET', about: 'Secret that signs its notifications' },
  {
    name: 'MP_BASE_URL',
    about: 'Address of its API',
    example: 'https://api.mercadopago.com',
    expected: 'an absolute URL',
    test: isUrl,
  },
  {
    name: 'MP_AUTH_URL',
    about: 'Address of its authorization page',
    example: 'https://auth.mercadopago.com/authorization',
    expected: 'an absolute URL',
    test: isUrl,
  },
  { name: 'WHATSAPP_TOKEN', about: 'WhatsApp Cloud API token; without it messages go by mail' },
  { name: 'WHATSAPP_PHONE_NUMBER_ID', about: 'Number that sends' },
  { name: 'WHATSAPP_APP_SECRET', about: 'Secret that signs its webhooks' },
  { name: 'WHATSAPP_VERIFY_TOKEN', about: 'Token of the webhook subscription' },
  {
    name: 'WHATSAPP_BASE_URL',
    about: 'Address of its API',
    example: 'https://graph.facebook.com',
    expected: 'an absolute URL',
    test: isUrl,
  },
  {
    name: 'WHATSAPP_VERSION',
    about: 'Version of its API',
    example: 'v23.0',
    expected: 'v and a number',
    test: (value) => /^v\d+(\.\d+)?$/.test(value),
  },
  {
    name: 'CODES_PER_DAY_WHATSAPP',
    about: 'Codes by WhatsApp to people who proved nothing yet, in a day; then theirs go by mail',
    example: '3000',
    expected: 'un número de 0 a 1000000',
    test: isBudget,
  },
  {
    name: 'CODES_PER_DAY_ABROAD',
    about: 'Of those, to numbers of one country other than Argentina',
    example: '100',
    expected: 'un número de 0 a 1000000',
    test: isBudget,
  },
  {
    name: 'CODES_PER_DAY_MAIL',
    about: 'Codes by mail to people who proved nothing yet, in a day',
    example: '20000',
    expected: 'un número de 0 a 1000000',
    test: isBudget,
  },
  { name: 'GOOGLE_CLIENT_ID', about: 'OAuth client of the sign-in with Google; without it the button is not shown' },
  { name: 'GOOGLE_CLIENT_SECRET', about: 'Its secret' },
  {
    name: 'GOOGLE_ISSUER',
    about: 'Who issues its identity tokens',
    example: 'https://accounts.google.com',
    expected: 'an absolute URL',
    test: isUrl,
  },
] as const satisfies readonly Variable[]

type Name = (typeof variables)[number]['name']
type Environment = Readonly<Record<string, string | undefined>>

/** A wrong configuration: one line per variable, fit to print as it is. */
export class ConfigError extends Error {}

/** Reads the whole configuration. `flags` are the command line's; throws `ConfigError`. */
export function readConfig(environment: Environment = process.env, flags: readonly string[] = []): Config {
  const problems: string[] = []
  const get = (name: Name): string | null => {
    const value = environment[name]?.trim()
    if (!value) return null
    const variable: Variable = variables.find((candidate) => candidate.name === name) ?? { name, about: '' }
    if (variable.test && !variable.test(value)) problems.push(`${name}: se espera ${variable.expected ?? ''}`)
    return value
  }
  const databaseUrl = get('DATABASE_URL')
  const mode: Mode = get('NODE_ENV') === 'production' || databaseUrl !== null ? 'production' : 'demo'
  const home = get('PREVIA_HOME') ?? defaultHome()
  const port = Number(get('PORT') ?? 3000)
  let masterKey = get('PREVIA_MASTER_KEY')
  if (!masterKey && mode === 'production') problems.push('PREVIA_MASTER_KEY: falta; se esperan 32 bytes en base64')
  const all = (...names: Name[]) => {
    const missing = names.filter((name) => get(name) === null)
    if (missing.length === names.length) return false
    for (const name of missing) problems.push(`${name}: falta, porque las otras de su grupo están`)
    return missing.length === 0
  }
  const config: Config = {
    mode,
    port,
    host: get('HOST') ?? (mode === 'production' || flags.includes('--lan') ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: (get('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    home,
    databaseUrl,
    masterKey: '',
    trustedProxies: readTrustedProxies(get('TRUST_PROXY') ?? '0') ?? null, // a wrong one is among the problems
    isUnderMaintenance: get('MAINTENANCE') === 'true',
    logLevel: (get('LOG_LEVEL') ?? 'info') as Config['logLevel'], // checked by the variable's test
    webProcesses: Number(get('WEB_PROCESSES') ?? 1),
    metricsToken: get('METRICS_TOKEN'),
    simulators: {},
    pools: { web: 6, worker: 4, confirmations: { web: 1, worker: 2 } },
    smtpUrl: get('SMTP_URL'),
    mailFrom: get('MAIL_FROM') ?? 'Previa <entradas@previa.example>',
    mercadoPago: all('MP_CLIENT_ID', 'MP_CLIENT_SECRET', 'MP_WEBHOOK_SECRET')
      ? {
          clientId: get('MP_CLIENT_ID') ?? '',
          clientSecret: get('MP_CLIENT_SECRET') ?? '',
          webhookSecret: get('MP_WEBHOOK_SECRET') ?? '',
          baseUrl: get('MP_BASE_URL') ?? 'https://api.mercadopago.com',
          authUrl: get('MP_AUTH_URL') ?? 'https://auth.mercadopago.com/authorization',
        }
      : null,
    whatsapp: all('WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN')
      ? {
          token: get('WHATSAPP_TOKEN') ?? '',
          phoneNumberId: get('WHATSAPP_PHONE_NUMBER_ID') ?? '',
          appSecret: get('WHATSAPP_APP_SECRET') ?? '',
          verifyToken: get('WHATSAPP_VERIFY_TOKEN') ?? '',
          baseUrl: get('WHATSAPP_BASE_URL') ?? 'https://graph.facebook.com',
          version: get('WHATSAPP_VERSION') ?? 'v23.0',
        }
      : null,
    codesPerDay: {
      whatsapp: Number(get('CODES_PER_DAY_WHATSAPP') ?? 3000),
      abroad: Number(get('CODES_PER_DAY_ABROAD') ?? 100),
      mail: Number(get('CODES_PER_DAY_MAIL') ?? 20_000),
    },
    google: all('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
      ? {
          clientId: get('GOOGLE_CLIENT_ID') ?? '',
          clientSecret: get('GOOGLE_CLIENT_SECRET') ?? '',
          issuer: (get('GOOGLE_ISSUER') ?? 'https://accounts.google.com').replace(/\/+$/, ''),
        }
      : null,
  }
  if (problems.length > 0) throw new ConfigError(`Configuración incorrecta:\n  ${problems.join('\n  ')}`)
  masterKey ??= demoMasterKey(home)
  return { ...config, masterKey }
}

/** Root's own home is closed to the user that the embedded PostgreSQL then runs as. */
function defaultHome(): string {
  return process.getuid?.() === 0 ? '/var/lib/previa' : join(homedir(), '.local', 'state', 'previa')
}

/** Demo keeps its own key in the state folder, readable by its user alone. */
function demoMasterKey(home: string): string {
  const file = join(home, 'master-key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const key = randomBytes(32).toString('base64')
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return key
}

/** The text of `.env.example`, derived from the variables above. */
export function envExample(): string {
  return variables
    .map((variable: Variable) => `# ${variable.about}\n# ${variable.name}=${variable.example ?? ''}\n`)
    .join('\n')
}
