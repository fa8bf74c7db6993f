/** `npm start`: from a fresh clone to a running Previa. Options (`--empty`, `--lan`) go to the server. */
import { spawn } from 'node:child_process'
import { dirname, delimiter, join } from 'node:path'
import { exitCode, fail, onStop, prepare, root } from './bootstrap.mjs'
import { buildWeb } from './build-web.mjs'
import { readUsage } from './usage.mjs'

try {
  readUsage('scripts/start.mjs', process.argv.slice(2))
  const node = await prepare()
  await buildWeb(node)
  process.exit(await runServer(node))
} catch (error) {
  fail(error)
}

/** In a session of its own, so that the server gets each signal once, from us. */
function runServer(node) {
  const server = spawn(node, [join(root, 'server', 'main.ts'), 'all', ...process.argv.slice(2)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
  })
  onStop((signal) => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  return exitCode(server)
}
