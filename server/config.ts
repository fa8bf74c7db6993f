/**
 * The only reader of the environment. The schema below also makes `.env.example`; a missing or wrong value stops the
 * start with the variable's name and what is expected.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { platformOf, readCuit, VAT_CONDITIONS, type PlatformData } from '#server/shared/platform.ts'
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
  /** Those before it: what they sealed still opens. */
  readonly previousMasterKeys: readonly string[]
  /** The proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: TrustedProxies
  /** Every page says that we will be back; the API, health checks, tickets and doors go on. */
  readonly isUnderMaintenance: boolean
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly webProcesses: number
  /** What a reader of `/metrics` shows; null closes it in production. */
  readonly metricsToken: string | null
  /** Demo only: where each simulated vendor's server listens; its pages are shown at `/simulador/<vendor>/`. */
  readonly simulators: Readonly<Record<string, string>>
  /** Demo only: since when people use it, while its past is still being loaded: past orders and messages are the loader's. */
  readonly historyLoadsSince: string | null
  readonly pools: Readonly<Record<'web' | 'worker', number>> & {
    /** Of payments that become tickets; what else is reserved has one connection each. */
    readonly confirmations: Readonly<Record<'web' | 'worker', number>>
  }
  /** The operator, shown on receipts, in the footer and in legal texts. */
  readonly platform: PlatformData
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
  /** Codes a day that verify the contact of a stranger: by WhatsApp, to one country abroad, by mail. */
  readonly codesPerDay: { readonly whatsapp: number; readonly abroad: number; readonly mail: number }
  readonly google: { readonly clientId: string; readonly clientSecret: string; readonly issuer: string } | null
}

/** What a variable holds: how it reads, undefined when it is wrong, and in words what it must look like. */
interface Kind<Value> {
  readonly read: (text: string) => Value | undefined
  readonly expected: string
}

const text: Kind<string> = { read: (value) => value, expected: 'un texto' }
const url: Kind<string> = {
  read: (value) => (URL.canParse(value) ? value.replace(/\/+$/, '') : undefined),
  expected: 'una dirección completa, por ejemplo https://previa.example',
}
const flag: Kind<boolean> = {
  read: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
  expected: 'true o false',
}
const number = (least: number, most: number): Kind<number> => ({
  read: (value) => (/^\d+$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined),
  expected: `un número de ${least} a ${most}`,
})
const matching = (pattern: RegExp, expected: string): Kind<string> => ({
  read: (value) => (pattern.test(value) ? value : undefined),
  expected,
})
const oneOf = <Word extends string>(...words: readonly Word[]): Kind<Word> => ({
  read: (value) => words.find((word) => word === value),
  expected: words.join(', '),
})
const proxies: Kind<TrustedProxies | null> = {
  read: readTrustedProxies,
  expected:
    'cuántos proxies propios hay delante, por ejemplo 1, o sus redes, por ejemplo 10.0.0.0/8 o loopback. Creerle a cualquiera (true) dejaría que cada uno elija su dirección',
}
const secrets: Kind<readonly string[]> = {
  read: (value) => {
    const each = value.split(',').map((part) => part.trim())
    return each.every((part) => Buffer.from(part, 'base64').length === 32) ? each : undefined
  },
  expected: '32 bytes en base64 cada una, separadas por comas',
}
const secret: Kind<string> = {
  read: (value) => (Buffer.from(value, 'base64').length === 32 ? value : undefined),
  expected: '32 bytes en base64',
}

const cuit: Kind<string> = {
  read: (value) => readCuit(value) ?? undefined,
  expected: 'un CUIT, por ejemplo 30-00000000-7: 11 números, el último de control',
}

interface Variable {
  readonly about: string
  readonly kind: Kind<unknown>
  /** As `.env.example` shows it. */
  readonly example?: string
}

