/** `npm run db:new -- add-something`: makes the next empty migration in `server/db/migrations`. */
import { readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = new URL('../server/db/migrations/', import.meta.url)
const name = process.argv[2] ?? ''

if (/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(name)) {
  const numbers = (await readdir(folder)).map((file) => Number(/^(\d{4})_/.exec(file)?.[1] ?? 0))
  const next = String(Math.max(0, ...numbers) + 1).padStart(4, '0')
  const file = new URL(`${next}_${name.replaceAll('-', '_')}.sql`, folder)
  await writeFile(file, '-- What this adds, and why.\n', { flag: 'wx' })
  process.stdout.write(`${fileURLToPath(file)}\n`)
} else {
  process.stderr.write('Uso: npm run db:new -- nombre-en-minusculas\n')
  process.exitCode = 1
}
