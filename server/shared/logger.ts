/**
 * Structured logs without personal data or secrets. Two nets: fields are hidden by their name wherever they occur, and what
 * looks like a mail, a phone, a bearer token, a ticket's code or a query string is cut out of the finished line, whatever wrote it.
 */
import { pino, stdTimeFunctions, type DestinationStream, type Logger as PinoLogger } from 'pino'

export type Logger = PinoLogger

export interface LoggerOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** One readable line instead of JSON, for development. */
  readonly pretty: boolean
  /** Standard output when absent. */
  readonly destination?: DestinationStream
}

const HIDDEN = '[oculto]'
const HIDDEN_NAME =
  /phone|mail|password|contrase|token|authorization|cookie|secret|signature|api-?_?key|private-?_?key|master|query|^(to|qr|qrCode|ticketCode|dni|username|userName|holderName|body|detail|parameters|birthDate)$/i
const MAX_DEPTH = 6

function hide(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return describeError(value, depth)
  if (value === null || typeof value !== 'object') return value
  if (depth === MAX_DEPTH) return '[…]'
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.map((item) => hide(item, depth + 1))
  return hideFields(value, depth)
}

function hideFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      HIDDEN_NAME.test(name) && value !== null && value !== undefined ? HIDDEN : hide(value, depth + 1),
    ]),
  )
}

/** What helps to find a fault and nothing else: database errors carry whole rows in `detail`, vendors' errors whole requests. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const { code, status, constraint } = error as { code?: unknown; status?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    ...(status === undefined ? {} : { status }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: error.stack,
    ...(error.cause === undefined || depth >= MAX_DEPTH ? {} : { cause: hide(error.cause, depth + 1) }),
  }
}

/**
 * Cuts what must not be kept out of a finished line; none of the patterns crosses a quote, so JSON stays JSON. Two of them
 * search long, so that they are tried only where their sign occurs: every write logs a line.
 */
function scrub(line: string): string {
  const withoutMails = /@|%40/.test(line) ? line.replaceAll(/[\w.+-]+(@|%40)[\w-]+(\.[\w-]+)+/g, '[mail]') : line
  const withoutQueries = withoutMails.includes('?')
    ? withoutMails.replaceAll(/((?:https?:\/|[\w\]])?\/[^\s"\\?]*)\?[^\s"\\]+/g, '$1?[…]')
    : withoutMails
  return withoutQueries
    .replaceAll(/(?<![\w.])\+[1-9][\d -]{6,16}\d/g, '[tel]')
    .replaceAll(/\b(Bearer|Basic) +[^\s"\\,]+/gi, '$1 [oculto]')
    .replaceAll(/(\/(?:entrada|pagar)\/|(?:\b|%(?:25)*(?:23|3f|26))token(?:=|%(?:25)*3d))[^\s"\\/?&]+/gi, '$1[oculto]')
    .replaceAll(/[0-9A-Z $%*+\-./:]{132}/g, '[qr]')
}

const LEVELS: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }

/** `23:30:01 WARN  message  name=value …`, a stack on the lines below. */
function readable(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>
  const fields = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const head = [String(time).slice(11, 19), (LEVELS[Number(level)] ?? '').padEnd(5), msg, ...fields]
  const { stack } = (err ?? {}) as { stack?: unknown }
  const below = err === undefined ? '' : `\n  ${typeof stack === 'string' ? stack : JSON.stringify(err)}`
  return `${head.filter((part) => part !== undefined && part !== '').join(' ')}${below}\n`
}

let unwritten = ''

function writeOut(): void {
  const text = unwritten
  unwritten = ''
  if (text) process.stdout.write(text)
}

/** Standard output once per turn of the event loop: an answered batch is one system call, not a hundred. Exiting writes the rest. */
const standardOutput: DestinationStream = {
  write(line) {
    if (unwritten === '') setImmediate(writeOut)
    unwritten += line
  },
}
process.on('exit', writeOut)

/** The process's logger; children made by `child({ requestId })` hide the same. */
export function createLogger({ level, pretty, destination = standardOutput }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => (error instanceof Error ? hide(error) : error) },
      formatters: {
        log: (fields) => hideFields(fields, 0),
        bindings: (fields) => hideFields(fields, 0),
      },
    },
    { write: (line: string) => destination.write(scrub(pretty ? readable(line) : line)) },
  )
}
