/**
 * Prepares a fresh clone: brings Node 24 when the one at hand is older, installs the packages, and runs the script that
 * asked under that Node. Plain JavaScript that works on Node 20. What is already done costs a few milliseconds.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const toolsNode = join(root, 'tools', 'node')
const lockFile = join(root, '.previa', 'bootstrap.lock')
const NEEDED = [24, 15]
const POLL_MS = 250
const SAME_SIGNAL_MS = 1000

/** A problem that the operator can solve: printed without a stack. */
export class Problem extends Error {}

export const say = (text) => process.stdout.write(`${text}\n`)

/** Prints a problem in plain words and anything else with its stack, and ends the process. */
export function fail(error) {
  process.stderr.write(`\n${error instanceof Problem ? error.message : (error?.stack ?? error)}\n\n`)
  process.exit(1)
}

/** Makes sure that Node 24 and the packages are there; gives the path of that Node. */
export async function prepare() {
  const node = isRecent(process.versions.node) ? process.execPath : nodeFromTools()
  const isOurs = node !== process.execPath
  const isNodeReady = () => !isOurs || (existsSync(node) && isStamped(toolsNode))
  if (isNodeReady() && isStamped(root)) return node
  await locked(async () => {
    if (!isNodeReady()) await bringNode(node)
    if (!isStamped(root)) await installPackages(node)
  })
  return node
}

/** For scripts that need Node 24 themselves: returns under it, or runs this same script there and ends with its exit code. */
export async function underNode24() {
  const node = await prepare()
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  if (node === process.execPath) {
    process.env.PATH = path
    return node
  }
  process.exit(
    await follow(spawn(node, process.argv.slice(1), { stdio: 'inherit', env: { ...process.env, PATH: path } })),
  )
}

