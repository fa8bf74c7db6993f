/**
 * `npm run dev`: the server, started again whenever its code changes, and the web program with hot reload. Open the
 * address that Vite prints; what the server answers itself goes through to it.
 */
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { extname, join } from 'node:path'
import { exitCode, fail, onStop, root, say, underNode24 } from './bootstrap.mjs'
import { buildWeb } from './build-web.mjs'
import { readUsage } from './usage.mjs'

const WATCHED = ['server', 'contract', 'simulators']
/** An editor writes several files at once. */
const QUIET_MS = 150

try {
  readUsage('scripts/dev.mjs', process.argv.slice(2))
  const node = await underNode24()
  await buildWeb(node) // the server fills in the heads of the built page
  await run(node)
} catch (error) {
  fail(error)
}

async function run(node) {
  const { createServer } = await import('vite')
  const vite = await createServer({ configFile: join(root, 'vite.config.ts'), clearScreen: false })
  await vite.listen()
  const server = keepServer(node, vite.resolvedUrls?.local[0] ?? '')
  const watchers = WATCHED.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, file) => {
      if (file && ['.ts', '.sql'].includes(extname(file)) && !file.endsWith('.test.ts'))
        server.changed(join(folder, file))
    }),
  )
  vite.printUrls()
  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    for (const watcher of watchers) watcher.close()
    await Promise.all([server.end(), vite.close()])
    process.exit(0)
  }
  onStop(end)
}

/** Links that the server makes point to Vite's address, so that the whole way is walked with hot reload. */
function keepServer(node, url) {
  const env = { ...process.env, PUBLIC_URL: process.env.PUBLIC_URL ?? url.replace(/\/$/, '') }
  let child
  let restart
  let isEnding = false
  let turn = Promise.resolve() // one stop or start after another
  start()

  function start() {
    if (isEnding) return // asked to end while it was being started again
    const stdio = ['ignore', 'inherit', 'inherit']
    const args = [join(root, 'server', 'main.ts'), 'all', ...process.argv.slice(2)]
    child = spawn(node, args, { stdio, env, detached: process.platform !== 'win32' })
  }

  async function stop() {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await exitCode(child)
  }

  return {
    end() {
      isEnding = true
      clearTimeout(restart)
      turn = turn.then(stop)
      return turn
    },
    changed(file) {
      clearTimeout(restart)
      restart = setTimeout(() => {
        say(`· Cambió ${file}: el servidor se reinicia`)
        turn = turn.then(stop).then(start).catch(fail)
      }, QUIET_MS)
    },
  }
}
