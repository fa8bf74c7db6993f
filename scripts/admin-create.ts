/**
 * `npm run admin:create`: makes an administrator of the database that `npm start` uses, the first one included. Asks for
 * what the flags do not say: --phone, --name, --mail, --password; --kind is god (the default), legal or admin.
 */
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { Writable } from 'node:stream'
import { ConfigError } from '#server/config.ts'
import { EmbeddedPostgresError } from '#server/embedded-postgres/start.ts'
import { createAdministrator } from '#server/modules/accounts/roles/create-administrator.ts'
import { Failure } from '#server/shared/failure.ts'
import { withOwnApp } from './own-app.ts'

const QUESTIONS = { name: 'Nombre y apellido', phone: 'Teléfono', mail: 'Email', password: 'Contraseña' } as const
type Answers = Record<keyof typeof QUESTIONS, string>

try {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      phone: { type: 'string' },
      mail: { type: 'string' },
      password: { type: 'string' },
      kind: { type: 'string', default: 'god' },
    },
  })
  const kind = (['god', 'legal', 'admin'] as const).find((each) => each === values.kind)
  if (!kind) throw new ConfigError('--kind: se espera god, legal o admin')
  const answers = await ask(values)
  const id = await withOwnApp((app) => createAdministrator(app, { ...answers, kind }))
  process.stdout.write(`Listo: ${answers.name} (${kind}) ya puede iniciar sesión. Identificador ${id}\n`)
} catch (error) {
  process.stderr.write(`\n${inWords(error)}\n`)
  process.exitCode = 1
}

/** Asks on the terminal for what was not given; what is typed as a password does not show. */
async function ask(given: Partial<Answers>): Promise<Answers> {
  let isHidden = false
  const output = new Writable({
    write(chunk, _, done) {
      if (!isHidden) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  const answers: Answers = { name: '', phone: '', mail: '', password: '', ...given }
  for (const key of Object.keys(QUESTIONS) as (keyof Answers)[]) {
    if (given[key] !== undefined) continue
    process.stdout.write(`${QUESTIONS[key]}: `)
    isHidden = key === 'password'
    answers[key] = (await terminal.question('')).trim()
    if (isHidden) process.stdout.write('\n')
    isHidden = false
  }
  terminal.close()
  return answers
}

function inWords(error: unknown): string {
  if ([ConfigError, EmbeddedPostgresError, Failure].some((kind) => error instanceof kind))
    return (error as Error).message // one of the three
  if (error instanceof Error && 'issues' in error && Array.isArray(error.issues)) {
    const issues = error.issues as { path: string[]; message: string }[] // zod's own shape of a refused schema
    return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n')
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