/** Passes what would end us on to a child of the same terminal; resolves with its exit code. */
export function follow(child) {
  onStop((signal) => {
    // The terminal sends Ctrl-C to the child as well.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  })
  return exitCode(child)
}

/**
 * Calls `stop` with the signal that asks us to end. Each repeats within a moment, because Ctrl-C comes from the terminal
 * and again from npm. When npm itself is ended, perhaps only the shell between it and us gets the signal, or no process does:
 * the end of npm therefore counts as SIGTERM, too.
 */
export function onStop(stop) {
  let last = -Infinity
  const once = (signal) => {
    if (performance.now() - last > SAME_SIGNAL_MS) stop(signal)
    last = performance.now()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, once)
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const above = [process.ppid, parentOf(process.ppid)].filter((pid) => pid > 1)
  const watch = setInterval(() => {
    if (above.every(isAlive)) return
    clearInterval(watch)
    once('SIGTERM')
  }, POLL_MS)
  watch.unref()
}

function parentOf(pid) {
  // Small containers have no `ps`; field 4 is the parent, counted after the command name, which may hold spaces.
  if (process.platform === 'linux') return Number(read(`/proc/${pid}/stat`).split(') ').at(-1).split(' ')[1]) || 0
  return Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout) || 0
}

/** Resolves with the exit code of a child, 128 + n after signal n. */
export function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/** Runs `work` while no other process prepares this clone. */
export async function locked(work) {
  mkdirSync(dirname(lockFile), { recursive: true })
  for (let isFirstTry = true; !takeLock(); isFirstTry = false) {
    if (isFirstTry) say('· Otro proceso está preparando esta misma carpeta; esperando que termine…')
    await wait(POLL_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function takeLock() {
  const draft = `${lockFile}.${process.pid}`
  writeFileSync(draft, String(process.pid))
  try {
    linkSync(draft, lockFile) // whole or not at all, and only when there is none
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isAlive(Number(read(lockFile)))) rmSync(lockFile, { force: true })
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

function isAlive(pid) {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function isRecent(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}

function platformPackage() {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

function nodeFromTools() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(toolsNode, 'package.json'), 'utf8'))
  const name = platformPackage()
  if (!(name in optionalDependencies)) throw new Problem(installNodeYourself())
  return join(toolsNode, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

function installNodeYourself() {
  return (
    `Previa necesita Node ${NEEDED.join('.')} o más nuevo (este es ${process.versions.node}) y no hay uno que se pueda traer ` +
    `solo para ${process.platform} ${process.arch}.\nInstalalo desde https://nodejs.org (o con nvm, fnm o brew) y volvé a correr el comando.`
  )
}

async function bringNode(node) {
  await install('Trayendo Node 24 (una sola vez)', process.execPath, toolsNode)
  if (spawnSync(node, ['--version']).status !== 0) {
    throw new Problem(
      `El Node que se trajo no corre en este sistema (¿Linux con musl, como Alpine?).\nInstalá Node ${NEEDED.join('.')} o más nuevo por tu cuenta y volvé a correr el comando.`,
    )
  }
  stamp(toolsNode)
}

async function installPackages(node) {
  await install('Instalando los paquetes', node, root)
  stamp(root)
}

async function install(what, node, folder) {
  if (missing(folder).length === 0) return
  await step(what, () => npm(node, ['ci', '--include=dev', '--include=optional'], folder))
  // npm calls an installation without some optional package a success, whatever the reason.
  const absent = missing(folder)
  if (absent.length > 0)
    throw new Problem(
      `npm no trajo ${absent.join(', ')}. ¿Hay conexión con el registro de npm? Volvé a correr el comando.`,
    )
}

/** Install scripts stay off: no package that we chose needs one. */
async function npm(node, args, cwd) {
  const [command, first] = npmCommand(node)
  const child = spawn(
    command,
    [...first, ...args, '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'],
    {
      cwd,
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && first.length === 0,
    },
  )
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  if ((await exitCode(child)) === 0) return
  throw new Problem(
    `npm no pudo instalar los paquetes en ${cwd}:\n\n${Buffer.concat(output).toString('utf8').trim()}\n\n¿Hay conexión con el registro de npm? Volvé a correr el comando para seguir.`,
  )
}

/** npm's own program, so that it runs under the Node we choose: the npm that started us, else the one next to Node, else PATH's. */
function npmCommand(node) {
  const nodeFolder = dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath,
    join(nodeFolder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(nodeFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ]
  const cli = candidates.find((path) => path && /npm-cli\.c?js$/.test(path) && existsSync(path))
  return cli ? [node, [cli]] : ['npm', []]
}

/** The packages of the lockfile that `node_modules` lacks, by npm's own record of it. */
function missing(folder) {
  const wanted = packagesOf(join(folder, 'package-lock.json'))
  const found = packagesOf(join(folder, 'node_modules', '.package-lock.json'))
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && !isSame(entry, found[path]))
    .filter(([path, entry]) => found[path] || !(entry.optional || entry.devOptional) || isForThisMachine(entry))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
}

function isSame(wanted, found) {
  return found?.version === wanted.version && (!wanted.integrity || found?.integrity === wanted.integrity)
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {} // nothing installed, or npm was interrupted
  }
}

function isForThisMachine({ os, cpu, libc }) {
  if (!os && !cpu) return false // what an optional package of another platform needs
  return (
    fits(os, process.platform) &&
    fits(cpu, process.arch) &&
    fits(libc, process.platform === 'linux' && isMusl() ? 'musl' : 'glibc')
  )
}

const fits = (list, value) => !list || list.includes(value)

function isMusl() {
  Object.assign(process.report, { excludeNetwork: true }) // reading the network interfaces can take seconds
  return process.report.getReport().header.glibcVersionRuntime === undefined
}

const stampFile = (folder) => join(folder, 'node_modules', '.cache', 'previa', 'installed')
const stampText = (folder) =>
  `${platformPackage()} ${createHash('sha256')
    .update(read(join(folder, 'package-lock.json')))
    .digest('hex')}`
const isStamped = (folder) => read(stampFile(folder)) === stampText(folder)

function stamp(folder) {
  mkdirSync(dirname(stampFile(folder)), { recursive: true })
  writeFileSync(stampFile(folder), stampText(folder))
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Prints what is being done, and how long it took. */
export async function step(what, work) {
  say(`· ${what}…`)
  const started = performance.now()
  const result = await work()
  say(`  listo en ${seconds(performance.now() - started)}`)
  return result
}

/** `1234` → `1,2 s`. */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1).replace('.', ',')} s`
}
