/** The folders of an embedded PostgreSQL: made, handed to the user it runs as, or refused in plain words. */
import { createHash } from 'node:crypto'
import { accessSync, chmodSync, chownSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { EmbeddedPostgresError, identityFor, usableBinaries, type Identity } from './binaries.ts'

/** A socket's whole path has at most 103 bytes on macOS and 107 on Linux; ours adds 38. */
const MAX_TEMPORARY_FOLDER = 60

/** Everything a server needs to know about where it lives. */
export interface Place {
  readonly dataDir: string
  readonly logFile: string
  readonly ownerFile: string
  readonly sockets: string
  readonly binaries: string
  readonly identity: Identity | null
}

interface Ids {
  readonly uid: number
  readonly gid: number
}

/** Prepares the folders around `dataDir`; its parent is the state folder. Throws `EmbeddedPostgresError`. */
export function preparePlace(givenDataDir: string): Place {
  const dataDir = resolve(givenDataDir)
  const stateFolder = dirname(dataDir)
  makeFolder(stateFolder)
  const identity = identityFor(statSync(dataDir, { throwIfNoEntry: false })?.uid)
  const who = identity ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  if (identity) letIn(stateFolder, identity)
  makeDataDir(dataDir, who)
  return {
    dataDir,
    logFile: `${dataDir}.log`,
    ownerFile: `${dataDir}.owner`,
    sockets: socketFolder(dataDir, who),
    binaries: usableBinaries(identity, stateFolder),
    identity,
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `No se puede leer y escribir en la carpeta ${folder} (${error instanceof Error ? error.message : String(error)}). Elegí otra con la variable PREVIA_HOME.`,
    )
  }
}

/** Lets the server's user pass through our state folder, and no other: its group, search permission only. */
function letIn(stateFolder: string, identity: Identity): void {
  const { uid, mode } = statSync(stateFolder)
  if (uid === 0 && !canPass(stateFolder, identity)) {
    chownSync(stateFolder, 0, identity.gid)
    chmodSync(stateFolder, (mode & 0o7777) | 0o010)
  }
  for (let folder = stateFolder; folder !== dirname(folder); folder = dirname(folder)) {
    if (canPass(folder, identity)) continue
    throw new EmbeddedPostgresError(
      `PostgreSQL no puede correr como root, así que corre como el usuario "${identity.name}", que no puede entrar a ${folder}. Elegí otra carpeta con PREVIA_HOME, por ejemplo PREVIA_HOME=/var/lib/previa, o iniciá Previa con un usuario común.`,
    )
  }
}

function canPass(folder: string, identity: Ids): boolean {
  const { uid, gid, mode } = statSync(folder)
  if (uid === identity.uid) return (mode & 0o100) !== 0
  if (gid === identity.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

function makeDataDir(dataDir: string, who: Ids): void {
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { mode: 0o700 })
    chownSync(dataDir, who.uid, who.gid)
  }
  const { uid } = statSync(dataDir)
  if (uid === who.uid) return
  throw new EmbeddedPostgresError(
    `La carpeta ${dataDir} es de otro usuario del sistema (uid ${uid}). Iniciá Previa con ese usuario, o elegí otra carpeta con PREVIA_HOME.`,
  )
}

/** A short path under the temporary folder that only the server's user, and root, can open. */
function socketFolder(dataDir: string, who: Ids): string {
  const name = `previa-${createHash('sha256').update(`${who.uid}:${dataDir}`).digest('hex').slice(0, 12)}`
  const temporary = tmpdir()
  const isUsable = temporary.length <= MAX_TEMPORARY_FOLDER && canPass(temporary, who)
  const folder = join(isUsable ? temporary : '/tmp', name)
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, who.uid, who.gid)
  }
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== who.uid) {
    throw new EmbeddedPostgresError(`La carpeta ${folder} la creó otro usuario del sistema. Borrala y probá de nuevo.`)
  }
  chmodSync(folder, 0o700)
  return folder
}
