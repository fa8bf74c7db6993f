/**
 * Adds to package-lock.json the packages of other platforms that npm left out because the registry it asked did not have
 * them: without them `npm ci` refuses the lockfile. `--check` only says whether any is missing. Run it after adding a
 * package that brings programs per platform.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, Problem, root, say } from './bootstrap.mjs'

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const file = join(root, 'package-lock.json')

try {
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const absent = absentPackages(lock.packages)
  const isCheck = process.argv.includes('--check')
  if (isCheck && absent.length > 0) {
    throw new Problem(
      `A package-lock.json le faltan ${absent.length} paquetes de otras plataformas (${absent[0].name}, …).\nCorré: node scripts/complete-lockfile.mjs`,
    )
  }
  if (!isCheck && absent.length > 0) {
    for (const { name, entry } of absent) lock.packages[`node_modules/${name}`] = entry
    const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
    writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
  }
  if (!isCheck) say(`Agregados: ${absent.length}`)
} catch (error) {
  fail(error)
}

function absentPackages(packages) {
  return Object.entries(packages).flatMap(([path, owner]) =>
    Object.entries(owner.optionalDependencies ?? {})
      .filter(([name]) => !isPresent(packages, path, name))
      .map(([name, version]) => ({ name, entry: entryOf(name, version, owner.dev) })),
  )
}

/** npm looks next to the package first, then in each folder above it. */
function isPresent(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${folder}${folder && '/'}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

/** Such packages say their platform in their name; it keeps npm from fetching them elsewhere. */
function entryOf(name, version, dev) {
  if (!/^\d/.test(version)) throw new Problem(`${name} no tiene una versión exacta: ${version}`)
  const words = name.split(/[/-]/)
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined
  const system = SYSTEMS.find((each) => words.includes(each))
  const processor = PROCESSORS.find((each) => words.includes(each))
  if (!system && !processor) throw new Problem(`El nombre de ${name} no dice para qué plataforma es`)
  return {
    version,
    ...(processor && { cpu: [processor] }),
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(system && { os: [system] }),
  }
}