/** Every variable, in the order of `.env.example`. */
const variables = {
  NODE_ENV: { about: 'production switches every simulator off', example: 'production', kind: text },
  PORT: { about: 'Port of the web server', example: '3000', kind: number(0, 65_535) },
  HOST: { about: 'Address to listen on; demo listens on loopback unless --lan', example: '0.0.0.0', kind: text },
  PUBLIC_URL: {
    about: 'Address people open; links in mails start with it',
    example: 'https://previa.example',
    kind: url,
  },
  PREVIA_HOME: {
    about: 'State folder (embedded database, uploaded files, demo keys)',
    example: '~/.local/state/previa',
    kind: text,
  },
  DATABASE_URL: {
    about: 'PostgreSQL 18 or newer; without it an embedded one runs',
    example: 'postgres://previa@127.0.0.1:5432/previa',
    kind: matching(/^postgres(ql)?:\/\//, 'una dirección postgres://'),
  },
  PREVIA_MASTER_KEY: {
    about: 'Secret that every other key derives from: 32 bytes in base64. Production does not start without it',
    kind: secret,
  },
  PREVIA_PREVIOUS_MASTER_KEYS: {
    about:
      'Earlier master keys, separated by commas: they still open what they sealed, until it is sealed with the new one',
    kind: secrets,
  },
  TRUST_PROXY: {
    about:
      'Proxies whose X-Forwarded-For is trusted: how many of yours there are in a row, or their networks (10.0.0.0/8,loopback); none without it',
    example: '1',
    kind: proxies,
  },
  MAINTENANCE: {
    about: 'true shows the maintenance screen to everybody but admins; the API, tickets and doors go on',
    example: 'false',
    kind: flag,
  },
  LOG_LEVEL: {
    about: 'debug, info, warn, error or silent',
    example: 'info',
    kind: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
  WEB_PROCESSES: { about: 'How many web processes `all` starts', example: '1', kind: number(1, 64) },
  METRICS_TOKEN: {
    about: 'Bearer token for reading /metrics; without it production answers 404 there',
    kind: matching(/^.{16,}$/, 'al menos 16 caracteres'),
  },
  PLATFORM_LEGAL_NAME: {
    about:
      'Legal name of the company that runs this; receipts, pages and legal texts say what of these four is missing',
    example: 'Previa Entradas S.A.S.',
    kind: text,
  },
  PLATFORM_CUIT: { about: 'Its CUIT', example: '30-00000000-7', kind: cuit },
  PLATFORM_VAT_CONDITION: {
    about: `Its VAT condition: ${VAT_CONDITIONS.join(', ')}`,
    example: 'responsable_inscripto',
    kind: oneOf(...VAT_CONDITIONS),
  },
  PLATFORM_ADDRESS: { about: 'Its fiscal domicile', example: 'Av. Corrientes 1234, CABA', kind: text },
  SMTP_URL: {
    about: 'Mail server; without it mail is off (demo keeps it in /dev/inbox)',
    example: 'smtps://user:password@smtp.example:465',
    kind: matching(/^smtps?:\/\//, 'una dirección smtp:// o smtps://'),
  },
  MAIL_FROM: { about: 'Sender of every mail', example: 'Previa <entradas@previa.example>', kind: text },
  MP_CLIENT_ID: { about: 'Mercado Pago application; without it paid sales are off', kind: text },
  MP_CLIENT_SECRET: { about: 'Its secret', kind: text },
  MP_WEBHOOK_SECRET: { about: 'Secret that signs its notifications', kind: text },
  MP_BASE_URL: { about: 'Address of its API', example: 'https://api.mercadopago.com', kind: url },
  MP_AUTH_URL: {
    about: 'Address of its authorization page',
    example: 'https://auth.mercadopago.com/authorization',
    kind: url,
  },
  WHATSAPP_TOKEN: { about: 'WhatsApp Cloud API token; without it messages go by mail', kind: text },
  WHATSAPP_PHONE_NUMBER_ID: { about: 'Number that sends', kind: text },
  WHATSAPP_APP_SECRET: { about: 'Secret that signs its webhooks', kind: text },
  WHATSAPP_VERIFY_TOKEN: { about: 'Token of the webhook subscription', kind: text },
  WHATSAPP_BASE_URL: { about: 'Address of its API', example: 'https://graph.facebook.com', kind: url },
  WHATSAPP_VERSION: {
    about: 'Version of its API',
    example: 'v23.0',
    kind: matching(/^v\d+(\.\d+)?$/, 'una v y un número'),
  },
  CODES_PER_DAY_WHATSAPP: {
    about: 'Codes by WhatsApp to people who proved nothing yet, in a day; then theirs go by mail',
    example: '3000',
    kind: number(0, 1_000_000),
  },
  CODES_PER_DAY_ABROAD: {
    about: 'Of those, to numbers of one country other than Argentina',
    example: '100',
    kind: number(0, 1_000_000),
  },
  CODES_PER_DAY_MAIL: {
    about: 'Codes by mail to people who proved nothing yet, in a day',
    example: '20000',
    kind: number(0, 1_000_000),
  },
  GOOGLE_CLIENT_ID: {
    about: 'OAuth client of the sign-in with Google; without it the button is not shown',
    kind: text,
  },
  GOOGLE_CLIENT_SECRET: { about: 'Its secret', kind: text },
  GOOGLE_ISSUER: { about: 'Who issues its identity tokens', example: 'https://accounts.google.com', kind: url },
} as const satisfies Readonly<Record<string, Variable>>

type Name = keyof typeof variables
/** What each variable holds; null when it is left out. */
type Values = {
  readonly [Each in Name]: Exclude<ReturnType<(typeof variables)[Each]['kind']['read']>, undefined> | null
}
type Environment = Readonly<Record<string, string | undefined>>

/** A wrong configuration: one line per variable, fit to print as it is. */
export class ConfigError extends Error {}

function readValues(environment: Environment, problems: string[]): Values {
  const values = Object.entries(variables).map(([name, { kind }]) => {
    const written = environment[name]?.trim()
    const value = written ? kind.read(written) : null
    if (value === undefined) problems.push(`${name}: se espera ${kind.expected}`)
    return [name, value ?? null]
  })
  return Object.fromEntries(values) as Values // one entry per variable, read by its own kind
}

/** Reads the whole configuration. `flags` are the command line's; throws `ConfigError`. */
export function readConfig(environment: Environment = process.env, flags: readonly string[] = []): Config {
  const problems: string[] = []
  const values = readValues(environment, problems)
  const databaseUrl = values.DATABASE_URL
  const mode: Mode = values.NODE_ENV === 'production' || databaseUrl !== null ? 'production' : 'demo'
  const home = values.PREVIA_HOME ?? defaultHome()
  const port = values.PORT ?? 3000
  if (!environment['PREVIA_MASTER_KEY']?.trim() && mode === 'production') {
    problems.push(`PREVIA_MASTER_KEY: falta; se espera ${secret.expected}`)
  }
  /** What a vendor needs to be there together, or null when none of it is. */
  const vendor = <Needed extends Name>(...needed: readonly Needed[]) => {
    const missing = needed.filter((name) => values[name] === null)
    if (missing.length === needed.length) return null
    for (const name of missing) problems.push(`${name}: falta, porque las otras de su grupo están`)
    return values as Values & { readonly [Each in Needed]: NonNullable<Values[Each]> } // or it is among the problems
  }
  const mercadoPago = vendor('MP_CLIENT_ID', 'MP_CLIENT_SECRET', 'MP_WEBHOOK_SECRET')
  const whatsapp = vendor('WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN')
  const google = vendor('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
  if (problems.length > 0) throw new ConfigError(`Configuración incorrecta:\n  ${problems.join('\n  ')}`)
  return {
    mode,
    port,
    host: values.HOST ?? (mode === 'production' || flags.includes('--lan') ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${port}`,
    home,
    databaseUrl,
    masterKey: values.PREVIA_MASTER_KEY ?? demoMasterKey(home),
    previousMasterKeys: values.PREVIA_PREVIOUS_MASTER_KEYS ?? [],
    trustedProxies: values.TRUST_PROXY,
    isUnderMaintenance: values.MAINTENANCE ?? false,
    logLevel: values.LOG_LEVEL ?? 'info',
    webProcesses: values.WEB_PROCESSES ?? 1,
    metricsToken: values.METRICS_TOKEN,
    simulators: {},
    historyLoadsSince: null,
    pools: { web: 6, worker: 4, confirmations: { web: 1, worker: 2 } },
    platform: platformOf(
      {
        legalName: values.PLATFORM_LEGAL_NAME,
        cuit: values.PLATFORM_CUIT,
        vatCondition: values.PLATFORM_VAT_CONDITION,
        address: values.PLATFORM_ADDRESS,
      },
      mode === 'demo',
    ),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? 'Previa <entradas@previa.example>',
    mercadoPago: mercadoPago && {
      clientId: mercadoPago.MP_CLIENT_ID,
      clientSecret: mercadoPago.MP_CLIENT_SECRET,
      webhookSecret: mercadoPago.MP_WEBHOOK_SECRET,
      baseUrl: values.MP_BASE_URL ?? 'https://api.mercadopago.com',
      authUrl: values.MP_AUTH_URL ?? 'https://auth.mercadopago.com/authorization',
    },
    whatsapp: whatsapp && {
      token: whatsapp.WHATSAPP_TOKEN,
      phoneNumberId: whatsapp.WHATSAPP_PHONE_NUMBER_ID,
      appSecret: whatsapp.WHATSAPP_APP_SECRET,
      verifyToken: whatsapp.WHATSAPP_VERIFY_TOKEN,
      baseUrl: values.WHATSAPP_BASE_URL ?? 'https://graph.facebook.com',
      version: values.WHATSAPP_VERSION ?? 'v23.0',
    },
    codesPerDay: {
      whatsapp: values.CODES_PER_DAY_WHATSAPP ?? 3000,
      abroad: values.CODES_PER_DAY_ABROAD ?? 100,
      mail: values.CODES_PER_DAY_MAIL ?? 20_000,
    },
    google: google && {
      clientId: google.GOOGLE_CLIENT_ID,
      clientSecret: google.GOOGLE_CLIENT_SECRET,
      issuer: values.GOOGLE_ISSUER ?? 'https://accounts.google.com',
    },
  }
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
  return Object.entries<Variable>(variables)
    .map(([name, { about, example = '' }]) => `# ${about}\n# ${name}=${example}\n`)
    .join('\n')
}
